// What a run came to, in the same few words for everybody.

/** The run gave a value. */
export function success(value) {
  return { ok: true, value };
}

/** The run failed; `code` is `"timeout"`, `"memory"` or `"error"`. */
export function failure(code, message) {
  return { ok: false, code, message: String(message) };
}

/**
 * For contenders that tell timeouts and exhausted memory from other errors by their text only:
 * `patterns` are the texts they document or were seen to use.
 */
export function failureByText(error, patterns) {
  const message = typeof error === "string" ? error : `${error?.name}: ${error?.message}`;
  if (patterns.timeout?.test(message)) return failure("timeout", message);
  if (patterns.memory?.test(message)) return failure("memory", message);
  return failure("error", message);
}
