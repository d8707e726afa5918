import { readdirSync, readFileSync } from "node:fs";

/** A process below this one. */
export interface Descendant {
  readonly pid: number;
  readonly rssBytes: number;
}

const PAGE_BYTES = 4_096;

/** Every process that this one started, and what those started; nothing where there is no `/proc`. */
export function descendants(): Descendant[] {
  const children = new Map<number, Descendant[]>();
  for (const name of list("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = read(`/proc/${pid}/stat`);
    // The command stands in brackets and may hold anything; the fields follow the last one.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields.length < 22) continue;
    const entry = { pid, rssBytes: Number(fields[21]) * PAGE_BYTES };
    const siblings = children.get(Number(fields[1])) ?? [];
    siblings.push(entry);
    children.set(Number(fields[1]), siblings);
  }
  const found: Descendant[] = [];
  const queue = [process.pid];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    for (const child of children.get(pid) ?? []) {
      found.push(child);
      queue.push(child.pid);
    }
  }
  return found;
}

/** How many descriptors this process has open. */
export function openDescriptors(): number {
  return list("/proc/self/fd").length;
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
