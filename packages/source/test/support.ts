import assert from "node:assert/strict";
import { runInThisContext } from "node:vm";
import { GuestSyntaxError, prepareSnippet, type SnippetOptions } from "../src/index.js";

/** What a snippet gives when it runs in this realm. */
export function resultOf(text: string, options?: SnippetOptions): Promise<unknown> {
  const main: unknown = runInThisContext(prepareSnippet(text, options).code);
  assert.ok(typeof main === "function");
  return main();
}

/** The complaint that `action` throws; anything else it throws, or nothing, is a failure. */
export function complaintOf(action: () => unknown): GuestSyntaxError {
  try {
    action();
  } catch (error) {
    assert.ok(error instanceof GuestSyntaxError, `threw ${String(error)}`);
    return error;
  }
  assert.fail("nothing was thrown");
}

/** A small generator of repeatable random numbers: `next(n)` is below `n`. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 7) % below;
  };
}
