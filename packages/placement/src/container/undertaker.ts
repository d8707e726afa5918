import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { OWNER_LABEL } from "./confinement.js";
import type { ContainerCli } from "./container-cli.js";

/** Marks the containers of this program. */
export const OWNER = randomUUID();

/** A name for a container that nobody else has, and that says whose it is. */
export function containerName(): string {
  return `execbox-${process.pid}-${randomUUID()}`;
}

/**
 * Waits for its parent to be gone, then removes every container with its label. Five times, as
 * one may have been in the making.
 */
const SCRIPT = `
cat >/dev/null
for round in 1 2 3 4 5; do
  ids=$("$0" ps --all --quiet --no-trunc --filter "label=$1")
  if [ -n "$ids" ]; then "$0" rm --force $ids; fi
  sleep 1
done
`;

const waiting = new Map<string, { child: ChildProcess; containers: number }>();

/**
 * Sees to it that a container does not outlive this program, however the program ends: a process
 * of its own holds one end of a pipe and waits for the other to close. Gives the function to be
 * called when the container has been removed.
 */
export function guardContainer(cli: ContainerCli): () => void {
  let entry = waiting.get(cli.path);
  if (entry === undefined) {
    entry = { child: startUndertaker(cli), containers: 0 };
    waiting.set(cli.path, entry);
  }
  const guarded = entry;
  guarded.containers++;
  let done = false;
  return () => {
    if (done) return;
    done = true;
    if (--guarded.containers > 0) return;
    if (waiting.get(cli.path) === guarded) waiting.delete(cli.path);
    guarded.child.kill("SIGKILL");
  };
}

function startUndertaker(cli: ContainerCli): ChildProcess {
  const child = spawn("/bin/sh", ["-c", SCRIPT, cli.path, `${OWNER_LABEL}=${OWNER}`], {
    env: cli.env,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    // In a group of its own: what a terminal sends to stop this program does not stop it.
    detached: true,
  });
  child.on("error", () => {});
  child.stdin?.on("error", () => {});
  child.unref();
  (child.stdin as Socket | null)?.unref();
  return child;
}
