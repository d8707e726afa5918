import type { Facts } from "@execbox/conformance";
import type { Executor, ExecutorRuntimeOptions } from "@execbox/core";
import { QuickJsExecutor } from "@execbox/quickjs";
import { type CodeRunner, type CodeRunnerOptions, createCodeRunner } from "@execbox/run-code";

/** One engine in one placement: what every trial is run against. */
export interface TrialSubject {
  readonly engine: string;
  readonly placement: string;
  readonly facts: Facts;
  executor(options?: TrialExecutorOptions): Executor;
  /** Missing where modules cannot run. */
  codeRunner?(options?: Omit<CodeRunnerOptions, "engine" | "placement">): CodeRunner;
}

/** What a trial may ask of an executor. */
export interface TrialExecutorOptions extends ExecutorRuntimeOptions {
  pool?: { maxSize?: number; minSize?: number; idleTimeoutMs?: number };
}

const APART: Facts = {
  catchableMemory: true,
  catchableRecursion: true,
  hostStaysFree: true,
  deadlineInBuiltins: true,
};
const INLINE: Facts = { ...APART, hostStaysFree: false, deadlineInBuiltins: false };

/**
 * Everything that is tried. A new engine or placement gets its trials by a line in this table:
 * the corpus, the differential tests and the soak all run over it.
 */
export const subjects: readonly TrialSubject[] = [
  quickJs("inline", INLINE),
  quickJs("worker", APART),
  quickJs("process", APART),
];

/** The name a subject has in reports. */
export function nameOf({ engine, placement }: TrialSubject): string {
  return `${engine}, ${placement}`;
}

function quickJs(placement: "inline" | "worker" | "process", facts: Facts): TrialSubject {
  return {
    engine: "quickjs",
    placement,
    facts,
    executor: (options) => new QuickJsExecutor({ placement, ...options }),
    codeRunner: (options) => createCodeRunner({ placement, ...options }),
  };
}
