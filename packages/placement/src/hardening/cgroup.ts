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

/** A control group that caps the memory of the processes in it. */
export interface MemoryGroup {
  version: 1 | 2;
  /** Writing a process id to this file puts the process into the group. */
  procs: string;
  /** Whether the kernel has killed something in the group for its memory. */
  wasExceeded(): boolean;
  /** Removes the group; it must be empty. */
  remove(): void;
}

let counter = 0;

/** Makes a group with a cap, where this machine lets us; `undefined` where it does not. */
export function createMemoryGroup(limitBytes: number): MemoryGroup | undefined {
  const name = `execbox-${process.pid}-${++counter}`;
  return createVersion1(name, limitBytes) ?? createVersion2(name, limitBytes);
}

/** Whether `createMemoryGroup` works here. */
export function canCapMemory(): boolean {
  const group = createMemoryGroup(1024 ** 3);
  group?.remove();
  return group !== undefined;
}

function createVersion1(name: string, limitBytes: number): MemoryGroup | undefined {
  const parent = ownGroup("memory");
  if (parent === undefined) return undefined;
  const folder = join("/sys/fs/cgroup/memory", parent, name);
  return attempt(folder, () => {
    writeFileSync(join(folder, "memory.limit_in_bytes"), String(limitBytes));
    // Without this, what exceeds the cap goes to swap where there is some.
    attemptWrite(join(folder, "memory.memsw.limit_in_bytes"), String(limitBytes));
    return group(1, folder, () => /oom_kill [1-9]/.test(read(folder, "memory.oom_control")));
  });
}

function createVersion2(name: string, limitBytes: number): MemoryGroup | undefined {
  const parent = ownGroup("");
  if (parent === undefined) return undefined;
  for (const root of ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]) {
    const folder = join(root, parent, name);
    const made = attempt(folder, () => {
      // Throws where the controller was not handed down to us: then there is no such file.
      accessSync(join(folder, "memory.max"), constants.W_OK);
      writeFileSync(join(folder, "memory.max"), String(limitBytes));
      attemptWrite(join(folder, "memory.swap.max"), "0");
      return group(2, folder, () => /oom_kill [1-9]/.test(read(folder, "memory.events")));
    });
    if (made !== undefined) return made;
  }
  return undefined;
}

function group(version: 1 | 2, folder: string, wasExceeded: () => boolean): MemoryGroup {
  return {
    version,
    procs: join(folder, "cgroup.procs"),
    wasExceeded,
    remove: () => removeSoon(folder, 20),
  };
}

/** Groups that are empty or soon will be; a program that ends before tries them once more. */
const leaving = new Set<string>();
let willSweep = false;

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
  if (willSweep) return;
  willSweep = true;
  process.once("exit", () => leaving.forEach(removed));
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

function attempt(folder: string, setUp: () => MemoryGroup): MemoryGroup | undefined {
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

function attemptWrite(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    // An extra; the cap itself stands without it.
  }
}

function read(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch {
    return "";
  }
}
