import { DEFAULT_LIMITS, type ExecutorRuntimeOptions } from "@execbox/core";

/** The most an execution may ask of a runner; what asks for more gets this. */
export type ExecutionCaps = Required<Omit<ExecutorRuntimeOptions, "maxToolCalls">>;

const MB = 1024 * 1024;

/** What a runner grants when its operator said nothing else. */
export const DEFAULT_CAPS: ExecutionCaps = {
  timeoutMs: 300_000,
  memoryLimitBytes: 512 * MB,
  maxLogLines: 1_000_000,
  maxLogChars: 16 * MB,
  maxOpenCalls: 4_096,
};

/** What timers can hold: beyond it they fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The limits a host asked for, each at most what the runner grants. */
export function applyCaps(asked: ExecutorRuntimeOptions, caps: ExecutionCaps): ExecutionCaps {
  const granted = { ...caps };
  for (const name of Object.keys(caps) as (keyof ExecutionCaps)[]) {
    granted[name] = Math.min(asked[name] ?? DEFAULT_LIMITS[name], caps[name]);
  }
  granted.timeoutMs = Math.min(granted.timeoutMs, MAX_TIMER_MS);
  return granted;
}
