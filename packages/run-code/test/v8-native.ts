import { spawnSync } from "node:child_process";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { findIsolatedVm } from "@execbox/isolated-vm";

const INNER = "EXECBOX_TEST_INNER";

/** Runs tests that need the native module, or says in one line that it is not there. */
export function withNative(define: () => void): void {
  if (findIsolatedVm() !== undefined) define();
  else test("V8 isolates", (context) => context.skip("isolated-vm is missing: npm run native"));
}

/**
 * The same for tests in which V8 runs out of memory in this very process: it then has a thread
 * that never ends, and can only be killed. They run in a child whose results become this file's.
 */
export function withExpendableProcess(file: string, define: () => void): void {
  if (findIsolatedVm() === undefined || process.env[INNER] !== undefined) {
    withNative(define);
    // Nothing else ends a process whose threads are lost.
    after(() => setTimeout(() => process.exit(), 500));
    return;
  }
  const { status, signal } = spawnSync(
    process.execPath,
    ["--no-node-snapshot", fileURLToPath(file)],
    { stdio: "inherit", env: { ...process.env, [INNER]: "1" } },
  );
  process.exit(signal === "SIGKILL" ? 0 : (status ?? 1));
}
