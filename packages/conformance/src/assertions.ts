import assert from "node:assert/strict";
import {
  type ExecuteError,
  type ExecuteErrorCode,
  type ExecuteResult,
  isKnownExecuteErrorCode,
} from "@execbox/core";

/** Fails unless `result` is exactly what an executor may return. */
export function assertEnvelope(result: ExecuteResult): void {
  const { ok, durationMs, logs, diagnostics } = result;
  assert.equal(typeof ok, "boolean", "ok is a boolean");
  assert.ok(Number.isFinite(durationMs) && durationMs >= 0, `durationMs is ${durationMs}`);
  assertStrings("logs", logs);
  if (diagnostics !== undefined) assertStrings("diagnostics", diagnostics);
  const keys = Object.keys(result).filter((key) => key !== "diagnostics");
  assert.deepEqual(keys.sort(), ["durationMs", "logs", "ok", ok ? "result" : "error"].sort());
  if (!result.ok) assertError(result.error);
}

/** The value of a run that must have succeeded. */
export function success(result: ExecuteResult): unknown {
  if (!result.ok)
    assert.fail(`expected a value, got ${result.error.code}: ${result.error.message}`);
  return result.result;
}

/** The error of a run that must have failed with one of these codes. */
export function failure(
  result: ExecuteResult,
  codes: ExecuteErrorCode | readonly ExecuteErrorCode[],
  message?: string | RegExp,
): ExecuteError {
  const expected = [codes].flat();
  if (result.ok) assert.fail(`expected ${expected.join(" or ")}, got ${show(result.result)}`);
  const { error } = result;
  assert.ok(
    expected.includes(error.code),
    `expected ${expected.join(" or ")}, got ${error.code}: ${error.message.slice(0, 200)}`,
  );
  if (typeof message === "string") assert.equal(error.message, message);
  if (message instanceof RegExp) assert.match(error.message, message);
  return error;
}

function assertError({ code, message, line, column }: ExecuteError): void {
  assert.ok(isKnownExecuteErrorCode(code), `${show(code)} is no code`);
  assert.equal(typeof message, "string", "error.message is a string");
  for (const position of [line, column]) {
    assert.ok(position === undefined || (Number.isInteger(position) && position >= 1));
  }
}

function assertStrings(name: string, values: unknown): void {
  assert.ok(Array.isArray(values), `${name} is an array`);
  for (const value of values) assert.equal(typeof value, "string", `${name} holds strings`);
}

function show(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 200);
}
