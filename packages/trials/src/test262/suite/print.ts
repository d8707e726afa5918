import type { SuiteReport } from "./run.js";

/** Prints what came of the tests on one engine; `list` names every test that comes out otherwise. */
export function printReport(report: SuiteReport, list: boolean): void {
  const { subject, tests, runs, agreed, engines, shape, expected } = report;
  const kept = [...report.leftOut.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${subject}: ${tests} tests, ${kept} left out, ${runs} runs, ${agreed} agree`);
  for (const [{ reason }, count] of report.leftOut) console.log(`  ${count} left out: ${reason}`);
  for (const [{ reason }, count] of expected) console.log(`  ${count} differ: ${reason}`);
  console.log(`  ${shape.length} need a script, where a module or a function's body is run`);
  console.log(`  ${engines.length} fail in the bare engine as well`);
  if (!list) return;
  for (const line of shape) console.log(`  needs a script: ${line}`);
  for (const line of engines) console.log(`  bare engine: ${line}`);
}
