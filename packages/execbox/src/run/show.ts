import { inspect } from "node:util";
import type { Io } from "../cli/command.js";
import { formatDuration } from "../cli/quantities.js";
import type { CallRecorder } from "./calls.js";
import type { Failed, Outcome } from "./outcome.js";
import type { Program } from "./program.js";
import { sourceFrame } from "./source-frame.js";

/** Prints how a run ended: the value to stdout, everything else to stderr. */
export function showOutcome(
  outcome: Outcome,
  program: Program,
  recorder: CallRecorder,
  io: Io,
): void {
  if (outcome.ok) {
    if (outcome.result !== undefined) io.out.line(valueText(outcome.result, io));
  } else {
    showFailure(outcome, program, io);
  }
  for (const note of outcome.diagnostics) io.err.line(`${io.err.style.warn("note:")} ${note}`);
  if (io.err.interactive) io.err.line(io.err.style.faint(summary(outcome, recorder)));
}

/** A value as people read it; text as it is. */
export function valueText(value: unknown, { out }: Pick<Io, "out">): string {
  if (typeof value === "string") return value;
  return inspect(value, {
    colors: out.style.good("") !== "",
    depth: null,
    maxArrayLength: 1_000,
    breakLength: out.columns,
  });
}

/** The envelope of a run for programs: what `--json` prints. */
export function envelope(outcome: Outcome, recorder: CallRecorder): Record<string, unknown> {
  const { durationMs, logs, diagnostics, reports } = outcome;
  return {
    ok: outcome.ok,
    ...(outcome.ok ? { result: outcome.result } : { error: outcome.error }),
    durationMs,
    logs,
    ...(reports === undefined || reports.length === 0 ? {} : { reports }),
    ...(diagnostics.length === 0 ? {} : { diagnostics }),
    calls: recorder.calls.length,
  };
}

function showFailure({ error }: Failed, program: Program, { err }: Io): void {
  const { code, message, filename, line, column } = error;
  err.line(`${err.style.bad(`${code}:`)} ${message}`);
  if (line === undefined) return;
  const where = [filename ?? program.name, line, ...(column === undefined ? [] : [column])].join(
    ":",
  );
  err.line(err.style.faint(`  at ${where}`));
  if (filename !== undefined) return;
  const place = column === undefined ? { line } : { line, column };
  for (const text of sourceFrame(program.code, place, err.style, err.columns)) err.line(text);
}

function summary({ ok, durationMs }: Outcome, { calls }: CallRecorder): string {
  const count = calls.length === 1 ? "1 tool call" : `${calls.length} tool calls`;
  return `${ok ? "done" : "failed"} in ${formatDuration(durationMs)}, ${count}`;
}
