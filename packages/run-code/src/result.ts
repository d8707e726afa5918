import type { ModuleOutcome, WireError, WireValue } from "@execbox/protocol";
import type { CodeExecutionError, CodeExecutionLog, CodeExecutionResult } from "./types.js";

/** What a run left behind, whichever way it ended. */
export interface RunLeavings {
  terminated: { reason: string | undefined } | undefined;
  decode(value: WireValue): unknown;
  reports: unknown[];
  logs: CodeExecutionLog[];
  diagnostics: string[];
  truncated: NonNullable<CodeExecutionResult["truncated"]>;
  durationMs: number;
  safetyCapMs: number;
}

/** The one place where results of module runs are made. */
export function toResult(outcome: ModuleOutcome, leavings: RunLeavings): CodeExecutionResult {
  const { reports, logs, durationMs } = leavings;
  const diagnostics = [...leavings.diagnostics, ...outcome.diagnostics];
  const used = outcome.done?.memoryUsedBytes;
  const record = {
    reports: [...reports],
    logs,
    durationMs,
    ...(used === undefined ? {} : { memoryUsedBytes: used }),
    ...(Object.keys(leavings.truncated).length === 0 ? {} : { truncated: leavings.truncated }),
    ...(diagnostics.length === 0 ? {} : { diagnostics }),
  };
  const ending = judge(outcome, leavings);
  return ending.status === "success"
    ? { status: "success", result: ending.result, ...record }
    : { status: ending.status, error: ending.error, ...record };
}

type Ending =
  | { status: "success"; result: unknown }
  | { status: Exclude<CodeExecutionResult["status"], "success">; error: CodeExecutionError };

function judge(
  { verdict, done }: ModuleOutcome,
  { terminated, decode, safetyCapMs }: RunLeavings,
): Ending {
  if (terminated !== undefined) {
    const because = terminated.reason === undefined ? "" : `: ${terminated.reason}`;
    return ended("terminated", "Terminated", `The run was terminated${because}`);
  }
  if (verdict.ok) {
    const value = done?.ok === true ? done.value : undefined;
    try {
      return { status: "success", result: value === undefined ? undefined : decode(value) };
    } catch (error) {
      return ended("error", "SerializationError", (error as Error).message);
    }
  }
  const { code, message } = verdict.error;
  if (code === "timeout") {
    const cap = `The run was ended by the safety cap of ${safetyCapMs} ms`;
    return ended("terminated", "Terminated", cap);
  }
  if (code === "memory_limit") return ended("memory", "MemoryLimit", message);
  const wire: WireError = done?.ok === false ? done.error : { code, message };
  const error = toError(wire);
  return { status: wire.link ? "link_error" : "error", error };
}

function ended(status: "terminated" | "memory" | "error", name: string, message: string): Ending {
  return { status, error: { name, message } };
}

function toError(wire: WireError): CodeExecutionError {
  const name = wire.name ?? (wire.link ? "LinkError" : "Error");
  // The guest puts the name before the message of every error but a plain one.
  const prefix = name === "Error" ? "" : `${name}: `;
  const message = wire.message.startsWith(prefix)
    ? wire.message.slice(prefix.length)
    : wire.message;
  return {
    name,
    message,
    ...(wire.stack === undefined ? {} : { stack: wire.stack }),
    ...(wire.specifier === undefined ? {} : { specifier: wire.specifier }),
    ...(wire.filename === undefined ? {} : { filename: wire.filename }),
    ...(wire.line === undefined ? {} : { line: wire.line }),
    ...(wire.column === undefined ? {} : { column: wire.column }),
  };
}
