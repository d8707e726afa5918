import type { ChildProcess } from "node:child_process";

const children = new Set<ChildProcess>();

process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** Ends a child when this program does, also when a test fails half-way. */
export function endWithUs(child: ChildProcess): void {
  children.add(child);
  child.once("exit", () => children.delete(child));
}
