// What the README must hold beside its code blocks, which scripts/docs/blocks.test.mjs runs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { codeBlocks } from "./docs/code-blocks.mjs";
import { PAGES, readResults, withFigures } from "./docs/figures.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

test("the first shell block of the README holds the two commands", () => {
  const [first] = codeBlocks(readme);
  assert.equal(first.language, "sh");
  assert.deepEqual(first.code.trim().split("\n"), [
    "npm install && npm start",
    "npm install && npm test",
  ]);
});

test("figures are those of bench/results.json; node scripts/docs/figures.mjs writes them", () => {
  for (const page of PAGES) {
    const text = readFileSync(join(root, page), "utf8");
    assert.match(text, /<!-- figure:/);
    assert.equal(text, withFigures(text, readResults()), `${page} is out of date`);
  }
});
