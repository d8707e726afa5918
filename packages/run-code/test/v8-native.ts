import { test } from "node:test";
import { inExpendableProcess } from "@execbox/conformance";
import { findIsolatedVm } from "@execbox/isolated-vm";

/** Runs tests that need the native module, or says in one line that it is not there. */
export function withNative(define: () => void): void {
  if (findIsolatedVm() !== undefined) define();
  else test("V8 isolates", (context) => context.skip("isolated-vm is missing: npm run native"));
}

/** The same for tests in which V8 runs out of memory in this very process. */
export function withExpendableProcess(file: string, define: () => void): void {
  if (findIsolatedVm() !== undefined) inExpendableProcess(file, define);
  else withNative(define);
}
