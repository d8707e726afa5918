// npm run soak -- [--minutes 60] [--lanes 2] [--seed 1] [--rest 5] [--out docs/soak]
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { drawChart } from "./chart.js";
import { findFailures, renderReport } from "./report.js";
import { soak } from "./soak.js";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    lanes: { type: "string", default: "2" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    rest: { type: "string", default: "5" },
    out: { type: "string" },
  },
});

const seconds = 60 * Number(values.minutes);
const report = await soak({
  seconds,
  lanes: Number(values.lanes),
  seed: Number(values.seed),
  restMs: Number(values.rest),
  secondsBetweenFaults: Math.min(15, seconds / 20),
  secondsBetweenSamples: Math.max(1, Math.min(10, seconds / 60)),
  onProgress: (line) => console.log(line),
});
const failures = findFailures(report);
if (values.out !== undefined) {
  writeFileSync(`${values.out}.svg`, drawChart(report.samples));
  writeFileSync(`${values.out}.md`, renderReport(report, `${basename(values.out)}.svg`));
}
console.log(renderReport(report, "soak.svg"));
for (const failure of failures) console.error(`soak: ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
