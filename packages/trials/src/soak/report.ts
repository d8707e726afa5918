import { type Trend, trendOf } from "./samples.js";
import type { SoakReport } from "./soak.js";

const MIB = 1024 * 1024;

/** Pools are still filling before this; a trend would be theirs. */
const TREND_SECONDS = 120;

/** What a soak must not show; empty when it passed. */
export function findFailures(report: SoakReport): string[] {
  const { rss, descriptors } = trends(report);
  const lost = report.started - report.ended;
  const { left, ledger, descriptorsAtStart } = report;
  return [
    ...report.wrong,
    ...report.problems,
    ...(lost === 0 ? [] : [`${lost} runs have no verdict`]),
    ...(ledger.late === 0 ? [] : [`${ledger.late} calls came after their run's verdict`]),
    ...ledger.trespasses.map((program) => `${program} got through to the trap`),
    ...(rss.flat ? [] : [`RSS grew from ${mib(rss.before)} to ${mib(rss.after)} MiB`]),
    ...(descriptors.flat
      ? []
      : [`descriptors grew from ${descriptors.before} to ${descriptors.after}`]),
    ...(left.children === 0 ? [] : [`${left.children} children were left`]),
    // Node itself keeps a few for its threads and its loop.
    ...(left.descriptors <= descriptorsAtStart + 8
      ? []
      : [`${left.descriptors} descriptors were left, from ${descriptorsAtStart}`]),
  ];
}

/** The report as a page. */
export function renderReport(report: SoakReport, chart: string): string {
  const { options, ledger, left, samples } = report;
  const { rss, heap, descriptors } = trends(report);
  const failures = findFailures(report);
  return `# Soak: what hours of load and faults did

Written by \`npm run soak\`. ${failures.length === 0 ? "Passed." : "**Failed.**"}

| what                                            | figure |
| ----------------------------------------------- | ------ |
| duration                                        | ${(report.seconds / 60).toFixed(1)} minutes, ${options.lanes} lanes, seed ${options.seed} |
| runs started, with a verdict                    | ${report.started}, ${report.ended} |
| wrong verdicts                                  | ${report.wrong.length} |
| verdicts that a fault explains                  | ${report.excused} |
| right programs past their deadline, starved     | ${report.starved} |
| calls after a verdict, or to the trap           | ${ledger.late}, ${ledger.trespasses.length} |
| unhandled rejections, uncaught exceptions       | ${report.problems.length} |
| RSS, first and last third after warm-up         | ${mib(rss.before)} and ${mib(rss.after)} MiB${verdict(rss)} |
| heap, the same                                  | ${mib(heap.before)} and ${mib(heap.after)} MiB |
| descriptors, the same                           | ${descriptors.before} and ${descriptors.after}${verdict(descriptors)} |
| left after disposal                             | ${left.children} children, ${left.descriptors} descriptors (${report.descriptorsAtStart} at the start) |
| samples                                         | ${samples.length} |

![Memory and descriptors over time](${chart})

## Verdicts

${table(["subject", "runs", "endings"], endingRows(report))}

## Latencies, all jobs together

Deadlines, aborts and programs of the corpus are part of them.

${table(["subject", "median", "99 %", "worst"], latencyRows(report))}

## Faults

${table(
  ["fault", "times"],
  [...report.faults].map(([name, times]) => [name, String(times)]),
)}
${report.missingFaults.map((line) => `\nNot made here: ${line}.`).join("")}
A run that a fault touched may end with \`internal_error\` (its runner was killed, or none could be
started), \`timeout\` (it was stalled) or, from \`runCode\`, the same as an error; anything else counts
as wrong. The clock that jumps is the one JavaScript sees in the host's process.
${failures.length === 0 ? "" : `\n## Failures\n\n${failures.map((line) => `- ${line}`).join("\n")}\n`}`;
}

function trends(report: SoakReport): { rss: Trend; heap: Trend; descriptors: Trend } {
  const samples = report.seconds < TREND_SECONDS ? [] : report.samples;
  return {
    rss: trendOf(samples, ({ rssBytes }) => rssBytes, { share: 0.1, absolute: 24 * MIB }),
    heap: trendOf(samples, ({ heapBytes }) => heapBytes, { share: 0.1, absolute: 8 * MIB }),
    descriptors: trendOf(samples, ({ descriptors }) => descriptors, { share: 0, absolute: 12 }),
  };
}

function endingRows(report: SoakReport): string[][] {
  return [...report.endings].sort().map(([subject, endings]) => {
    const runs = [...endings.values()].reduce((sum, count) => sum + count, 0);
    const parts = [...endings].sort().map(([ending, count]) => `${ending} ${count}`);
    return [subject, String(runs), parts.join(", ")];
  });
}

function latencyRows(report: SoakReport): string[][] {
  return [...report.latencies]
    .sort()
    .map(([subject, latencies]) => [
      subject,
      ms(latencies.quantile(0.5)),
      ms(latencies.quantile(0.99)),
      ms(latencies.worst),
    ]);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const mib = (bytes: number): string => (bytes / MIB).toFixed(0);
const verdict = ({ flat }: Trend): string => (flat ? "" : " (grew)");
