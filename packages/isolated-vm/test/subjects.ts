import { executeSuites, executorSubject, type Facts, runWithNodeTest } from "@execbox/conformance";
import { IsolatedVmExecutor } from "../src/index.js";

/** Guests have threads of their own wherever the engine is; memory that ran out ends them. */
export const V8_FACTS: Facts = {
  catchableMemory: false,
  catchableRecursion: true,
  hostStaysFree: true,
  deadlineInBuiltins: true,
};

/** The contract of `execute()` on V8 isolates. */
export function runContract(placement: "inline" | "worker" | "process"): void {
  runWithNodeTest(
    executeSuites,
    executorSubject({
      name: `V8 isolates, ${placement}`,
      create: (options) => new IsolatedVmExecutor({ placement, ...options }),
      facts: V8_FACTS,
    }),
  );
}
