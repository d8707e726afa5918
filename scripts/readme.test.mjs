// What the README shows works: its example prints what it says, and the quick start runs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]);

/** Runs a program inside the workspace, so that it finds the packages as a user's would. */
function run(source) {
  const folder = mkdtempSync(join(root, "examples", "dist", "readme-"));
  try {
    const file = join(folder, "program.mjs");
    writeFileSync(file, source);
    return execFileSync(process.execPath, [file], { encoding: "utf8", timeout: 30_000 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the first example of the README prints 42", () => {
  assert.match(run(blocks[0]), /ok: true,[\s\S]*result: 42/);
});

test("the second example times out as it says", () => {
  const [imports] = blocks[0].split("\n\n");
  const program = `${imports}\nconst executor = new QuickJsExecutor();\nawait executor.prewarm();\n${blocks[1]}\nconsole.log(result);`;
  assert.match(run(program), /code: 'timeout', message: 'Execution timed out'/);
});

test("the module example reports as it goes and ends as it says", () => {
  const output = run(blocks[2]);
  assert.match(output, /reported 1\nreported 3\n/);
  assert.match(output, /status: 'success',\s+result: 30,\s+reports: \[ 1, 3 \]/);
});

test("the quick start prints its result, its log and its time", () => {
  const output = execFileSync(process.execPath, [join(root, "examples/dist/quickstart.js")], {
    encoding: "utf8",
  });
  assert.match(output, /^result {2}94\nlog {5}orders: 2\ntime {4}[\d.]+ ms\n$/);
});

test("the first shell block of the README holds the two commands", () => {
  const [, shell] = /```sh\n([\s\S]*?)```/.exec(readme);
  assert.deepEqual(shell.trim().split("\n"), [
    "npm install && npm start",
    "npm install && npm test",
  ]);
});
