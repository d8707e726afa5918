import type { ExecuteContext } from "../../executor-subject.js";
import type { Suite } from "../../verify.js";
import { diagnostics } from "./diagnostics.js";
import { endurance } from "./endurance.js";
import { envelope } from "./envelope.js";
import { exoticValues } from "./exotic-values.js";
import { forging } from "./forging.js";
import { freshness } from "./freshness.js";
import { globals } from "./globals.js";
import { limits } from "./limits.js";
import { logs } from "./logs.js";
import { memory } from "./memory.js";
import { patchedBuiltins } from "./patched-builtins.js";
import { recovery } from "./recovery.js";
import { refusals } from "./refusals.js";
import { source } from "./source.js";
import { time } from "./time.js";
import { toolCalls } from "./tool-calls.js";
import { toolFailures } from "./tool-failures.js";
import { trustedErrors } from "./trusted-errors.js";
import { values } from "./values.js";

/** The contract of `execute()`: every executor passes all of it, whatever stands behind it. */
export const executeSuites: readonly Suite<ExecuteContext>[] = [
  envelope,
  freshness,
  toolCalls,
  toolFailures,
  values,
  exoticValues,
  logs,
  time,
  memory,
  forging,
  trustedErrors,
  globals,
  patchedBuiltins,
  recovery,
  limits,
  refusals,
  source,
  diagnostics,
];

/** What only many runs show; too slow for every placement on every change. */
export const enduranceSuites: readonly Suite<ExecuteContext>[] = [endurance];
