/**
 * What users must be told, and settings only a reader of constants can see. Verifies
 * code.log-redaction, name.run-code-exports, time.safety-cap.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createCodeRunner, createThread, defineTool, runCode } from "../src/index.js";
import { MODULE_LIMITS } from "../src/run.js";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("logs are documented to be as confidential as the inputs", () => {
  assert.match(read("src/types.ts"), /as confidential as the run's inputs/);
});

test("the names users know are there", () => {
  for (const known of [runCode, createCodeRunner, createThread, defineTool]) {
    assert.equal(typeof known, "function");
  }
});

test("the safety cap is five minutes", () => assert.equal(MODULE_LIMITS.timeoutMs, 300_000));
