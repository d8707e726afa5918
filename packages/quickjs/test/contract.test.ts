// Verifies wall.suite-worker, wall.suite-process.
import { executeSuites, executorSubject, runWithNodeTest } from "@execbox/conformance";
import { QuickJsExecutor } from "../src/index.js";

for (const placement of ["inline", "worker", "process"] as const) {
  const apart = placement !== "inline";
  runWithNodeTest(
    executeSuites,
    executorSubject({
      name: `QuickJS, ${placement}`,
      create: (options) => new QuickJsExecutor({ placement, ...options }),
      facts: {
        catchableMemory: true,
        catchableRecursion: true,
        hostStaysFree: apart,
        deadlineInBuiltins: apart,
      },
    }),
  );
}
