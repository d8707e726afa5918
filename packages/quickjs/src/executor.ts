import {
  assertKnownKeys,
  assertRecord,
  DEFAULT_LIMITS,
  describe,
  type ExecutorRuntimeOptions,
  type RuntimeLimits,
  resolveLimits,
} from "@execbox/core";
import {
  assertContainerSettings,
  assertPoolSettings,
  type ContainerSettings,
  InlineSessions,
  LazySessions,
  type PoolSettings,
  SessionExecutor,
  type SessionSource,
} from "@execbox/protocol";
import { QuickJsEngine } from "./engine.js";
import type { WasmSource } from "./load-wasm.js";
import { quickJsPrograms } from "./programs.js";

/** Options of a `QuickJsExecutor`: limits for every run, and where they run. */
export interface QuickJsExecutorOptions extends ExecutorRuntimeOptions, QuickJsSessionsOptions {}

/** Where QuickJS runs. */
export interface QuickJsSessionsOptions {
  /**
   * Where the engine runs. `"worker"`, the default where there are threads: a pooled thread that
   * can be stopped at any time. `"process"`: a pooled child behind the strongest walls this
   * machine has. `"container"`: a pooled container of Podman or Docker. `"inline"`: the calling
   * thread, for trusted or tiny code.
   */
  placement?: "worker" | "process" | "container" | "inline";
  /** How many threads, children or containers there may be. */
  pool?: PoolSettings;
  /** How containers are made, for `placement: "container"`. */
  container?: ContainerSettings;
  /** The engine's WebAssembly, for where the `quickjs-wasi` package cannot be found. */
  wasm?: WasmSource;
}

/**
 * Runs guest code in QuickJS, each time in a fresh sandbox.
 *
 * @example
 * const executor = new QuickJsExecutor();
 * const result = await executor.execute("await tools.add({ a: 1, b: 2 })", [tools]);
 */
export class QuickJsExecutor extends SessionExecutor {
  constructor(options: QuickJsExecutorOptions = {}) {
    assertRecord("options", options);
    assertKnownKeys("options", options, [
      ...Object.keys(DEFAULT_LIMITS),
      "placement",
      "pool",
      "container",
      "wasm",
    ]);
    assertPoolSettings(options.pool);
    assertContainerSettings(options.container, options.placement);
    const limits = resolveLimits(options);
    super(openQuickJsSessions(options, limits), limits, options.pool?.maxWaitMs);
    // A failure shows again, with its reason, in the first run.
    if (options.pool?.prewarm) this.prewarm().catch(() => {});
  }
}

/** Sessions on QuickJS, placed as asked; what an executor or a code runner stands on. */
export function openQuickJsSessions(
  options: QuickJsSessionsOptions,
  limits: RuntimeLimits,
): SessionSource {
  const { placement = "worker", pool, container, wasm } = options;
  switch (placement) {
    case "inline":
      return new InlineSessions(() => QuickJsEngine.create(wasm === undefined ? {} : { wasm }));
    case "worker":
    case "process":
    case "container":
      return new LazySessions(async () => {
        const programs = quickJsPrograms(wasm);
        // The engine loads while the code of the placements does.
        if (placement === "worker") programs.thread();
        const { linkOpener, poolOptions, PooledSessions } = await import("@execbox/placement");
        const open = linkOpener(programs, placement, limits.memoryLimitBytes, container);
        return new PooledSessions(open, poolOptions(pool));
      });
    default:
      throw new TypeError(
        `options.placement must be "worker", "process", "container" or "inline", got ${describe(placement)}`,
      );
  }
}
