import type { ExecuteResult } from "@execbox/core";
import type { CodeExecutionResult } from "@execbox/run-code";
import type { Observed } from "./reference.js";

/** What a run of `execute` shows of its program. */
export function observedOf(result: ExecuteResult): Observed {
  const { logs } = result;
  if (result.ok) return { value: JSON.stringify(result.result) ?? "undefined", logs };
  const { code, message } = result.error;
  if (code !== "runtime_error") return { error: code, logs };
  if (message.includes(OVERFLOW)) return { error: "RangeError", logs };
  return { error: /^(\w*Error): /.exec(message)?.[1] ?? "Error", logs };
}

/** On the calling thread the engine's stack may end before its own check of it. */
const OVERFLOW = "recursion used up the engine's stack";

/** What a run of `runCode` shows of its program. */
export function observedOfModule(result: CodeExecutionResult): Observed {
  const logs = result.logs.map(({ args }) => args.join(" "));
  if (result.status === "success") {
    return { value: JSON.stringify(result.result) ?? "undefined", logs };
  }
  if (result.error?.message.includes(OVERFLOW)) return { error: "RangeError", logs };
  // `runCode` says of text that is no module what `execute` calls a SyntaxError.
  const name = result.status === "link_error" ? "SyntaxError" : result.error?.name;
  return {
    error: result.status === "error" || name === "SyntaxError" ? (name ?? "") : result.status,
    logs,
  };
}
