import { formatDuration } from "../cli/quantities.js";
import type { Style } from "../cli/terminal.js";
import { clip } from "../cli/text.js";
import type { RecordedCall } from "../run/calls.js";
import type { Trace } from "./trace.js";

/** A trace as lines of text: one bar for each call, on one scale of time. */
export function timeline(trace: Trace, width: number, style: Style): string[] {
  const { calls, durationMs } = trace;
  const names = Math.min(24, Math.max(4, ...calls.map(({ tool }) => tool.length)));
  const span = width - names - TIME - SIZES - 4;
  const rows = calls.map((call) => {
    const bar = barOf(call, durationMs, span);
    const paint = call.error === undefined ? style.accent : style.bad;
    const time = call.endMs === undefined ? "open" : formatDuration(call.endMs - call.startMs);
    const label = clip(call.tool, names).padEnd(names);
    const sizes = sizesOf(call).padStart(SIZES);
    return `${label} ${bar.before}${paint(bar.body)}${bar.after} ${time.padStart(TIME)} ${style.faint(sizes)}`.trimEnd();
  });
  const end = formatDuration(durationMs);
  const scale = `${" ".repeat(names)} ${"0".padEnd(Math.max(1, span - end.length))}${end}`;
  return [
    `${style.strong(trace.program)}  ${trace.outcome} in ${end}, ${trace.engine} ${trace.placement}`,
    style.faint(overview(trace)),
    "",
    ...(rows.length === 0 ? ["no tool was called"] : [...rows, style.faint(scale)]),
    ...calls.flatMap(({ tool, error }) =>
      error === undefined ? [] : [`${style.bad(error.code)} ${tool}: ${error.message}`],
    ),
  ];
}

const TIME = 8;
const SIZES = 15;

function overview({ calls, durationMs }: Trace): string {
  const busy = coveredMs(calls, durationMs);
  const share = durationMs === 0 ? 0 : Math.round((busy / durationMs) * 100);
  const count = calls.length === 1 ? "1 call" : `${calls.length} calls`;
  return `${count}, at most ${mostAtOnce(calls)} at once, tools at work ${share} % of the time`;
}

function barOf({ startMs, endMs }: RecordedCall, durationMs: number, span: number) {
  const at = (ms: number) => Math.round((ms / Math.max(durationMs, 0.001)) * span);
  const from = Math.min(at(startMs), span - 1);
  const to = Math.min(Math.max(at(endMs ?? durationMs), from + 1), span);
  return {
    before: "·".repeat(from),
    body: "█".repeat(to - from),
    after: (endMs === undefined ? "→" : "").padEnd(span - to, "·").slice(0, span - to),
  };
}

function sizesOf({ inputChars, outputChars }: RecordedCall): string {
  if (inputChars === undefined) return "";
  return `${short(inputChars)} › ${outputChars === undefined ? "-" : short(outputChars)}`;
}

/** A number of characters in at most six places. */
function short(chars: number): string {
  if (chars < 1_000) return String(chars);
  if (chars < 1_000_000) return `${(chars / 1_000).toFixed(1)}k`;
  return `${(chars / 1_000_000).toFixed(1)}M`;
}

/** How many calls were in flight at the busiest moment. */
export function mostAtOnce(calls: readonly RecordedCall[]): number {
  const edges = calls
    .flatMap(({ startMs, endMs }) => [
      { at: startMs, step: 1 },
      { at: endMs ?? Number.POSITIVE_INFINITY, step: -1 },
    ])
    .sort((a, b) => a.at - b.at || a.step - b.step);
  let open = 0;
  let most = 0;
  for (const { step } of edges) {
    open += step;
    most = Math.max(most, open);
  }
  return most;
}

/** How long at least one call was in flight. */
function coveredMs(calls: readonly RecordedCall[], durationMs: number): number {
  let covered = 0;
  let until = 0;
  for (const { startMs, endMs = durationMs } of calls.toSorted((a, b) => a.startMs - b.startMs)) {
    covered += Math.max(0, endMs - Math.max(startMs, until));
    until = Math.max(until, endMs);
  }
  return covered;
}
