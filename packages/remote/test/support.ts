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
