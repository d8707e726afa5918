// Runs the contract of execute() on QuickJS in any runtime that speaks JavaScript modules, without
// a test framework. Prints one line for each failure and a last line with the counts.
//   RUNTIME scripts/matrix/contract.mjs inline|worker|process
import {
  executeSuites,
  executorSubject,
  leftOutBecause,
} from "../../packages/conformance/dist/src/index.js";
import { QuickJsExecutor } from "../../packages/quickjs/dist/bundle/index.js";

const placement = process.argv[2] ?? "inline";
const apart = placement !== "inline";
const facts = {
  catchableMemory: true,
  catchableRecursion: true,
  hostStaysFree: apart,
  deadlineInBuiltins: apart,
};
const subject = executorSubject({
  name: `QuickJS, ${placement}`,
  create: (options) => new QuickJsExecutor({ placement, ...options }),
  facts,
});

const CASE_MS = 60_000;
const counts = { passed: 0, failed: 0, leftOut: 0 };
const opened = await subject.open();
for (const suite of executeSuites) {
  for (const item of suite.cases) {
    if (leftOutBecause(item, facts) !== undefined) {
      counts.leftOut++;
      continue;
    }
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no end after ${CASE_MS} ms`)), CASE_MS);
    });
    try {
      await Promise.race([item.run(opened.context), late]);
      counts.passed++;
    } catch (error) {
      counts.failed++;
      const message = String(error?.message ?? error)
        .replaceAll("\n", " ")
        .slice(0, 300);
      console.log(`FAILED ${suite.name}: ${item.name} (${item.ids.join(", ")}): ${message}`);
    } finally {
      clearTimeout(timer);
    }
  }
}
await opened.close();
console.log(
  `${placement}: ${counts.passed} passed, ${counts.failed} failed, ${counts.leftOut} left out`,
);
process.exit(counts.failed === 0 ? 0 : 1);
