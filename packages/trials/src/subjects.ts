import type { Facts } from "@execbox/conformance";
import type { Executor, ExecutorRuntimeOptions } from "@execbox/core";
import { findIsolatedVm, IsolatedVmExecutor, isolatedVmPrograms } from "@execbox/isolated-vm";
import { linkOpener, type OpenLink } from "@execbox/placement";
import { QuickJsExecutor, quickJsPrograms } from "@execbox/quickjs";
import {
  connectLoopback,
  createRemoteCodeRunner,
  RemoteExecutor,
  type RemoteExecutorOptions,
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
/** Its guests have threads of their own wherever it is; memory that ran out ends them. */
const V8: Facts = { ...APART, catchableMemory: false };

/** The verdict is in time, but nothing stops its thread: it would starve whatever is tried next. */
const IN_PROCESS: Facts = { ...V8, deadlineInBuiltins: false };

/** What a remote runner's engines may use. */
const MEMORY_BYTES = 64 * 1024 * 1024;
const hasV8 = findIsolatedVm() !== undefined;

/**
 * What one process can hold for hours: the corpus, the soak and the rest run over it. A new engine
 * or placement gets its trials by a line in these tables.
 */
export const subjects: readonly TrialSubject[] = [
  quickJs("inline", INLINE),
  quickJs("worker"),
  quickJs("process"),
  remote("quickjs", APART, linkOpener(quickJsPrograms(), "worker", MEMORY_BYTES)),
  ...(hasV8 ? [isolatedVm("process")] : []),
];

/**
 * V8 in the process itself: it gives up for good when one large allocation does not fit, and leaves
 * a thread that never ends. For processes that may be lost.
 */
export const expendableSubjects: readonly TrialSubject[] = hasV8
  ? [isolatedVm("inline", undefined, IN_PROCESS), isolatedVm("worker", undefined, IN_PROCESS)]
  : [];

/** The first subject of each engine, for what does not depend on where it runs. */
export const engines: readonly TrialSubject[] = subjects.filter(
  ({ engine }, index) => subjects.findIndex((other) => other.engine === engine) === index,
);

/** Containers of a program that is there. */
export function containerSubjects(program: "podman" | "docker"): TrialSubject[] {
  return [
    quickJs("container", APART, { program }),
    ...(hasV8 ? [isolatedVm("container", { program })] : []),
  ];
}

/** V8 behind a transport, in processes of the runner. */
export function remoteV8Subjects(): TrialSubject[] {
  return hasV8
    ? [remote("isolated-vm", V8, linkOpener(isolatedVmPrograms(), "process", MEMORY_BYTES))]
    : [];
}

/** Runners that somebody else has started, and ends. */
export function fleetSubject(
  connectTransport: RemoteExecutorOptions["connectTransport"],
): TrialSubject {
  return {
    engine: "quickjs",
    placement: "fleet",
    facts: APART,
    executor: ({ pool: _pool, ...options } = {}) =>
      new RemoteExecutor({ connectTransport, ...options }),
    codeRunner: ({ pool: _pool, ...options } = {}) =>
      createRemoteCodeRunner({ connectTransport, ...options }),
  };
}

/** The name a subject has in reports. */
export function nameOf({ engine, placement }: TrialSubject): string {
  return `${engine}, ${placement}`;
}

type Placement = "inline" | "worker" | "process" | "container";
type Container = { program: "podman" | "docker" };

function quickJs(placement: Placement, facts: Facts = APART, container?: Container): TrialSubject {
  const where = { placement, ...(container === undefined ? {} : { container }) };
  return {
    engine: "quickjs",
    placement,
    facts,
    executor: (options) => new QuickJsExecutor({ ...where, ...options }),
    codeRunner: (options) => createCodeRunner({ ...where, ...options }),
  };
}

function isolatedVm(placement: Placement, container?: Container, facts: Facts = V8): TrialSubject {
  const where = { placement, ...(container === undefined ? {} : { container }) };
  return {
    engine: "isolated-vm",
    placement,
    facts,
    executor: (options) => new IsolatedVmExecutor({ ...where, ...options }),
    codeRunner: (options) => createCodeRunner({ engine: "isolated-vm", ...where, ...options }),
  };
}

/** A runner of its own in this process, with its engines elsewhere, behind a transport. */
function remote(engine: string, facts: Facts, openLink: OpenLink): TrialSubject {
  return {
    engine,
    placement: "remote",
    facts,
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
