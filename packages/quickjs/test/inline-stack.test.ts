// Inline, the engine shares the host's stack, and how much of it a level of recursion takes depends
// on how far V8 has compiled the engine: a guest can catch the end of its stack either way.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

const ENTRY = new URL("../bundle/index.js", import.meta.url);

const RECURSIONS = {
  calls: "const f = () => f() + 1; f()",
  sorting: "const f = () => [2, 1].sort(() => f()); f()",
  toJSON: "const o = { toJSON: () => JSON.stringify(o) }; JSON.stringify(o)",
  replacing: "const f = () => 'a'.replace(/a/, () => f()); f()",
};

const PROGRAM = `
import { QuickJsExecutor } from ${JSON.stringify(ENTRY.href)};
const executor = new QuickJsExecutor({ placement: "inline", timeoutMs: 60_000 });
const seen = {};
for (const [name, code] of Object.entries(${JSON.stringify(RECURSIONS)})) {
  const result = await executor.execute("let seen; try { " + code + " } catch (e) { seen = e.name } seen");
  seen[name] = result.ok ? result.result : result.error.message;
}
console.log(JSON.stringify(seen));
`;

for (const flag of ["--liftoff-only", "--no-liftoff"]) {
  test(`endless recursion can be caught inline, with ${flag}`, async () => {
    const args = [flag, "--input-type=module", "--eval", PROGRAM];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const caught = Object.fromEntries(Object.keys(RECURSIONS).map((name) => [name, "RangeError"]));
    assert.deepEqual(JSON.parse(stdout), caught);
  });
}
