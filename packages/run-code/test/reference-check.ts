import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type * as ours from "../src/index.js";
import type * as theirs from "./reference-types.js";

/** Compiles only when each of the two can stand for the other. */
type Alike<A extends B, B extends C, C = A> = [A, B, C];

/** The document's types and ours: ours may say more of a result, never less. */
export type Checked = [
  Alike<ours.CodeExecutionOptions, theirs.CodeExecutionOptions>,
  Alike<ours.CodeExecution, theirs.CodeExecution>,
  Alike<ours.CodeExecutionResult, theirs.CodeExecutionResult>,
  Alike<ours.CodeExecutionLog, theirs.CodeExecutionLog>,
  Alike<ours.CodeExecutionError, theirs.CodeExecutionError>,
];

/** Fails unless the types that were compared are those of the document. */
export function assertReference(document: string): void {
  const source = readFileSync(new URL("../../test/reference-types.ts", import.meta.url), "utf8");
  const compared = source.replace(/\/\*\*.*\*\//, "").replaceAll("export interface", "interface");
  assert.equal(words(compared), words(document));
}

/** A text as formatters leave it alone: without white space, with one kind of quotes. */
const words = (text: string): string => text.replace(/\s+/g, "").replaceAll("'", '"');
