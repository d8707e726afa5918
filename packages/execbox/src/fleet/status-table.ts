import type { RunnerStatus } from "@execbox/nats";
import { formatDuration } from "../cli/quantities.js";
import type { Style } from "../cli/terminal.js";
import { clip } from "../cli/text.js";

const HEAD = ["RUNNER", "STATE", "RUNNING", "WAITING", "RATE", "LATENCY", "SEEN", "LABELS"];
/** How much of a random instance tells runners of one name apart. */
const INSTANCE_CHARS = 6;

/** The state of a fleet as lines of at most `width` characters. */
export function statusTable(
  queue: string,
  runners: readonly RunnerStatus[],
  width: number,
  style: Style,
): string[] {
  const rows = runners.map(toRow);
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    clip(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "), width).trimEnd();
  return [
    style.strong(clip(summary(queue, runners), width)),
    ...(runners.length === 0 ? [] : [style.faint(line(HEAD))]),
    ...rows.map((row, index) => paintBy(runners[index]?.state, style)(line(row))),
  ];
}

function summary(queue: string, runners: readonly RunnerStatus[]): string {
  if (runners.length === 0) return `queue ${queue}: no runners`;
  const there = runners.filter(({ state }) => state !== "lost");
  const sum = (read: (runner: RunnerStatus) => number) =>
    there.reduce((total, runner) => total + read(runner), 0);
  const lost = runners.length - there.length;
  return [
    `queue ${queue}: ${there.length} runners`,
    `${sum(({ running }) => running)} of ${sum(({ slots }) => slots)} slots running`,
    `${sum(({ waiting }) => waiting)} waiting`,
    `${sum(({ rate }) => rate).toFixed(1)}/s`,
    ...(lost === 0 ? [] : [`${lost} lost`]),
  ].join(", ");
}

function toRow(runner: RunnerStatus): string[] {
  const { name, instance, state, running, slots, waiting, rate, latencyMs, ageMs } = runner;
  const labels = Object.entries(runner.labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
  return [
    `${name}.${instance.slice(0, INSTANCE_CHARS)}`,
    state,
    `${running}/${slots}`,
    String(waiting),
    `${rate.toFixed(1)}/s`,
    latencyMs === 0 ? "-" : formatDuration(latencyMs),
    formatDuration(ageMs),
    labels === "" ? "-" : labels,
  ];
}

function paintBy(state: RunnerStatus["state"] | undefined, style: Style) {
  if (state === "lost") return style.bad;
  return state === "ready" ? (text: string) => text : style.warn;
}
