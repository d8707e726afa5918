import { messageOf } from "@execbox/core";
import { decodeFrame, type Verdict } from "@execbox/protocol";

const MAX_MESSAGE_CHARS = 16_384;

/** A verdict the host reached on its own. */
export function fault(
  code: "timeout" | "memory_limit" | "runtime_error" | "serialization_error" | "internal_error",
  message: string,
): Verdict {
  return { ok: false, error: { code, message: message.slice(0, MAX_MESSAGE_CHARS) } };
}

/** The answer of a command: one JSON value on stdout, or nothing for `undefined`. */
export function answerOfCommand(output: string): Verdict {
  if (output.trim() === "") return { ok: true, result: undefined };
  const answer = parse(output);
  return "error" in answer ? notJson(answer.error) : { ok: true, result: answer.value };
}

/**
 * The answer of a module, as `module-body` writes it. The body shares that process and may write
 * what it likes: at worst it lies about its own result.
 */
export function answerOfModule(output: string): Verdict {
  if (output === "") return fault("runtime_error", "the body ended its process before it answered");
  const answer = parse(output);
  if ("error" in answer) return notJson(answer.error);
  const { value } = answer;
  if (typeof value !== "object" || value === null || !("ok" in value)) {
    return notJson("it is not an answer");
  }
  if (value.ok === true) {
    return { ok: true, result: "result" in value ? value.result : undefined };
  }
  const error: unknown = "error" in value ? value.error : undefined;
  const { code, message }: { code?: unknown; message?: unknown } =
    typeof error === "object" && error !== null ? error : {};
  return fault(
    code === "serialization_error" ? code : "runtime_error",
    typeof message === "string" ? message : "the body failed without a message",
  );
}

function parse(output: string): { value: unknown } | { error: string } {
  try {
    return { value: decodeFrame(output) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function notJson(reason: string): Verdict {
  return fault(
    "serialization_error",
    `the body's stdout must be one JSON value (${reason}); print everything else to stderr`,
  );
}
