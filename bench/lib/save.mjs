import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { writeFigures } from "../../scripts/docs/figures.mjs";
import { renderChart } from "./chart.mjs";
import { replaceSection } from "./markdown.mjs";

const bench = new URL("../", import.meta.url);
const docs = new URL("../../docs/", import.meta.url);

/** Keeps the results of this run where nobody commits them. */
export function keepLatest(results) {
  mkdirSync(new URL("results/", bench), { recursive: true });
  writeFileSync(new URL("results/latest.json", bench), asJson(results));
}

/** Writes what the documentation shows; these files are committed. */
export function saveForDocs(results) {
  const page = new URL("performance.md", docs);
  writeFileSync(new URL("results.json", bench), asJson(results));
  writeFileSync(new URL("bench.svg", docs), renderChart(results));
  writeFileSync(page, replaceSection(readFileSync(page, "utf8"), results));
  writeFigures();
}

function asJson(results) {
  const short = (_, value) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value;
  return `${JSON.stringify(results, short, 2)}\n`;
}
