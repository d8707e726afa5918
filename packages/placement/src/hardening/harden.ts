import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { bubblewrapCommand, findBubblewrap, SECCOMP_DESCRIPTOR } from "./bubblewrap.js";
import { createMemoryGroup, type MemoryGroup } from "./cgroup.js";
import { findProgram } from "./find-program.js";
import { seccompFilter } from "./seccomp.js";

/** A Node program to be run as far from everything else as this machine allows. */
export interface HardenedProgram {
  /** The entry file. */
  entry: string;
  args: readonly string[];
  nodeFlags: readonly string[];
  /** Files and folders it may read beside Node's own and the system's. */
  readable: readonly string[];
  /** The most memory the whole process may have. */
  memoryBytes: number;
  /** The most processor time it may use in its life. */
  cpuSeconds: number;
}

/** Which walls to use; the strongest there is when left out. Tests ask for the weaker ones. */
export type Wall = "bubblewrap" | "permission-model";

/** A child behind its walls. */
export interface HardenedChild {
  child: ChildProcess;
  wall: Wall;
  seccomp: boolean;
  memory: "cgroup-v1" | "cgroup-v2" | "rlimit" | "engine";
  cpuLimit: boolean;
  /** Whether the kernel ended it for its memory; known after it has ended. */
  ranOutOfMemory(): boolean;
}

/** Starts a program behind the strongest walls this machine has. */
export function spawnHardened(program: HardenedProgram, wanted?: Wall): HardenedChild {
  const bwrap = wanted === "permission-model" ? undefined : findBubblewrap();
  const filter = bwrap === undefined ? undefined : seccompFilter(process.arch);
  const prlimit = findProgram("prlimit");
  const group = createMemoryGroup(program.memoryBytes);
  const command = [
    ...dieWithParent(),
    ...enterGroup(group),
    ...limitResources(prlimit, program, group === undefined),
    ...(bwrap === undefined
      ? []
      : bubblewrapCommand(bwrap, [process.execPath, ...program.readable], {
          seccomp: filter !== undefined,
        })),
    process.execPath,
    ...(bwrap === undefined ? permissionFlags(program.readable) : []),
    ...program.nodeFlags,
    program.entry,
    ...program.args,
  ];
  const child = spawn(command[0]!, command.slice(1), {
    env: {},
    cwd: "/",
    stdio: ["pipe", "pipe", "pipe", ...(filter === undefined ? [] : (["pipe"] as const))],
  });
  if (filter !== undefined) sendFilter(child, filter);
  child.once("close", () => group?.remove());
  let exceeded = false;
  child.once("exit", () => {
    exceeded = group?.wasExceeded() ?? false;
  });
  return {
    child,
    wall: bwrap === undefined ? "permission-model" : "bubblewrap",
    seccomp: filter !== undefined,
    memory:
      group === undefined
        ? prlimit === undefined
          ? "engine"
          : "rlimit"
        : `cgroup-v${group.version}`,
    cpuLimit: prlimit !== undefined,
    ranOutOfMemory: () => exceeded,
  };
}

/**
 * The kernel ends the child when this process ends, whatever the child is doing then. Bubblewrap
 * asks for the same, but only once it has set itself up.
 */
function dieWithParent(): string[] {
  const setpriv = findProgram("setpriv");
  return setpriv === undefined ? [] : [setpriv, "--pdeathsig", "KILL", "--"];
}

/** The child puts itself into the group before it becomes anything else: no moment outside. */
function enterGroup(group: MemoryGroup | undefined): string[] {
  if (group === undefined) return [];
  return ["/bin/sh", "-c", 'unset PWD; echo $$ > "$0" && exec "$@"', group.procs];
}

function limitResources(
  prlimit: string | undefined,
  { memoryBytes, cpuSeconds }: HardenedProgram,
  capMemory: boolean,
): string[] {
  if (prlimit === undefined) return [];
  return [
    prlimit,
    `--cpu=${cpuSeconds}:${cpuSeconds + 1}`,
    "--core=0",
    // Counts what is writable and private, and so not the address space that V8 only reserves.
    ...(capMemory ? [`--data=${memoryBytes}`] : []),
    "--",
  ];
}

/**
 * Node's own permission model: no files but these, no child processes. A seat belt rather than
 * a wall: it does not close the network before Node 25.
 */
function permissionFlags(readable: readonly string[]): string[] {
  const [major = 0] = process.versions.node.split(".").map(Number);
  return [
    major >= 24 ? "--permission" : "--experimental-permission",
    "--no-warnings",
    "--allow-worker",
    // The type eraser is native.
    "--allow-addons",
    ...readable.map((path) => `--allow-fs-read=${path}`),
  ];
}

function sendFilter(child: ChildProcess, filter: Buffer): void {
  const pipe = child.stdio[SECCOMP_DESCRIPTOR] as Writable | null | undefined;
  // A child that died before reading it is reported by its exit.
  pipe?.on("error", () => {});
  pipe?.end(filter);
}
