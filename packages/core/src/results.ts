import type { ExecuteError, ExecuteResult } from "./types.js";

/** What a run left behind, whichever way it ended. */
export interface RunRecord {
  durationMs: number;
  logs: string[];
  diagnostics?: readonly string[];
}

/** The one place where results are made, so that every executor returns the same envelope. */
export function createExecuteResult(
  verdict: { ok: true; result: unknown } | { ok: false; error: ExecuteError },
  record: RunRecord,
): ExecuteResult {
  const diagnostics =
    record.diagnostics !== undefined && record.diagnostics.length > 0
      ? { diagnostics: [...record.diagnostics] }
      : {};
  const { durationMs, logs } = record;
  return verdict.ok
    ? { ok: true, result: verdict.result, durationMs, logs, ...diagnostics }
    : { ok: false, error: verdict.error, durationMs, logs, ...diagnostics };
}

/** The message of a run that used up its time. */
export const TIMED_OUT = "Execution timed out";

/** The message of a run that its caller aborted. */
export const CANCELLED = "Execution cancelled";

/** The result of a run that ended before anything of it ran. */
export function createTimeoutExecuteResult(durationMs = 0, message = TIMED_OUT): ExecuteResult {
  return createExecuteResult(
    { ok: false, error: { code: "timeout", message } },
    { durationMs, logs: [] },
  );
}
