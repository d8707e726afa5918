import assert from "node:assert/strict";
import type { Facts, Subject } from "./verify.js";

/** What `runCode` may be asked; the contract's own words, so that no runner is imported here. */
export interface CodeOptions {
  execute?: { fn?: string; args?: unknown[] };
  imports?: Record<string, Record<string, unknown>>;
  modules?: Record<string, string>;
  globals?: Record<string, unknown>;
  language?: "javascript" | "typescript";
  memoryLimitBytes?: number;
  filename?: string;
  report?: (value: unknown) => void;
}

/** Why a run did not succeed. */
export interface CodeError {
  name: string;
  message: string;
  stack?: string;
  specifier?: string;
  filename?: string;
  line?: number;
  column?: number;
}

/** One captured console call. */
export interface CodeLog {
  level: string;
  args: unknown[];
  timestamp: number;
}

/** How a run ended. */
export interface CodeResult {
  status: "success" | "error" | "memory" | "terminated" | "link_error";
  result?: unknown;
  reports: unknown[];
  logs: CodeLog[];
  error?: CodeError;
  durationMs: number;
  memoryUsedBytes?: number;
  truncated?: { logs?: number; reports?: number };
  diagnostics?: string[];
}

/** A run under way. */
export interface CodeHandle extends PromiseLike<CodeResult> {
  terminate(reason?: string): void;
  readonly running: boolean;
  readonly reports: readonly unknown[];
}

/** Starts a run. */
export type StartCode = (source: string, options?: CodeOptions) => CodeHandle;

/** Runs a module to its end; the envelope of the result has been checked. */
export type RunToEnd = (source: string, options?: CodeOptions) => Promise<CodeResult>;

/** What a case may ask of a runner of its own. */
export interface CodeRunnerSettings {
  memoryLimitBytes?: number;
  safetyCapMs?: number;
  maxLogLines?: number;
  maxLogChars?: number;
}

/** The thing under test. */
export interface CodeRunnerUnderTest {
  runCode: StartCode;
  dispose(): Promise<void>;
}

/** How the contract suite makes the runners it tests. */
export interface CodeRunnerFactory {
  readonly name: string;
  /** The suite disposes what this returns. */
  create(options?: CodeRunnerSettings): CodeRunnerUnderTest;
  readonly facts?: Facts;
}

/** What a case of the contract suite works with. */
export interface CodeContext {
  /** Starts a run on the runner that all cases share, so that a broken one is noticed. */
  readonly start: StartCode;
  /** Runs to the end on the shared runner. */
  readonly run: RunToEnd;
  /** `runCode` without its types, for what they forbid. */
  startAnything(...args: readonly unknown[]): unknown;
  /** Makes another runner with settings of its own. */
  create(settings?: CodeRunnerSettings): { readonly start: StartCode; readonly run: RunToEnd };
}

/** Makes a factory a subject for the contract suite of `runCode`. */
export function codeSubject(factory: CodeRunnerFactory): Subject<CodeContext> {
  return {
    name: factory.name,
    facts: factory.facts ?? {},
    async open() {
      const made: CodeRunnerUnderTest[] = [];
      const make = (settings?: CodeRunnerSettings): StartCode => {
        const runner = factory.create(settings);
        made.push(runner);
        return runner.runCode;
      };
      const start = make();
      return {
        context: {
          start,
          run: toEnd(start),
          startAnything: (...args) => Reflect.apply(start, undefined, args),
          create: (settings) => {
            const own = make(settings);
            return { start: own, run: toEnd(own) };
          },
        },
        async close() {
          await Promise.all(made.map((runner) => runner.dispose()));
        },
      };
    },
  };
}

/** Fails unless `result` is exactly what a run may come to. */
export function assertCodeEnvelope(result: CodeResult): void {
  const { status, reports, logs, durationMs, memoryUsedBytes = 0, diagnostics = [] } = result;
  assert.ok(STATUSES.includes(status), `${status} is no status`);
  assert.deepEqual(
    Object.keys(result).filter((key) => !OPTIONAL.includes(key)),
    [...(status === "success" ? ["status", "result"] : ["status", "error"]), ...ALWAYS],
  );
  assert.ok(Array.isArray(reports), "reports is an array");
  for (const number of [durationMs, memoryUsedBytes]) {
    assert.ok(Number.isFinite(number) && number >= 0, `${number} measures nothing`);
  }
  for (const line of diagnostics) assert.equal(typeof line, "string");
  for (const entry of logs) assertLog(entry);
  if (result.error !== undefined) assertCodeError(result.error);
}

const STATUSES = ["success", "error", "memory", "terminated", "link_error"];
const ALWAYS = ["reports", "logs", "durationMs"];
const OPTIONAL = ["memoryUsedBytes", "truncated", "diagnostics"];
const LEVELS = ["log", "info", "warn", "error", "debug"];

function assertLog(entry: CodeLog): void {
  assert.deepEqual(Object.keys(entry).sort(), ["args", "level", "timestamp"]);
  assert.ok(LEVELS.includes(entry.level), `${entry.level} is no level`);
  assert.ok(Array.isArray(entry.args), "args is an array");
  assert.ok(Number.isFinite(entry.timestamp), "timestamp is a time");
}

function assertCodeError(error: CodeError): void {
  const { name, message, stack = "", specifier = "", filename = "", line = 1, column = 1 } = error;
  for (const text of [name, message, stack, specifier, filename]) {
    assert.equal(typeof text, "string");
  }
  for (const position of [line, column]) {
    assert.ok(Number.isInteger(position) && position >= 1, `${position} is no position`);
  }
}

function toEnd(start: StartCode): RunToEnd {
  return async (source, options) => {
    const result = await start(source, options);
    assertCodeEnvelope(result);
    return result;
  };
}
