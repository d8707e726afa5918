// npm run fuzz -- [--seed 1] [--cases 100000] [--only host,values]
import { parseArgs } from "node:util";
import { fuzz, targets } from "./fuzz.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    cases: { type: "string" },
    only: { type: "string" },
    short: { type: "boolean", default: false },
  },
});
const wanted = values.only?.split(",");
const chosen = targets.filter(({ name }) => wanted?.includes(name) ?? true);
if (chosen.length === 0) {
  console.error(`fuzz: --only knows ${targets.map(({ name }) => name).join(", ")}`);
  process.exit(64);
}
const seed = Number(values.seed);
console.log(`seed ${seed}`);
for (const target of chosen) {
  const cases = values.cases === undefined ? defaultCases(target.shortCases) : Number(values.cases);
  const report = await fuzz(target, seed, cases, (line) => console.log(line));
  const { figures, seconds, slowestMs, heapBytes } = report;
  const [early, late] = heapBytes.map((bytes) => (bytes / 2 ** 20).toFixed(1));
  console.log(
    `${target.name}: ${cases} cases in ${seconds.toFixed(1)} s, slowest ${slowestMs.toFixed(0)} ms, heap ${early} to ${late} MiB`,
  );
  console.log(
    `  ${Object.entries(figures)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ")}`,
  );
}

function defaultCases(shortCases: number): number {
  return values.short ? shortCases : shortCases * 40;
}
