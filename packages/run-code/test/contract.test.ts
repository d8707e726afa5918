import { codeSubject, codeSuites, runWithNodeTest } from "@execbox/conformance";
import { createCodeRunner } from "../src/index.js";

for (const placement of ["inline", "worker", "process"] as const) {
  const apart = placement !== "inline";
  runWithNodeTest(
    codeSuites,
    codeSubject({
      name: `runCode on QuickJS, ${placement}`,
      create: (options) => createCodeRunner({ placement, ...options }),
      facts: {
        catchableMemory: true,
        catchableRecursion: true,
        hostStaysFree: apart,
        deadlineInBuiltins: apart,
      },
    }),
  );
}
