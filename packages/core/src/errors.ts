import type { ExecuteErrorCode } from "./types.js";

const CODES: ReadonlySet<unknown> = new Set<ExecuteErrorCode>([
  "timeout",
  "memory_limit",
  "validation_error",
  "tool_error",
  "runtime_error",
  "serialization_error",
  "internal_error",
]);

/** Whether `value` is one of the seven codes an `ExecuteResult` can carry. */
export function isKnownExecuteErrorCode(value: unknown): value is ExecuteErrorCode {
  return CODES.has(value);
}

// Private, so that no object made elsewhere can pass for ours by its shape alone.
const failures = new WeakSet<object>();

/**
 * An error that already knows its code. A tool throws one to choose the code the guest sees;
 * anything else a tool throws becomes `tool_error`.
 *
 * @example throw new ExecuteFailure("validation_error", "No repository named 'acme/site'");
 */
export class ExecuteFailure extends Error {
  readonly code: ExecuteErrorCode;

  constructor(code: ExecuteErrorCode, message: string) {
    super(message);
    this.name = "ExecuteFailure";
    this.code = code;
    failures.add(this);
  }
}

/** Whether `value` is an `ExecuteFailure` made in this process, not something shaped like one. */
export function isExecuteFailure(value: unknown): value is ExecuteFailure {
  return typeof value === "object" && value !== null && failures.has(value);
}

/**
 * The sentence a thrown value carries, and nothing else of it: stacks, causes and other
 * properties of host errors may hold secrets and never cross.
 */
export function messageOf(thrown: unknown): string {
  try {
    if (typeof thrown === "object" && thrown !== null && "message" in thrown) {
      const { message } = thrown;
      if (typeof message === "string") return message;
    }
    return String(thrown);
  } catch {
    // A getter or toString of the thrown value threw in turn.
    return "unknown error";
  }
}
