import { describeUnserializable, type ExecuteError } from "@execbox/core";
import type { CallLedger } from "./ledger.js";
import type { DoneMessage, WireError } from "./messages.js";

/** How a run ended, in the host's judgement. */
export type Verdict = { ok: true; result: unknown } | { ok: false; error: ExecuteError };

const MAX_MESSAGE_CHARS = 16_384;

/**
 * The only place where a runner's word becomes a verdict. A runner may say how its own engine
 * fared; what tools did, the host knows better.
 */
export function judge(done: DoneMessage, ledger: CallLedger): Verdict {
  if (done.ok) return judgeResult(done.result);
  const { error } = done;
  const claimsToolFailure = error.code === "tool_error" || error.code === "validation_error";
  const code = claimsToolFailure && !ledger.holds(error) ? "runtime_error" : error.code;
  return { ok: false, error: toExecuteError(error, code) };
}

/** A verdict the host reached on its own. */
export function fault(code: ExecuteError["code"], message: string): Verdict {
  return { ok: false, error: { code, message } };
}

function judgeResult(result: unknown): Verdict {
  const reason = result === undefined ? undefined : describeUnserializable(result, "result");
  return reason === undefined ? { ok: true, result } : fault("serialization_error", reason);
}

function toExecuteError(error: WireError, code: ExecuteError["code"]): ExecuteError {
  return {
    code,
    message:
      error.message.length <= MAX_MESSAGE_CHARS
        ? error.message
        : `${error.message.slice(0, MAX_MESSAGE_CHARS)}… (${error.message.length} characters)`,
    ...(error.line === undefined ? {} : { line: error.line }),
    ...(error.column === undefined ? {} : { column: error.column }),
  };
}
