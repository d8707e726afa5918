/** The document's section 12, with `export` before each interface. */

export interface CodeExecutionOptions {
  execute?: {
    fn?: string;
    args?: unknown[];
  };
  imports?: Record<string, Record<string, unknown>>;
  modules?: Record<string, string>;
  globals?: Record<string, unknown>;
  language?: "javascript" | "typescript";
  memoryLimitBytes?: number;
  filename?: string;
  report?: (value: unknown) => void;
}

export interface CodeExecution extends PromiseLike<CodeExecutionResult> {
  terminate(reason?: string): void;
  readonly running: boolean;
  readonly reports: readonly unknown[];
}

export interface CodeExecutionResult {
  status: "success" | "error" | "memory" | "terminated" | "link_error";
  result?: unknown;
  reports: unknown[];
  logs: CodeExecutionLog[];
  error?: CodeExecutionError;
  durationMs: number;
  memoryUsedBytes?: number;
}

export interface CodeExecutionLog {
  level: "log" | "info" | "warn" | "error" | "debug";
  args: unknown[];
  timestamp: number;
}

export interface CodeExecutionError {
  name: string;
  message: string;
  stack?: string;
  specifier?: string;
  filename?: string;
  line?: number;
  column?: number;
}
