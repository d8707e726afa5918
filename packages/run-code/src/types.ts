/** What a caller may ask of one run; every key may be left out. */
export interface CodeExecutionOptions {
  /** Which export becomes the result, and what it is called with if it is a function. */
  execute?: {
    /** Name of the export. Default `default`. */
    fn?: string;
    /** Arguments for an exported function. Default none. */
    args?: unknown[];
  };
  /** Modules made of host values, by bare specifier: `{ fs: { readFile } }`. */
  imports?: Record<string, Record<string, unknown>>;
  /** Further modules as source text, by relative specifier: `{ "./math.js": "export …" }`. */
  modules?: Record<string, string>;
  /** Host values that every module of the run sees as free identifiers. */
  globals?: Record<string, unknown>;
  /** The language of the source and of `modules`. Default `typescript`. */
  language?: "javascript" | "typescript";
  /** Heap the guest may use; more of it ends the run with status `memory`. */
  memoryLimitBytes?: number;
  /** What errors and stacks call the source. Default `<runCode>`. */
  filename?: string;
  /** Gives the guest a `report` function, and gets every value passed to it. */
  report?: (value: unknown) => void;
}

/** A run under way: await it for the result, or stop it. */
export interface CodeExecution extends PromiseLike<CodeExecutionResult> {
  /** Stops the run with status `terminated`; the reason becomes part of `error.message`. */
  terminate(reason?: string): void;
  /** Whether the result is still to come. */
  readonly running: boolean;
  /** What the guest has reported so far, in the order of its calls. */
  readonly reports: readonly unknown[];
}

/** How a run ended and everything it left behind. */
export interface CodeExecutionResult {
  /** The kind of ending. */
  status: "success" | "error" | "memory" | "terminated" | "link_error";
  /** The value of the selected export; absent unless the status is `success`. */
  result?: unknown;
  /** Every value passed to the built-in `report`, in the order of the calls. */
  reports: unknown[];
  /** Console calls, unless the caller supplied a console; as confidential as the run's inputs. */
  logs: CodeExecutionLog[];
  /** Why the run did not succeed; absent when it did. */
  error?: CodeExecutionError;
  /** Wall time from the call of `runCode` to this result. */
  durationMs: number;
  /** The most heap the guest held, where the engine can tell. */
  memoryUsedBytes?: number;
  /** How many entries the bounds cut, at least; absent when they cut none. */
  truncated?: { logs?: number; reports?: number };
  /** What a careful author would want to know although it did not change the status. */
  diagnostics?: string[];
}

/** One console call of the guest. */
export interface CodeExecutionLog {
  /** The method that was called. */
  level: "log" | "info" | "warn" | "error" | "debug";
  /** Its arguments as values, not as text. */
  args: unknown[];
  /** When it was called, in milliseconds since 1970. */
  timestamp: number;
}

/** Why a run failed, at which place in the author's text. */
export interface CodeExecutionError {
  /** The kind of error, such as `TypeError`. */
  name: string;
  /** What happened, in words. */
  message: string;
  /** The guest's own frames, without any of the host's. */
  stack?: string;
  /** The import that could not be linked. */
  specifier?: string;
  /** The module that `line` and `column` belong to. */
  filename?: string;
  /** 1-based line in the author's text. */
  line?: number;
  /** 1-based column in the author's text. */
  column?: number;
}

/** Starts a run and returns its handle; throws a `TypeError` for options that make no sense. */
export type RunCode = (source: string, options?: CodeExecutionOptions) => CodeExecution;
