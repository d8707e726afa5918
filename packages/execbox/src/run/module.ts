import {
  CANCELLED,
  createExecutionContext,
  formatConsoleLine,
  type ResolvedToolProvider,
  TIMED_OUT,
} from "@execbox/core";
import type { CodeExecutionOptions, CodeExecutionResult, CodeRunner } from "@execbox/run-code";
import type { RecordedCall } from "./calls.js";
import type { Outcome, OutcomeCode } from "./outcome.js";
import { type Program, readModules } from "./program.js";
import type { RunRequest } from "./snippet.js";

/** What only module runs need. */
export interface ModuleRequest extends RunRequest {
  /** The export whose value is the result. */
  fn: string;
  memoryLimitBytes: number;
  onReport: (value: unknown) => void;
  /** The calls so far: the guest's word is not taken for what a tool did. */
  calls: readonly RecordedCall[];
}

/** Runs a module by `runCode()`; tools are globals and imports of the provider's name. */
export async function runModule(
  runner: CodeRunner,
  program: Program,
  request: ModuleRequest,
): Promise<Outcome> {
  const { timeoutMs, signal } = request;
  const stop = new AbortController();
  const logs: string[] = [];
  const options = await codeOptions(program, request, stop.signal, (line) => {
    logs.push(line);
    request.onLog(line);
  });
  await runner.prewarm();
  const run = runner.runCode(program.code, options);
  const cancel = () => run.terminate(CANCELLED);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const timer = setTimeout(() => run.terminate(TIMED_OUT), timeoutMs);
  try {
    return toOutcome(await run, logs, request.calls, signal.aborted, program.name);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
    stop.abort();
  }
}

async function codeOptions(
  program: Program,
  { providers, input, fn, memoryLimitBytes, onReport }: ModuleRequest,
  signal: AbortSignal,
  print: (line: string) => void,
): Promise<CodeExecutionOptions> {
  const spaces = providers.map(
    (provider) => [provider.name, namespaceOf(provider, signal)] as const,
  );
  const console = Object.fromEntries(
    ["log", "info", "warn", "error", "debug"].map((level) => [
      level,
      (...args: unknown[]) => print(formatConsoleLine(args)),
    ]),
  );
  return {
    globals: {
      ...Object.fromEntries(spaces),
      console,
      ...(input === undefined ? {} : { input: input.value }),
    },
    imports: Object.fromEntries(spaces),
    modules: await readModules(program),
    execute: { fn, args: input === undefined ? [] : [input.value] },
    filename: program.name,
    memoryLimitBytes,
    report: onReport,
  };
}

/** A provider as an object of functions, each of which checks its input as in `execute()`. */
function namespaceOf(
  provider: ResolvedToolProvider,
  signal: AbortSignal,
): Record<string, (input?: unknown) => Promise<unknown>> {
  return Object.fromEntries(
    Object.entries(provider.tools).map(([name, tool]) => {
      const context = createExecutionContext(signal, provider.name, name, tool.originalName);
      return [name, (input?: unknown) => tool.execute(input, context)] as const;
    }),
  );
}

const CODES: Readonly<Record<Exclude<CodeExecutionResult["status"], "success">, OutcomeCode>> = {
  error: "runtime_error",
  memory: "memory_limit",
  terminated: "timeout",
  link_error: "link_error",
};

function toOutcome(
  { status, result, error, durationMs, reports, diagnostics = [] }: CodeExecutionResult,
  logs: readonly string[],
  calls: readonly RecordedCall[],
  cancelled: boolean,
  name: string,
): Outcome {
  const ending = { durationMs, logs, diagnostics, reports };
  if (status === "success") return { ok: true, result, ...ending };
  const { message = "", filename, line, column, name: kind } = error ?? {};
  const failed = calls.findLast((call) => call.error?.message === message)?.error;
  const code = status === "error" && failed !== undefined ? failed.code : CODES[status];
  const named =
    kind === undefined || kind === "Error" || kind === "LinkError" || failed !== undefined;
  return {
    ok: false,
    error: {
      code,
      message:
        status === "terminated"
          ? cancelled
            ? CANCELLED
            : TIMED_OUT
          : named
            ? message
            : `${kind}: ${message}`,
      ...(filename === undefined || filename === name ? {} : { filename }),
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    },
    ...ending,
  };
}
