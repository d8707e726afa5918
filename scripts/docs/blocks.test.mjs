// Verifies docs.blocks-run.
// Every code block of the README, of docs/ and of the packages' READMEs is executed, or says why not.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { globSync } from "../glob.mjs";
import { codeBlocks } from "./code-blocks.mjs";
import { RUNNERS } from "./run-block.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...globSync(root, ["docs"], /\.md$/).map((file) => file.slice(root.length)),
  ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`),
].filter((page) => !page.includes("/reference/") && !page.includes("/.vitepress/"));

for (const path of pages) {
  const blocks = codeBlocks(readFileSync(join(root, path), "utf8"));
  const page = {
    files: blocks.flatMap(({ marks, code }) =>
      marks.has("file") ? [[marks.get("file"), code]] : [],
    ),
    programBefore: (block) => programBefore(blocks, block),
  };
  const runnable = blocks.filter(({ language }) => language in RUNNERS);
  if (runnable.length === 0) continue;
  describe(path, () => {
    for (const block of runnable) {
      if (block.marks.has("skip")) {
        test(`line ${block.line} says why it is not run`, () => {
          assert.match(block.marks.get("skip"), /^because .{10,}/);
        });
      } else if (!block.marks.has("file") && !block.marks.has("user")) {
        test(`line ${block.line} (${block.language})`, () => RUNNERS[block.language](block, page));
      }
    }
  });
}

/** The programs that stand before a block and belong to it, in their order. */
function programBefore(blocks, block) {
  const before = blocks.slice(0, blocks.indexOf(block)).filter(isProgram);
  const start = before.findLastIndex(({ marks }) => !marks.has("continues"));
  return before
    .slice(start)
    .map(({ code }) => code)
    .join("\n");
}

function isProgram({ language, marks }) {
  return (language === "ts" || language === "js") && !marks.has("skip") && !marks.has("file");
}
