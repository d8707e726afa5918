import { readdirSync, readFileSync } from "node:fs";

const PAGE_BYTES = 4096;

/** Resident bytes of a process and all of its descendants; `undefined` where there is no /proc. */
export function residentBytes(root) {
  const children = new Map();
  const pages = new Map();
  let names;
  try {
    names = readdirSync("/proc");
  } catch {
    return undefined;
  }
  for (const name of names.filter((entry) => /^\d+$/.test(entry))) {
    const stat = readStat(name);
    if (stat === undefined) continue;
    pages.set(Number(name), stat.pages);
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), Number(name)]);
  }
  const sum = (pid) =>
    (pages.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((total, id) => total + sum(id), 0);
  return sum(root) * PAGE_BYTES;
}

/** Follows the resident size of a process until `stop()`, which gives the largest seen. */
export function watchPeak(pid) {
  const start = residentBytes(pid);
  let peak = start;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid));
  }, 25);
  return {
    stop() {
      clearInterval(timer);
      return start === undefined ? undefined : Math.max(0, peak - start);
    },
  };
}

function readStat(pid) {
  try {
    // The second field is the command in parentheses and may hold anything.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(fields[1]), pages: Number(fields[21]) };
  } catch {
    return undefined;
  }
}
