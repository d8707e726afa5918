import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The program with the tiny runner in it. */
export const TINY_RUNNER: string = fileURLToPath(new URL("./serve.js", import.meta.url));

/** A server of tiny runners. */
export interface TinyServer extends AsyncDisposable {
  /** Where the runner with this defect is. */
  url(defect: string): string;
}

/** Starts a server of tiny runners in a process of its own; it ends when it is disposed. */
export async function startTinyServer(program = ""): Promise<TinyServer> {
  const child = spawn(process.execPath, [TINY_RUNNER, "-", program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  const port = Number(line);
  assert.ok(port > 0, "the tiny runner did not say where it listens");
  return {
    url: (defect) => `ws://127.0.0.1:${port}/${defect}`,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
