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
  assertPoolSettings,
  InlineSessions,
  LazySessions,
  type PoolSettings,
  SessionExecutor,
  type SessionSource,
} from "@execbox/protocol";
import { QuickJsEngine } from "./engine.js";
import { loadEngine, type WasmSource } from "./load-wasm.js";

/** Options of a `QuickJsExecutor`: limits for every run, and where they run. */
export interface QuickJsExecutorOptions extends ExecutorRuntimeOptions, QuickJsSessionsOptions {}

/** Where QuickJS runs. */
export interface QuickJsSessionsOptions {
  /**
   * Where the engine runs. `"worker"`, the default where there are threads: a pooled thread that
   * can be stopped at any time. `"process"`: a pooled child behind the strongest walls this
   * machine has. `"inline"`: the calling thread, for trusted or tiny code.
   */
  placement?: "worker" | "process" | "inline";
  /** How many threads or children there may be. */
  pool?: PoolSettings;
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
      "wasm",
    ]);
    assertPoolSettings(options.pool);
    const limits = resolveLimits(options);
    super(openQuickJsSessions(options, limits), limits, options.pool?.maxWaitMs);
    // A failure shows again, with its reason, in the first run.
    if (options.pool?.prewarm) this.prewarm().catch(() => {});
  }
}

const BUNDLE = new URL("../bundle/", import.meta.url);

/** Sessions on QuickJS, placed as asked; what an executor or a code runner stands on. */
export function openQuickJsSessions(
  options: QuickJsSessionsOptions,
  limits: RuntimeLimits,
): SessionSource {
  const { placement = "worker", pool, wasm } = options;
  switch (placement) {
    case "inline":
      return new InlineSessions(() => QuickJsEngine.create(wasm === undefined ? {} : { wasm }));
    case "worker":
      return new LazySessions(async () => {
        // Compiled here once: all threads share the code, and what is optimised for one is so for all.
        const loading = loadEngine(wasm).then((parts) => ({ parts }));
        const { poolOptions, WorkerSessions } = await import("@execbox/placement");
        return new WorkerSessions(
          { worker: new URL("worker.cjs", BUNDLE), options: loading },
          poolOptions(pool),
        );
      });
    case "process":
      return new LazySessions(async () => {
        const { poolOptions, ProcessSessions, eraserFiles } = await import("@execbox/placement");
        return new ProcessSessions(
          { entry: new URL("process.js", BUNDLE), readable: [BUNDLE.pathname, ...eraserFiles()] },
          { ...poolOptions(pool), memoryLimitBytes: limits.memoryLimitBytes },
        );
      });
    default:
      throw new TypeError(
        `options.placement must be "worker", "process" or "inline", got ${describe(placement)}`,
      );
  }
}
