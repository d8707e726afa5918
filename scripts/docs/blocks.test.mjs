// Verifies docs.blocks-run.
// Every code block of the README, of docs/ and of the packages' READMEs is executed, or says why not.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pages } from "./pages.mjs";
import { missingFor, RUNNERS } from "./run-block.mjs";

for (const { path, blocks } of pages()) {
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
        const missing = missingFor(block);
        const skip = missing === undefined ? false : `${missing} is not installed`;
        test(`line ${block.line} (${block.language})`, { skip }, () =>
          RUNNERS[block.language](block, page),
        );
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
