// npm run test262: every program, every engine, both doors; docs/test262.md explains.
import { readTest262 } from "./cases.js";
import { differences } from "./differences.js";
import { runTest262 } from "./run.js";

for (const { subject, runs, agreed, expected, unexpected } of await runTest262(readTest262())) {
  console.log(`${subject}: ${runs} runs, ${agreed} agree with the language's own tests`);
  for (const difference of differences) {
    const count = expected.get(difference) ?? 0;
    console.log(`  ${count} differ: ${difference.reason}`);
  }
  for (const line of unexpected) console.error(`test262: ${line}`);
  const stale = differences.filter((difference) => !expected.has(difference));
  for (const { reason } of stale) console.error(`test262: no longer differs: ${reason}`);
  if (unexpected.length + stale.length > 0) process.exitCode = 1;
}
