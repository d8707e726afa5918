/** The limits that every contender is asked to enforce, in every run. */
export const LIMITS = {
  memoryLimitBytes: 64 * 1024 * 1024,
  timeoutMs: 10_000,
};
