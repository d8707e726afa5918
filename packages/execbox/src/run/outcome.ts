import type { ExecuteErrorCode } from "@execbox/core";

/** How a program ended, whichever front door it took. */
export type Outcome = Succeeded | Failed;

interface Ending {
  durationMs: number;
  /** Console lines in the order they were printed. */
  logs: readonly string[];
  /** What a careful author would want to know although it did not change the verdict. */
  diagnostics: readonly string[];
  /** Values the program reported; only modules can. */
  reports?: readonly unknown[];
}

/** A program that produced a value. */
export interface Succeeded extends Ending {
  ok: true;
  result: unknown;
}

/** A program that failed, with the place in its author's text where there is one. */
export interface Failed extends Ending {
  ok: false;
  error: {
    code: OutcomeCode;
    message: string;
    /** The module it happened in, when it was not the program's own file. */
    filename?: string;
    line?: number;
    column?: number;
  };
}

/** The codes of `execute()`, and `link_error` for a module that could not be put together. */
export type OutcomeCode = ExecuteErrorCode | "link_error";

/** The exit code of each way to fail; `execbox run --help` shows the same table. */
export const EXIT_CODES: Readonly<Record<OutcomeCode, number>> = {
  runtime_error: 1,
  tool_error: 10,
  validation_error: 11,
  serialization_error: 12,
  memory_limit: 13,
  link_error: 14,
  internal_error: 70,
  timeout: 124,
};
