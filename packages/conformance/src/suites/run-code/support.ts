import assert from "node:assert/strict";
import type { CodeError, CodeResult, RunToEnd } from "../../code-subject.js";

export { gate, pause } from "../execute/support.js";

/** The value of a run that must have succeeded. */
export function value(result: CodeResult): unknown {
  if (result.status !== "success") {
    assert.fail(`expected a value, got ${result.status}: ${result.error?.message}`);
  }
  return result.result;
}

/** The error of a run that must have ended with this status. */
export function errorOf(
  result: CodeResult,
  status: CodeResult["status"],
  message?: string | RegExp,
): CodeError {
  const { error } = result;
  if (error === undefined) return assert.fail(`expected ${status}, got ${result.status}`);
  assert.equal(result.status, status, error.message);
  if (typeof message === "string") assert.equal(error.message, message);
  if (message instanceof RegExp) assert.match(error.message, message);
  return error;
}

/** What guest code caught: whether it is an error at all, and what it calls itself. */
export const CAUGHT = "[e instanceof Error, e.name, e.message]";

/** A bridge that never answers. */
export const never = (): Promise<never> => new Promise(() => {});

/** Fails unless a run with a bridge, a log and a report comes out right. */
export async function assertNextRunRight(run: RunToEnd): Promise<void> {
  const reported: unknown[] = [];
  const result = await run(
    `console.log("next", [1]);
     report({ typed: new Uint8Array([1]) });
     export default async () => [echo(1n), await later("two"), typeof leak];`,
    {
      globals: { echo: (sent: unknown) => sent, later: async (sent: unknown) => sent },
      report: (given) => reported.push(given),
    },
  );
  assert.deepEqual(value(result), [1n, "two", "undefined"]);
  assert.deepEqual(
    result.logs.map(({ args }) => args),
    [["next", [1]]],
  );
  assert.deepEqual(reported, [{ typed: new Uint8Array([1]) }]);
}
