import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** A control group that caps the memory of the processes in it, and perhaps their number. */
export interface ControlGroup {
  version: 1 | 2;
  /** Writing a process id to each of these files puts the process into the group. */
  procs: readonly string[];
  /** Whether the number of processes is capped. */
  capsProcesses: boolean;
  /** Whether the kernel has killed something in the group for its memory. */
  wasExceeded(): boolean;
  /** Removes the group; it must be empty. */
  remove(): void;
}

let counter = 0;

/** What a group caps. */
export interface GroupLimits {
  memoryBytes: number;
  /** How many processes and threads there may be. */
  maxProcesses?: number | undefined;
}

/**
 * Makes a group that caps memory, where this machine lets us; `undefined` where it does not. The
 * number of processes is capped too where that is possible.
 */
export function createControlGroup(limits: GroupLimits): ControlGroup | undefined {
  const name = `execbox-${process.pid}-${++counter}`;
  return createVersion1(name, limits) ?? createVersion2(name, limits);
}

function createVersion1(name: string, limits: GroupLimits): ControlGroup | undefined {
  const parent = ownGroup("memory");
  if (parent === undefined) return undefined;
  const folder = join("/sys/fs/cgroup/memory", parent, name);
  return attempt(folder, () => {
    const limit = String(limits.memoryBytes);
    writeFileSync(join(folder, "memory.limit_in_bytes"), limit);
    // Without this, what exceeds the cap goes to swap where there is some.
    attemptWrite(join(folder, "memory.memsw.limit_in_bytes"), limit);
    const pids = createPidsGroup(name, limits.maxProcesses);
    return group(1, pids === undefined ? [folder] : [folder, pids], pids !== undefined, () =>
      /oom_kill [1-9]/.test(read(folder, "memory.oom_control")),
    );
  });
}

/** Version 1 has a tree of its own for each controller. */
function createPidsGroup(name: string, maxProcesses: number | undefined): string | undefined {
  const parent = ownGroup("pids");
  if (maxProcesses === undefined || parent === undefined) return undefined;
  const folder = join("/sys/fs/cgroup/pids", parent, name);
  return attempt(folder, () => {
    writeFileSync(join(folder, "pids.max"), String(maxProcesses));
    return folder;
  });
}

function createVersion2(name: string, limits: GroupLimits): ControlGroup | undefined {
  const parent = ownGroup("");
  if (parent === undefined) return undefined;
  for (const root of ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]) {
    const folder = join(root, parent, name);
    const made = attempt(folder, () => {
      // Throws where the controller was not handed down to us: then there is no such file.
      accessSync(join(folder, "memory.max"), constants.W_OK);
      writeFileSync(join(folder, "memory.max"), String(limits.memoryBytes));
      attemptWrite(join(folder, "memory.swap.max"), "0");
      const { maxProcesses } = limits;
      const capped =
        maxProcesses !== undefined && attemptWrite(join(folder, "pids.max"), String(maxProcesses));
      return group(2, [folder], capped, () => /oom_kill [1-9]/.test(read(folder, "memory.events")));
    });
    if (made !== undefined) return made;
  }
  return undefined;
}

function group(
  version: 1 | 2,
  folders: readonly string[],
  capsProcesses: boolean,
  wasExceeded: () => boolean,
): ControlGroup {
  return {
    version,
    procs: folders.map((folder) => join(folder, "cgroup.procs")),
    capsProcesses,
    wasExceeded,
    remove: () => {
      for (const folder of folders) removeSoon(folder, 20);
    },
  };
}

/** Groups that are empty or soon will be; a program that ends before tries them once more. */
const leaving = new Set<string>();
const swept = new Set<string>();

/** The kernel lets go of a group a moment after its last process has ended. */
function removeSoon(folder: string, tries: number): void {
  leaving.add(folder);
  if (removed(folder) || tries === 0) return;
  setTimeout(() => removeSoon(folder, tries - 1), 50).unref();
}

function removed(folder: string): boolean {
  try {
    rmdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EBUSY") return false;
  }
  leaving.delete(folder);
  return true;
}

/** Removes what programs that were killed have left beside us, and our own when we end. */
function sweep(parent: string): void {
  if (swept.has(parent)) return;
  if (swept.size === 0) process.once("exit", () => leaving.forEach(removed));
  swept.add(parent);
  for (const name of readdirSync(parent)) {
    const owner = /^execbox-(\d+)-\d+$/.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) removed(join(parent, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Our own group in the hierarchy of a controller; the empty name is version 2's. */
function ownGroup(controller: string): string | undefined {
  try {
    const lines = readFileSync("/proc/self/cgroup", "utf8").split("\n");
    const line = lines.find((entry) => entry.split(":")[1]?.split(",").includes(controller));
    return line?.split(":").slice(2).join(":");
  } catch {
    return undefined;
  }
}

function attempt<Made>(folder: string, setUp: () => Made): Made | undefined {
  try {
    sweep(dirname(folder));
    mkdirSync(folder);
  } catch {
    return undefined;
  }
  try {
    return setUp();
  } catch {
    removeSoon(folder, 0);
    return undefined;
  }
}

/** For extras: the cap itself stands without them. */
function attemptWrite(file: string, text: string): boolean {
  try {
    writeFileSync(file, text);
    return true;
  } catch {
    return false;
  }
}

function read(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch {
    return "";
  }
}
