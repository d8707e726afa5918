import { availableParallelism } from "node:os";
import { assertKnownKeys, assertRecord, describe } from "@execbox/core";
import type { PoolOptions } from "./pool.js";

/** Checks and completes what a user said of a pool. */
export function poolOptions(given: Partial<PoolOptions> = {}): PoolOptions {
  assertRecord("options.pool", given);
  assertKnownKeys("options.pool", given, ["maxSize", "minSize", "idleTimeoutMs", "prewarm"]);
  const options: PoolOptions = {
    // Guests wait for their tools most of the time; more of them than cores do no harm.
    maxSize: given.maxSize ?? Math.max(4, 2 * availableParallelism()),
    minSize: given.minSize ?? 0,
    idleTimeoutMs: given.idleTimeoutMs ?? 30_000,
  };
  assertCount("maxSize", options.maxSize, 1);
  assertCount("minSize", options.minSize, 0);
  assertCount("idleTimeoutMs", options.idleTimeoutMs, 0);
  if (options.minSize > options.maxSize) {
    throw new TypeError("options.pool.minSize must not be over options.pool.maxSize");
  }
  return options;
}

function assertCount(name: string, value: unknown, least: number): void {
  const whole = Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
  if (whole && (value as number) >= least) return;
  throw new TypeError(
    `options.pool.${name} must be a whole number of at least ${least}, got ${describe(value)}`,
  );
}
