import { CommandError, EXIT } from "../cli/command.js";
import type { CallRecorder, RecordedCall } from "../run/calls.js";
import type { Outcome } from "../run/outcome.js";

/** What `execbox run --trace FILE` writes: every call with its times and sizes. */
export interface Trace {
  execbox: "trace";
  version: 1;
  program: string;
  engine: string;
  placement: string;
  /** When the run began, as an ISO date. */
  startedAt: string;
  durationMs: number;
  /** `ok`, or the code of the failure. */
  outcome: string;
  calls: readonly RecordedCall[];
}

/** The trace of a run that is over. */
export function makeTrace(
  outcome: Outcome,
  { calls, now }: CallRecorder,
  about: Pick<Trace, "program" | "engine" | "placement" | "startedAt">,
): Trace {
  return {
    execbox: "trace",
    version: 1,
    ...about,
    durationMs: Math.max(outcome.durationMs, ...calls.map(({ endMs }) => endMs ?? now)),
    outcome: outcome.ok ? "ok" : outcome.error.code,
    calls,
  };
}

/** Reads a trace that a file claims to hold. */
export function readTrace(file: string, text: string): Trace {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isTrace(value)) return value;
  throw new CommandError(
    `${file} is not a trace; make one with: execbox run FILE --trace ${file}`,
    EXIT.badInput,
  );
}

function isTrace(value: unknown): value is Trace {
  if (typeof value !== "object" || value === null) return false;
  const { execbox, version, durationMs, calls } = value as Partial<Trace>;
  return (
    execbox === "trace" &&
    version === 1 &&
    typeof durationMs === "number" &&
    Array.isArray(calls) &&
    calls.every(isCall)
  );
}

function isCall(value: unknown): value is RecordedCall {
  if (typeof value !== "object" || value === null) return false;
  const { tool, startMs, endMs } = value as Partial<RecordedCall>;
  return (
    typeof tool === "string" &&
    typeof startMs === "number" &&
    (endMs === undefined || typeof endMs === "number")
  );
}
