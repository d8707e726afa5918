/** What the tests of containers share: which program they use, and small bodies to run in one. */
import { ContainerDriver } from "../src/container.js";
import type { SandboxProcess, SandboxSpec } from "../src/index.js";

/** `EXECBOX_TEST_CONTAINERS=docker` runs the same tests with Docker, where its daemon runs. */
export const program = process.env.EXECBOX_TEST_CONTAINERS === "docker" ? "docker" : "podman";

export const driver = new ContainerDriver({ program });
export const support = await driver.probe();

/** A reason to leave a test out, in the shape that `node:test` wants. */
export const skip = support.ok ? false : support.reason;

export const MB = 1024 * 1024;

export const LIMITS: Omit<SandboxSpec, "image"> = {
  memoryBytes: 256 * MB,
  pids: 64,
  cpus: 1,
  scratchBytes: 8 * MB,
  network: false,
  mounts: [],
  env: {},
};

/** How a command ended and what it wrote. */
export async function outcome(process: SandboxProcess) {
  let stdout = "";
  let stderr = "";
  process.stdout.on("data", (chunk) => (stdout += chunk));
  process.stderr.on("data", (chunk) => (stderr += chunk));
  process.stdin.end();
  return { ...(await process.ended), stdout, stderr };
}
