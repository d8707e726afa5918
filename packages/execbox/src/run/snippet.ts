import type { Executor, ResolvedToolProvider } from "@execbox/core";
import { resolveProvider } from "@execbox/core";
import { loadTypeEraser, type PreparedProgram, readSnippet } from "@execbox/source";
import type { Outcome } from "./outcome.js";
import type { Program } from "./program.js";

/** What a run needs beside its program. */
export interface RunRequest {
  providers: readonly ResolvedToolProvider[];
  /** What the program sees as `input`; absent when it was given none. */
  input?: { value: unknown };
  timeoutMs: number;
  onLog: (line: string) => void;
  signal: AbortSignal;
}

/** Runs a snippet by `execute()`. */
export async function runSnippet(
  executor: Executor,
  program: Program,
  request: RunRequest,
): Promise<Outcome> {
  const { providers, input, timeoutMs, onLog, signal } = request;
  const prepared = input === undefined ? undefined : await prepareWithInput(program.code);
  const given = prepared === undefined ? [] : [inputProvider(input?.value)];
  const result = await executor.execute(
    prepared === undefined ? program.code : PREFIX + prepared.code + SUFFIX,
    [...providers, ...given],
    { timeoutMs, onLog, signal },
  );
  const { durationMs, logs, diagnostics = [] } = result;
  if (result.ok) return { ok: true, result: result.result, durationMs, logs, diagnostics };
  const { code, message, line, column } = result.error;
  const place = placeIn(prepared, line, column);
  return { ok: false, error: { code, message, ...place }, durationMs, logs, diagnostics };
}

/*
 * A snippet has no globals but its tools, so `input` becomes a constant of a function around it,
 * filled by a tool: input of any size then travels as any tool's result does. The snippet is
 * read first, because only what parsed on its own may be put inside something else.
 */
const PREFIX = "async () => { const input = await execboxInput.read(); return (";
const SUFFIX = ")(); }";

async function prepareWithInput(code: string): Promise<PreparedProgram | undefined> {
  try {
    const reading = readSnippet(code);
    return reading.prepare(reading.needsEraser ? await loadTypeEraser() : undefined);
  } catch {
    // It does not parse: the run says so, and where.
    return undefined;
  }
}

function inputProvider(value: unknown): ResolvedToolProvider {
  return resolveProvider({ name: "execboxInput", tools: { read: { execute: () => value } } });
}

function placeIn(
  prepared: PreparedProgram | undefined,
  line: number | undefined,
  column: number | undefined,
): { line?: number; column?: number } {
  if (line === undefined || column === undefined) return line === undefined ? {} : { line };
  if (prepared === undefined) return { line, column };
  return prepared.positionOf(line, line === 1 ? column - PREFIX.length : column) ?? {};
}
