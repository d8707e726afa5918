import nodeAssert, { AssertionError } from "node:assert/strict";
import { inspect, isDeepStrictEqual } from "node:util";

interface BoundedAssert {
  ok(value: unknown, message?: string): asserts value;
  equal(actual: unknown, expected: unknown, message?: string): void;
  notEqual(actual: unknown, expected: unknown, message?: string): void;
  deepEqual(actual: unknown, expected: unknown, message?: string): void;
  match(actual: string, pattern: RegExp, message?: string): void;
}

/**
 * Comparisons of what a runner sent. Node's own, from version 22 on, draw a difference in time and
 * memory that grow with the square of its length: a runner that sends 50,000 messages would take
 * the kit's machine down with gigabytes.
 */
export const assert: BoundedAssert = {
  ok(value, message) {
    nodeAssert.ok(value, message);
  },
  equal(actual, expected, message) {
    if (!Object.is(actual, expected)) throw difference(actual, expected, message);
  },
  notEqual(actual, unwanted, message) {
    if (Object.is(actual, unwanted)) {
      throw new AssertionError({ message: message ?? `got ${show(actual)}, which it must not be` });
    }
  },
  deepEqual(actual, expected, message) {
    if (!isDeepStrictEqual(actual, expected)) throw difference(actual, expected, message);
  },
  match(actual, pattern, message) {
    if (!pattern.test(actual)) throw difference(actual, pattern, message);
  },
};

function difference(actual: unknown, expected: unknown, message?: string): AssertionError {
  return new AssertionError({
    message: message ?? `expected ${show(expected)}, got ${show(actual)}`,
  });
}

function show(value: unknown): string {
  const bounds = { maxArrayLength: 10, maxStringLength: 200, depth: 4, breakLength: Infinity };
  return inspect(value, bounds).slice(0, 1_000);
}
