// Figures in the README and in docs/, taken from bench/results.json and never typed by hand.
// `node scripts/docs/figures.mjs` writes them; a test says when they are out of date.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The pages that hold figures. */
export const PAGES = ["README.md", "docs/guide/choosing.md"];

/** A page with its figures as the last full bench measured them. */
export function withFigures(markdown, results) {
  return markdown.replace(
    /(<!-- figure:([\w-]+):([\w-]+) -->)[^<]*(<!-- \/figure -->)/g,
    (_all, open, id, contender, close) => `${open}${figure(results, id, contender)}${close}`,
  );
}

function figure({ cases }, id, contender) {
  const found = cases.find((entry) => entry.id === id);
  const value = found?.results[contender]?.value;
  if (value === undefined) throw new Error(`bench/results.json has no ${id} of ${contender}`);
  if (found.kind === "memory") return `${value.toFixed(value < 10 ? 1 : 0)} MB`;
  if (found.kind === "rate") return `${Math.round(value).toLocaleString("en")}`;
  if (value < 1) return `${Math.round(value * 1_000)} µs`;
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}

/** What the bench measured last. */
export function readResults() {
  return JSON.parse(readFileSync(join(root, "bench/results.json"), "utf8"));
}

/** Writes the figures of the last full bench into every page that holds some. */
export function writeFigures() {
  for (const page of PAGES) {
    const file = join(root, page);
    writeFileSync(file, withFigures(readFileSync(file, "utf8"), readResults()));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFigures();
