import { spawnSync } from "node:child_process";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

const INNER = "EXECBOX_TEST_INNER";

/**
 * For files of tests in which V8 runs out of memory in their very process: it then has a thread
 * that never ends, and can only be killed. They run in a child whose results become the file's.
 * `file` is the file's `import.meta.url`.
 */
export function inExpendableProcess(file: string, define: () => void): void {
  if (process.env[INNER] !== undefined) {
    endWithParent();
    define();
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

/** A file that took too long is killed, and what it waits for must not compute on for ever. */
function endWithParent(): void {
  const parent = process.ppid;
  const look = (): void => {
    if (process.ppid !== parent) process.kill(process.pid, "SIGKILL");
  };
  setInterval(look, 1_000).unref();
}
