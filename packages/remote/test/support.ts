import { linkOpener } from "@execbox/placement";
import { quickJsPrograms } from "@execbox/quickjs";
import { RunnerHost, type RunnerHostOptions } from "../src/index.js";

const openLink = linkOpener(quickJsPrograms(), "worker", 1 << 26);

/** A runner with QuickJS on threads of this process. */
export function openRunner(options: Partial<RunnerHostOptions> = {}): RunnerHost {
  return new RunnerHost({ openLink, ...options });
}

/** What is true of every runner with engines on threads, however it is reached. */
export const FACTS = {
  catchableMemory: true,
  catchableRecursion: true,
  hostStaysFree: true,
  deadlineInBuiltins: true,
  deadlineInLoops: true,
  cancelInLoops: true,
  memoryLimit: true,
  bigint: true,
};

/** Waits until `condition` holds; fails when it does not in good time. */
export async function settled(condition: () => boolean, withinMs = 10_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`${condition} does not come true`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
