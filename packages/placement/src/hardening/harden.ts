import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { bubblewrapCommand, findBubblewrap, SECCOMP_DESCRIPTOR } from "./bubblewrap.js";
import { type ControlGroup, createControlGroup } from "./cgroup.js";
import { findProgram } from "./find-program.js";
import { permissionFlags } from "./permission-model.js";
import { seccompFilter } from "./seccomp.js";

/** A program to be run as far from everything else as this machine allows. */
export type HardenedProgram = HardenedLimits & (NodeProgram | { command: readonly string[] });

/** A program for this very Node. */
interface NodeProgram {
  /** The entry file. */
  entry: string;
  args: readonly string[];
  nodeFlags: readonly string[];
}

interface HardenedLimits {
  /** Files and folders it may read beside Node's own and the system's. */
  readable: readonly string[];
  /** The most memory the whole process may have. */
  memoryBytes: number;
  /** The most processor time it may use in its life; `Infinity` for no cap. */
  cpuSeconds: number;
  /**
   * Given for a body: code of somebody else that has the process to itself, rather than an engine
   * of ours that holds it. It starts in a folder that it may write to and that ends with it.
   */
  body?: HardenedBody;
}

/** What a body gets that an engine does not. */
export interface HardenedBody {
  /** Its whole environment. */
  env: Readonly<Record<string, string>>;
  /** How many processes and threads it may have, where that can be capped. */
  maxProcesses: number;
}

/** Which walls to use; the strongest there is when left out. Tests ask for the weaker ones. */
export type Wall = "bubblewrap" | "permission-model";

/** What holds hardened programs on this machine. */
export interface HardeningFacts {
  wall: Wall;
  seccomp: boolean;
  memory: "cgroup-v1" | "cgroup-v2" | "rlimit" | "engine";
  cpuLimit: boolean;
  /** Whether the number of a body's processes is capped. */
  processLimit: boolean;
}

/** A child behind its walls. */
export interface HardenedChild extends HardeningFacts {
  child: ChildProcess;
  /** Whether the kernel ended it for its memory; known after it has ended. */
  ranOutOfMemory(): boolean;
}

/** Starts a program behind the strongest walls this machine has. */
export function spawnHardened(program: HardenedProgram, wanted?: Wall): HardenedChild {
  const tools = findTools(wanted, program.body !== undefined);
  const { memoryBytes, body } = program;
  const scratch = needsScratchFolder(program, tools) ? makeScratchFolder() : undefined;
  const walled = behindWall(program, tools, scratch);
  const group = createControlGroup({ memoryBytes, maxProcesses: body?.maxProcesses });
  const command = [
    ...dieWithParent(),
    ...enterGroup(group),
    ...limitResources(tools.prlimit, program, group === undefined),
    ...walled,
  ];
  const child = spawn(command[0]!, command.slice(1), {
    env: { ...body?.env, ...(scratch === undefined ? {} : { TMPDIR: scratch }) },
    cwd: scratch ?? "/",
    stdio: ["pipe", "pipe", "pipe", ...(tools.filter === undefined ? [] : (["pipe"] as const))],
    // A group of its own, so that nothing of it is left when it is killed halfway into its walls.
    detached: true,
  });
  child.once("exit", () => endGroup(child));
  const tidy = (): void => {
    group?.remove();
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  };
  child.once("close", tidy);
  // Heard here, before anything else can fail: without descriptors left, there is no child, and
  // an error that nobody hears would end the host.
  child.once("error", () => {
    if (child.pid === undefined) tidy();
  });
  if (tools.filter !== undefined) sendFilter(child, tools.filter);
  let exceeded = false;
  child.once("exit", () => {
    exceeded = group?.wasExceeded() ?? false;
  });
  return { child, ...factsOf(tools, group), ranOutOfMemory: () => exceeded };
}

/** Whatever the child had started and that is not yet bound to die with it. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}

/** What will hold a body on this machine, found out without starting one. */
export function inspectHardening(): HardeningFacts {
  const group = createControlGroup({ memoryBytes: 1024 ** 3, maxProcesses: 64 });
  group?.remove();
  return factsOf(findTools(undefined, true), group);
}

