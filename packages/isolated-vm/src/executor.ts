import {
  assertKnownKeys,
  assertRecord,
  DEFAULT_LIMITS,
  describe,
  type ExecutorRuntimeOptions,
  type RuntimeLimits,
  resolveLimits,
} from "@execbox/core";
import { linkOpener, PooledSessions, poolOptions } from "@execbox/placement";
import {
  assertContainerSettings,
  assertPoolSettings,
  type ContainerSettings,
  INLINE_FACTS,
  InlineSessions,
  type PlacementFacts,
  type PoolSettings,
  SessionExecutor,
  type SessionSource,
} from "@execbox/protocol";
import { IsolatedVmEngine } from "./engine.js";
import { isolatedVmPrograms } from "./programs.js";

/** Options of an `IsolatedVmExecutor`: limits for every run, and where they run. */
export interface IsolatedVmExecutorOptions
  extends ExecutorRuntimeOptions,
    IsolatedVmSessionsOptions {}

/** Where V8 isolates run. */
export interface IsolatedVmSessionsOptions {
  /**
   * Where the engine runs. `"process"`, the default: a pooled child behind the strongest walls
   * this machine has, and the only place where a fatal error of V8 costs nobody else anything.
   * `"worker"`: isolates of pooled threads. `"inline"`: isolates of the calling thread; their
   * guests still run on threads of their own.
   */
  placement?: "worker" | "process" | "container" | "inline";
  /** How many threads, children or containers there may be. */
  pool?: PoolSettings;
  /** How containers are made, for `placement: "container"`. */
  container?: ContainerSettings;
}

/**
 * Runs guest code in V8 isolates, a fresh one each time. Needs the native `isolated-vm` package.
 *
 * @example
 * const executor = new IsolatedVmExecutor();
 * const result = await executor.execute("await tools.add({ a: 1, b: 2 })", [tools]);
 */
export class IsolatedVmExecutor extends SessionExecutor {
  constructor(options: IsolatedVmExecutorOptions = {}) {
    assertRecord("options", options);
    assertKnownKeys("options", options, [
      ...Object.keys(DEFAULT_LIMITS),
      "placement",
      "pool",
      "container",
    ]);
    assertPoolSettings(options.pool);
    assertContainerSettings(options.container, options.placement);
    const limits = resolveLimits(options);
    super(openIsolatedVmSessions(options, limits), limits, options.pool?.maxWaitMs);
    // A failure shows again, with its reason, in the first run.
    if (options.pool?.prewarm) this.prewarm().catch(() => {});
  }
}

/** Isolates have threads of their own: whoever calls stays free and can always stop them. */
const OWN_THREADS: PlacementFacts = { ...INLINE_FACTS, hardDeadline: true, hostStaysFree: true };

/** Sessions on V8 isolates, placed as asked; what an executor or a code runner stands on. */
export function openIsolatedVmSessions(
  { placement = "process", pool, container }: IsolatedVmSessionsOptions,
  limits: RuntimeLimits,
): SessionSource {
  switch (placement) {
    case "inline":
      return new InlineSessions(() => IsolatedVmEngine.create(), OWN_THREADS);
    case "worker":
    case "process":
    case "container": {
      const { memoryLimitBytes } = limits;
      const open = linkOpener(isolatedVmPrograms(), placement, memoryLimitBytes, container);
      return new PooledSessions(open, poolOptions(pool));
    }
    default:
      throw new TypeError(
        `options.placement must be "worker", "process", "container" or "inline", got ${describe(placement)}`,
      );
  }
}
