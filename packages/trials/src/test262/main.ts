// npm run test262: every program, every engine, both doors; docs/test262.md explains.
import { readTest262 } from "./cases.js";
import { differences } from "./differences.js";
import { runTest262 } from "./run.js";

const reports = await runTest262(readTest262());
for (const { subject, runs, agreed, expected, unexpected } of reports) {
  console.log(`${subject}: ${runs} runs, ${agreed} agree with the language's own tests`);
  for (const [{ reason }, count] of expected) console.log(`  ${count} differ: ${reason}`);
  for (const line of unexpected) console.error(`test262: ${subject}: ${line}`);
  if (unexpected.length > 0) process.exitCode = 1;
}
for (const difference of differences) {
  if (reports.some(({ expected }) => expected.has(difference))) continue;
  console.error(`test262: no longer differs: ${difference.reason}`);
  process.exitCode = 1;
}
