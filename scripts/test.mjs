// Runs every compiled test of the workspace and ends with one line that says how it went.
// Arguments narrow the files: `node scripts/test.mjs quickjs` runs those with "quickjs" in the path.
// An argument that is a file is run itself: long tests have names that this script does not find.

import { existsSync } from "node:fs";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import { globSync } from "./glob.mjs";
import { useTestContainers } from "./test-containers.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const wanted = process.argv.slice(2);
const named = wanted.filter((word) => word.endsWith(".mjs") && existsSync(word));
const files =
  named.length > 0
    ? named
    : globSync(root, ["packages", "examples", "scripts"], /\.test\.m?js$/)
        .filter((file) => !file.includes("/src/") || file.includes("/dist/"))
        .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)));

const endContainers = useTestContainers();

const counts = { passed: 0, failed: 0, skipped: 0 };
// The whole corpus takes a file many minutes.
const timeout = process.env.EXECBOX_CORPUS === "whole" ? 3_600_000 : 300_000;
const stream = run({ files, concurrency: 2, timeout });
stream.on("test:pass", ({ skip, todo, details }) => {
  if (details?.type === "suite") return;
  if (skip !== undefined || todo !== undefined) counts.skipped++;
  else counts.passed++;
});
stream.on("test:fail", ({ details }) => {
  if (details?.type === "suite" && details.error?.failureType === "subtestsFailed") return;
  counts.failed++;
});
stream.compose(new spec()).pipe(process.stdout);
stream.on("end", () => {
  setImmediate(() => {
    const left = endContainers();
    for (const thing of left) console.log(`left behind: ${thing}`);
    if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
    console.log(`${counts.passed} passed, ${counts.failed} failed`);
    const incomplete = counts.skipped > 0 && process.env.CI === "true";
    const failed = counts.failed > 0 || counts.passed === 0 || left.length > 0;
    process.exitCode = failed || incomplete ? 1 : 0;
  });
});
