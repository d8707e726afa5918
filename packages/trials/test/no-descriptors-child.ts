// Runs code while this process has few descriptors left, then with enough again.
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { subjects } from "../src/subjects.js";

const [placement, spare] = process.argv.slice(2);
const subject = subjects.find((each) => each.placement === placement);
if (subject === undefined) throw new Error(`there is no placement ${placement}`);
const executor = subject.executor();
// What Node could not load once, it never loads: the code is there before the descriptors go.
await import("@execbox/placement");
spawnSync("prlimit", ["--pid", String(process.pid), "--nofile=150:"]);
const taken: number[] = [];
try {
  for (;;) taken.push(openSync("/dev/null", "r"));
} catch {
  for (let count = Number(spare); count > 0; count--) closeSync(taken.pop() ?? -1);
}
const before = await executor.execute("1");
for (const descriptor of taken) closeSync(descriptor);
// A thread that was being made without descriptors may still be in the way once.
let after = await executor.execute("2");
for (let again = 0; !after.ok && again < 3; again++) after = await executor.execute("2");
await executor.dispose?.();
console.log(JSON.stringify({ before: before.ok || before.error.code, after: after.ok }));
