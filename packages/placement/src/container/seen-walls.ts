import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SandboxWalls } from "./sandbox-driver.js";

/**
 * What the kernel says of the first process of a container: what holds, not what was asked for.
 * `undefined` when it cannot be seen from here: on another machine, in a virtual one, or gone.
 */
export function lookAt(pid: number, containerId: string): SandboxWalls | undefined {
  try {
    if (!isOf(pid, containerId)) return undefined;
    const groups = groupsOf(pid, containerId);
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return {
      powerless:
        /^CapEff:\s*0+$/m.test(status) &&
        /^CapBnd:\s*0+$/m.test(status) &&
        /^NoNewPrivs:\s*1$/m.test(status) &&
        !/^Uid:.*\s0\b/m.test(status),
      networkClosed: interfaces(pid).every((name) => name === "lo"),
      rootReadOnly: /^\S+ \S+ \S+ \S+ \/ ro\b/m.test(
        readFileSync(`/proc/${pid}/mountinfo`, "utf8"),
      ),
      seccomp: /^Seccomp:\s*2$/m.test(status),
      memory: memoryCap(groups),
      pids: cap(groups, "pids", "pids.max") < Number.POSITIVE_INFINITY,
      cpuTime: /^Max cpu time +\d/m.test(readFileSync(`/proc/${pid}/limits`, "utf8")),
    };
  } catch {
    return undefined;
  }
}

/** How many processes the kernel has killed in a container for their memory. */
export function countMemoryKills(groups: string): number {
  for (const [controller, file] of [
    ["memory", "memory.oom_control"],
    ["", "memory.events"],
  ] as const) {
    const folder = folderOf(groups, controller);
    const count = folder === undefined ? undefined : /^oom_kill (\d+)/m.exec(read(folder, file));
    if (count) return Number(count[1]);
  }
  return 0;
}

/**
 * The control groups of a container, as the kernel lists them. Empty where it has none of its own:
 * rootless on machines with groups of version 1, where every limit is accepted and none holds.
 */
export function groupsOf(pid: number, containerId: string): string {
  const groups = read(`/proc/${pid}`, "cgroup");
  return groups.includes(containerId) ? groups : "";
}

/**
 * Whether a process is the container's: another may have its number by now, or have it on this
 * side of a virtual machine. Its group says so, or what started it.
 */
function isOf(pid: number, containerId: string): boolean {
  if (groupsOf(pid, containerId) !== "") return true;
  const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return read(`/proc/${parent}`, "cmdline").includes(containerId);
}

function interfaces(pid: number): string[] {
  const lines = readFileSync(`/proc/${pid}/net/dev`, "utf8").trim().split("\n").slice(2);
  return lines.map((line) => line.trim().split(":")[0] ?? "");
}

/** More than any machine has: what version 1 says for "no limit". */
const NO_LIMIT = 2 ** 60;

function memoryCap(groups: string): SandboxWalls["memory"] {
  if (cap(groups, "memory", "memory.limit_in_bytes") < NO_LIMIT) return "cgroup-v1";
  return cap(groups, "", "memory.max") < NO_LIMIT ? "cgroup-v2" : "engine";
}

/**
 * The least a file says in a container's own group. Version 2 may put processes one group below
 * the one with the limits; nothing further up counts, as that is not about this container.
 */
function cap(groups: string, controller: string, file: string): number {
  const own = folderOf(groups, controller) ?? folderOf(groups, "");
  if (own === undefined) return Number.POSITIVE_INFINITY;
  const said = [own, ...(/[/]container$/.test(own) ? [dirname(own)] : [])].map((folder) => {
    const text = read(folder, file).trim();
    return /^\d+$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  });
  return Math.min(...said);
}

/** Where the group of a controller is; the empty name is version 2's. */
function folderOf(groups: string, controller: string): string | undefined {
  const line = groups.split("\n").find((entry) => {
    const [, controllers = "?"] = entry.split(":");
    return controllers.split(",").includes(controller);
  });
  if (line === undefined) return undefined;
  return join("/sys/fs/cgroup", controller, line.split(":").slice(2).join(":"));
}

function read(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch {
    return "";
  }
}
