/** The seven failure codes; `docs/errors.md` has a section for each. */
export type ExecuteErrorCode =
  | "timeout"
  | "memory_limit"
  | "validation_error"
  | "tool_error"
  | "runtime_error"
  | "serialization_error"
  | "internal_error";

/** Why a run failed: a fixed code for programs, a sentence for people and models. */
export interface ExecuteError {
  code: ExecuteErrorCode;
  message: string;
  /** 1-based line in the author's text, when the failure has a place there. */
  line?: number;
  /** 1-based column in the author's text, when the failure has a place there. */
  column?: number;
}

interface ExecuteReport {
  /** Wall time from the call of `execute()` to its verdict, by the host's clock. */
  durationMs: number;
  /** Console lines, within `maxLogLines` and `maxLogChars`. */
  logs: string[];
  /** What a careful author would want to know although it did not change the verdict. */
  diagnostics?: string[];
}

/** A run that produced a value. */
export interface ExecuteSuccess<T = unknown> extends ExecuteReport {
  ok: true;
  result: T;
}

/** A run that failed, with the reason. */
export interface ExecuteFault extends ExecuteReport {
  ok: false;
  error: ExecuteError;
}

/** What every executor returns for every run; it never rejects for anything a guest does. */
export type ExecuteResult<T = unknown> = ExecuteSuccess<T> | ExecuteFault;

/** The limits a run obeys wherever it runs. */
export interface ExecutorRuntimeOptions {
  /** Wall time for the whole run, tool time included. Default 5,000. */
  timeoutMs?: number;
  /** Heap the guest may use. Default 64 MiB. */
  memoryLimitBytes?: number;
  /** How many console lines are kept. Default 100. */
  maxLogLines?: number;
  /** How many console characters are kept in all. Default 64,000. */
  maxLogChars?: number;
  /** How many tool calls may wait for their results at once; further ones queue. Default 256. */
  maxOpenCalls?: number;
  /** How many tool calls a run may make in all. Default: no limit. */
  maxToolCalls?: number;
}

/** Options of one `execute()` call. */
export interface ExecutionOptions extends ExecutorRuntimeOptions {
  /** Aborting it ends the run with `timeout` and the message "Execution cancelled". */
  signal?: AbortSignal;
  /** Gets each console line as it happens. */
  onLog?: (line: string) => void;
  /** The language of the code. Default: JavaScript where it parses as such, else TypeScript. */
  language?: GuestLanguage;
}

/** The languages guest code may be written in. */
export type GuestLanguage = "javascript" | "typescript";

/** Runs guest code with the given tools in a fresh sandbox each time. */
export interface Executor {
  execute(
    code: string,
    providers?: readonly ResolvedToolProvider[],
    options?: ExecutionOptions,
  ): Promise<ExecuteResult>;
  /** Makes what the first run would otherwise wait for. */
  prewarm?(): Promise<void>;
  /** Ends everything the executor started. */
  dispose?(): Promise<void>;
}

/** A JSON Schema, 2020-12 or draft-07. */
export type JsonSchema = boolean | { [keyword: string]: unknown };

/** Hints about a tool's behaviour, as MCP defines them; advisory, never enforced. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** What a tool learns about the call it serves. */
export interface ToolExecutionContext {
  /** Aborted when the run ends, for whatever reason, before the tool has answered. */
  signal: AbortSignal;
  providerName: string;
  safeToolName: string;
  originalToolName: string;
}

/**
 * Transport-safe metadata of one tool: what a runner needs to build its proxy.
 * It names a capability and never is one.
 */
export interface ProviderToolManifest {
  safeName: string;
  originalName: string;
  description?: string;
}

/** Transport-safe view of a resolved provider. */
export interface ProviderManifest {
  name: string;
  tools: Record<string, ProviderToolManifest>;
  types: string;
}

/** A guest's request to call a tool, as a runner reports it. */
export interface ToolCall {
  providerName: string;
  safeToolName: string;
  input: unknown;
}

/** The host's answer to a `ToolCall`. */
export type ToolCallResult =
  | { ok: true; result: unknown }
  | { ok: false; error: { code: ExecuteErrorCode; message: string } };

/** A tool after resolution: validated name, normalised schemas, wrapped function. */
export interface ResolvedToolDescriptor {
  safeName: string;
  originalName: string;
  description?: string;
  annotations?: ToolAnnotations;
  inputSchema?: JsonSchema;
  outputSchema?: JsonSchema;
  /** Validates the input, runs the tool, validates the output; throws `ExecuteFailure` only. */
  execute(input: unknown, context: ToolExecutionContext): Promise<unknown>;
}

/** A provider that executors can trust: identifiers checked, tools wrapped, types made. */
export interface ResolvedToolProvider {
  name: string;
  tools: Record<string, ResolvedToolDescriptor>;
  /** TypeScript declarations of the namespace, for the model that writes the code. */
  types: string;
  originalToSafeName: Record<string, string>;
  safeToOriginalName: Record<string, string>;
}
