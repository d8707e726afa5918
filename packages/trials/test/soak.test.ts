// Verifies soak.one-verdict and soak.flat: seconds of it; .ci/run has minutes, docs/soak.md an hour.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const main = fileURLToPath(new URL("../src/soak/main.js", import.meta.url));

test("a few seconds of soak end with a report that finds nothing", async () => {
  const { stdout } = await run(process.execPath, [
    main,
    ...["--minutes", "0.15", "--seed", "3", "--rest", "2"],
  ]);
  assert.match(stdout, /Passed\./);
  assert.match(stdout, /calls after a verdict, or to the trap +\| 0, 0/);
});