interface Tools {
  bwrap: string | undefined;
  filter: Buffer | undefined;
  prlimit: string | undefined;
}

function findTools(wanted: Wall | undefined, isBody: boolean): Tools {
  const bwrap = wanted === "permission-model" ? undefined : findBubblewrap();
  // A pair of sockets leads nowhere else; Node starts children with it, Python its event loop.
  const filter =
    bwrap === undefined ? undefined : seccompFilter(process.arch, isBody ? ["socketpair"] : []);
  return { bwrap, filter, prlimit: findProgram("prlimit") };
}

function factsOf(
  { bwrap, filter, prlimit }: Tools,
  group: ControlGroup | undefined,
): HardeningFacts {
  const uncontrolled = prlimit === undefined ? "engine" : "rlimit";
  return {
    wall: bwrap === undefined ? "permission-model" : "bubblewrap",
    seccomp: filter !== undefined,
    memory: group === undefined ? uncontrolled : `cgroup-v${group.version}`,
    cpuLimit: prlimit !== undefined,
    processLimit: group?.capsProcesses ?? false,
  };
}

/** The program itself, behind bubblewrap or with the flags that make Node its own jailer. */
function behindWall(
  program: HardenedProgram,
  { bwrap, filter }: Tools,
  scratch: string | undefined,
): string[] {
  const { readable, body, memoryBytes } = program;
  const isNode = "entry" in program;
  if (bwrap === undefined) {
    if (isNode) return nodeCommand(program, permissionFlags(readable, scratch));
    throw new Error(
      "a command that is not Node needs bubblewrap, which is not installed or does not work here: apt-get install bubblewrap",
    );
  }
  return [
    ...bubblewrapCommand(bwrap, [process.execPath, ...readable], {
      seccomp: filter !== undefined,
      ...(body === undefined ? {} : { keepEnvironment: true, scratchBytes: memoryBytes }),
    }),
    ...(isNode ? nodeCommand(program, []) : program.command),
  ];
}

function nodeCommand(
  { entry, args, nodeFlags }: NodeProgram,
  wallFlags: readonly string[],
): string[] {
  return [process.execPath, ...wallFlags, ...nodeFlags, entry, ...args];
}

/** Bubblewrap offers a folder in memory instead. */
function needsScratchFolder(program: HardenedProgram, { bwrap }: Tools): boolean {
  return program.body !== undefined && bwrap === undefined && "entry" in program;
}

function makeScratchFolder(): string {
  return mkdtempSync(join(tmpdir(), `execbox-scratch-${process.pid}-`));
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
function enterGroup(group: ControlGroup | undefined): string[] {
  if (group === undefined) return [];
  const script =
    'unset PWD; while [ "$1" != -- ]; do echo $$ > "$1" || exit 1; shift; done; shift; exec "$@"';
  return ["/bin/sh", "-c", script, "sh", ...group.procs, "--"];
}

function limitResources(
  prlimit: string | undefined,
  { memoryBytes, cpuSeconds }: HardenedProgram,
  capMemory: boolean,
): string[] {
  if (prlimit === undefined) return [];
  return [
    prlimit,
    ...(Number.isFinite(cpuSeconds) ? [`--cpu=${cpuSeconds}:${cpuSeconds + 1}`] : []),
    "--core=0",
    // Counts what is writable and private, and so not the address space that V8 only reserves.
    ...(capMemory ? [`--data=${memoryBytes}`] : []),
    "--",
  ];
}

function sendFilter(child: ChildProcess, filter: Buffer): void {
  // A child that could not be started has no pipes at all, whatever its type says.
  const pipes: ChildProcess["stdio"] | undefined = child.stdio;
  const pipe = pipes?.[SECCOMP_DESCRIPTOR] as Writable | null | undefined;
  // A child that died before reading it is reported by its exit.
  pipe?.on("error", () => {});
  pipe?.end(filter);
}
