import type { ExecutorRuntimeOptions, RuntimeLimits } from "@execbox/core";
import {
  InlineSessions,
  LazySessions,
  PlacedExecutor,
  type PlacementOptions,
  type SessionSource,
} from "@execbox/protocol";
import { QuickJsEngine } from "./engine.js";
import type { WasmSource } from "./load-wasm.js";
import { quickJsPrograms } from "./programs.js";

/** Options of a `QuickJsExecutor`: limits for every run, and where they run. */
export interface QuickJsExecutorOptions extends ExecutorRuntimeOptions, QuickJsSessionsOptions {}

/**
 * Where QuickJS runs. By default on a `"worker"`, a thread that can be stopped at any time;
 * `"inline"` is for trusted or tiny code.
 */
export interface QuickJsSessionsOptions extends PlacementOptions {
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
export class QuickJsExecutor extends PlacedExecutor<QuickJsExecutorOptions> {
  constructor(options: QuickJsExecutorOptions = {}) {
    super(options, openQuickJsSessions, ["wasm"]);
  }
}

/** Sessions on QuickJS, placed as asked; what an executor or a code runner stands on. */
export function openQuickJsSessions(
  options: QuickJsSessionsOptions,
  limits: RuntimeLimits,
): SessionSource {
  const { placement = "worker", pool, container, wasm } = options;
  if (placement === "inline") {
    const where = wasm === undefined ? {} : { wasm };
    return new InlineSessions(() => QuickJsEngine.create({ ...where, smallStack: true }));
  }
  return new LazySessions(async () => {
    const programs = quickJsPrograms(wasm);
    // The engine loads while the code of the placements does.
    if (placement === "worker") programs.thread();
    const { linkOpener, poolOptions, PooledSessions } = await import("@execbox/placement");
    const open = linkOpener(programs, placement, limits.memoryLimitBytes, container);
    return new PooledSessions(open, poolOptions(pool));
  });
}
