import {
  codeSubject,
  codeSuites,
  executeSuites,
  executorSubject,
  type Facts,
  runWithNodeTest,
} from "@execbox/conformance";
import { IsolatedVmExecutor } from "@execbox/isolated-vm";
import { createCodeRunner } from "../src/index.js";

/** Guests have threads of their own wherever the engine is; memory that ran out ends them. */
const facts: Facts = {
  catchableMemory: false,
  catchableRecursion: true,
  hostStaysFree: true,
  deadlineInBuiltins: true,
};

type Placement = "inline" | "worker" | "process";

/** The contract of `execute()` on V8 isolates. */
export function runExecuteContract(placement: Placement): void {
  const subject = executorSubject({
    name: `V8 isolates, ${placement}`,
    create: (options) => new IsolatedVmExecutor({ placement, ...options }),
    facts,
  });
  runWithNodeTest(executeSuites, subject);
}

/** The contract of `runCode()` on V8 isolates. */
export function runCodeContract(placement: Placement): void {
  const subject = codeSubject({
    name: `runCode on V8 isolates, ${placement}`,
    create: (options) => createCodeRunner({ engine: "isolated-vm", placement, ...options }),
    facts,
  });
  runWithNodeTest(codeSuites, subject);
}
