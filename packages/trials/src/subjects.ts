import type { Facts } from "@execbox/conformance";
import type { Executor, ExecutorRuntimeOptions } from "@execbox/core";
import { findIsolatedVm, IsolatedVmExecutor } from "@execbox/isolated-vm";
import { linkOpener } from "@execbox/placement";
import { QuickJsExecutor, quickJsPrograms } from "@execbox/quickjs";
import {
  connectLoopback,
  createRemoteCodeRunner,
  RemoteExecutor,
  RunnerHost,
} from "@execbox/remote";
import { type CodeRunner, type CodeRunnerOptions, createCodeRunner } from "@execbox/run-code";

/** One engine in one placement: what every trial is run against. */
export interface TrialSubject {
  readonly engine: string;
  readonly placement: string;
  readonly facts: Facts;
  executor(options?: TrialExecutorOptions): Executor;
  codeRunner(options?: TrialRunnerOptions): CodeRunner;
}

/** What a trial may ask of an executor. */
export interface TrialExecutorOptions extends ExecutorRuntimeOptions {
  pool?: { maxSize?: number; minSize?: number; idleTimeoutMs?: number };
}

/** What a trial may ask of a code runner. */
export type TrialRunnerOptions = Omit<CodeRunnerOptions, "engine" | "placement" | "container">;

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
  remote(),
  // In a process only: V8 gives up for good when one large allocation does not fit, and takes a
  // thread of its process with it.
  ...(findIsolatedVm() === undefined ? [] : [isolatedVm()]),
];

/** The first subject of each engine, for what does not depend on where it runs. */
export const engines: readonly TrialSubject[] = subjects.filter(
  ({ engine }, index) => subjects.findIndex((other) => other.engine === engine) === index,
);

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

function isolatedVm(): TrialSubject {
  return {
    engine: "isolated-vm",
    placement: "process",
    facts: { ...APART, catchableMemory: false },
    executor: (options) => new IsolatedVmExecutor({ placement: "process", ...options }),
    codeRunner: (options) =>
      createCodeRunner({ engine: "isolated-vm", placement: "process", ...options }),
  };
}

/** A runner of its own in this process, with its engines on threads, behind a transport. */
function remote(): TrialSubject {
  const openLink = linkOpener(quickJsPrograms(), "worker", 64 * 1024 * 1024);
  return {
    engine: "quickjs",
    placement: "remote",
    facts: APART,
    executor({ pool: _pool, ...options } = {}) {
      const runner = new RunnerHost({ openLink });
      const connectTransport = () => connectLoopback(runner);
      const executor = new RemoteExecutor({ connectTransport, ...options });
      return {
        execute: (code, providers, given) => executor.execute(code, providers, given),
        dispose: () => disposeBoth(executor, runner),
      };
    },
    codeRunner({ pool: _pool, ...options } = {}) {
      const runner = new RunnerHost({ openLink });
      const connectTransport = () => connectLoopback(runner);
      const codeRunner = createRemoteCodeRunner({ connectTransport, ...options });
      return { ...codeRunner, dispose: () => disposeBoth(codeRunner, runner) };
    },
  };
}

async function disposeBoth(
  near: { dispose?(): void | Promise<void> },
  far: { dispose(): Promise<void> },
): Promise<void> {
  await near.dispose?.();
  await far.dispose();
}
