import type { CodeContext } from "../../code-subject.js";
import type { Suite } from "../../verify.js";
import { bridges } from "./bridges.js";
import { codeConsole } from "./console.js";
import { codeErrors } from "./errors.js";
import { givenGlobals } from "./globals.js";
import { handle } from "./handle.js";
import { imports } from "./imports.js";
import { limitations } from "./limitations.js";
import { codeLimits } from "./limits.js";
import { moduleSemantics } from "./module-semantics.js";
import { modules } from "./modules.js";
import { promises } from "./promises.js";
import { codeRefusals } from "./refusals.js";
import { reports } from "./reports.js";
import { results } from "./results.js";
import { security } from "./security.js";
import { selection } from "./selection.js";
import { typescript } from "./typescript.js";
import { codeValues } from "./values.js";

/** The contract of `runCode()`: every code runner passes all of it, wherever it runs. */
export const codeSuites: readonly Suite<CodeContext>[] = [
  handle,
  selection,
  imports,
  modules,
  moduleSemantics,
  givenGlobals,
  codeValues,
  bridges,
  promises,
  results,
  codeErrors,
  codeConsole,
  reports,
  limitations,
  typescript,
  codeLimits,
  security,
  codeRefusals,
];
