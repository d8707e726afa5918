import { assertKnownKeys, assertRecord, describe } from "@execbox/core";

/** What a user may say of the threads or children an executor keeps. */
export interface PoolSettings {
  /** How many there may be at once. Default: twice the cores, at least four. */
  maxSize?: number;
  /** How many are kept however long they are idle. Default 0. */
  minSize?: number;
  /** How long the others wait for work before they are ended. Default 30,000. */
  idleTimeoutMs?: number;
  /** How long a run waits for one of them before it ends with `timeout`. Default 30,000. */
  maxWaitMs?: number;
  /** Whether to start `minSize` of them, at least one, before the first run. Default false. */
  prewarm?: boolean;
}

/** Refuses settings that make no sense, by name, before anything is started. */
export function assertPoolSettings(given: PoolSettings | undefined): void {
  if (given === undefined) return;
  assertRecord("options.pool", given);
  assertKnownKeys("options.pool", given, [
    "maxSize",
    "minSize",
    "idleTimeoutMs",
    "maxWaitMs",
    "prewarm",
  ]);
  assertCount("maxSize", given.maxSize, 1);
  assertCount("minSize", given.minSize, 0);
  assertCount("idleTimeoutMs", given.idleTimeoutMs, 0);
  assertCount("maxWaitMs", given.maxWaitMs, 0);
  if (given.prewarm !== undefined && typeof given.prewarm !== "boolean") {
    throw new TypeError(`options.pool.prewarm must be a boolean, got ${describe(given.prewarm)}`);
  }
  if ((given.minSize ?? 0) > (given.maxSize ?? Number.POSITIVE_INFINITY)) {
    throw new TypeError("options.pool.minSize must not be over options.pool.maxSize");
  }
}

function assertCount(name: string, value: unknown, least: number): void {
  if (value === undefined) return;
  const whole = Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
  if (whole && (value as number) >= least) return;
  throw new TypeError(
    `options.pool.${name} must be a whole number of at least ${least}, got ${describe(value)}`,
  );
}
