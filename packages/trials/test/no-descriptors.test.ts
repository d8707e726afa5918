import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const child = fileURLToPath(new URL("no-descriptors-child.js", import.meta.url));
const run = promisify(execFile);

// Found by the soak: a child that could not be spawned ended the host with an uncaught error.
for (const placement of ["worker", "process"]) {
  test(`without descriptors ${placement} gives verdicts, and the host lives`, async (context) => {
    if (spawnSync("prlimit", ["--version"]).status !== 0) {
      context.skip("prlimit is not installed: apt-get install util-linux");
      return;
    }
    const answers = await Promise.all(
      [0, 3, 6, 9].map(async (spare) => {
        const { stdout } = await run(process.execPath, [child, placement, String(spare)]);
        return JSON.parse(stdout) as { before: unknown; after: unknown };
      }),
    );
    for (const { before, after } of answers) {
      assert.ok(before === true || before === "internal_error", String(before));
      assert.equal(after, true);
    }
    assert.ok(answers.some(({ before }) => before === "internal_error"));
  });
}
