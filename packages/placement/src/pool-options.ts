import { availableParallelism } from "node:os";
import type { PoolSettings } from "@execbox/protocol";
import type { PoolOptions } from "./pool.js";

/** Completes what a user said of a pool. */
export function poolOptions(given: PoolSettings = {}): PoolOptions {
  // Guests wait for their tools most of the time; more of them than cores do no harm.
  const some = Math.max(4, 2 * availableParallelism());
  const { maxSize = some, minSize = 0, idleTimeoutMs = 30_000 } = given;
  return { maxSize, minSize: Math.min(minSize, maxSize), idleTimeoutMs, maxStarting: some };
}
