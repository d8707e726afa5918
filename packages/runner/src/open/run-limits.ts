import { DEFAULT_LIMITS, type RuntimeLimits } from "@execbox/core";
import type { RunnerLimits } from "../block/types.js";

const MB = 1024 * 1024;
/** What WebAssembly can address. */
const MOST_BYTES = 2 ** 32 - 1;
/** The least an engine can start with. */
const LEAST_BYTES = 1 * MB;

/** The limits of a block as those of guest code: its memory is the guest's heap. */
export function resolveRunLimits(limits: RunnerLimits): RuntimeLimits & { safetyCapMs: number } {
  const timeoutMs = Math.ceil(limits.timeout_ms);
  const bytes = Math.ceil(limits.memory_mb * MB);
  const memoryLimitBytes = Math.min(Math.max(bytes, LEAST_BYTES), MOST_BYTES);
  return { ...DEFAULT_LIMITS, timeoutMs, memoryLimitBytes, safetyCapMs: timeoutMs };
}
