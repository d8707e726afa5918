import type { ExecutorRuntimeOptions, RuntimeLimits } from "@execbox/core";
import { linkOpener, PooledSessions, poolOptions } from "@execbox/placement";
import {
  INLINE_FACTS,
  InlineSessions,
  PlacedExecutor,
  type PlacementFacts,
  type PlacementOptions,
  type SessionSource,
} from "@execbox/protocol";
import { IsolatedVmEngine } from "./engine.js";
import { isolatedVmPrograms } from "./programs.js";

/**
 * Options of an `IsolatedVmExecutor`: limits for every run, and where they run. The default is a
 * `"process"`, the only place where a fatal error of V8 costs nobody else anything. Guests run on
 * threads of their own even `"inline"`.
 */
export interface IsolatedVmExecutorOptions extends ExecutorRuntimeOptions, PlacementOptions {}

/**
 * Runs guest code in V8 isolates, a fresh one each time. Needs the native `isolated-vm` package.
 *
 * @example
 * const executor = new IsolatedVmExecutor();
 * const result = await executor.execute("await tools.add({ a: 1, b: 2 })", [tools]);
 */
export class IsolatedVmExecutor extends PlacedExecutor<IsolatedVmExecutorOptions> {
  constructor(options: IsolatedVmExecutorOptions = {}) {
    super(options, openIsolatedVmSessions);
  }
}

/** Isolates have threads of their own: whoever calls stays free and can always stop them. */
const OWN_THREADS: PlacementFacts = { ...INLINE_FACTS, hardDeadline: true, hostStaysFree: true };

/** Sessions on V8 isolates, placed as asked; what an executor or a code runner stands on. */
export function openIsolatedVmSessions(
  { placement = "process", pool, container }: PlacementOptions,
  limits: RuntimeLimits,
): SessionSource {
  if (placement === "inline") {
    return new InlineSessions(() => IsolatedVmEngine.create(), OWN_THREADS);
  }
  const { memoryLimitBytes } = limits;
  const open = linkOpener(isolatedVmPrograms(), placement, memoryLimitBytes, container);
  return new PooledSessions(open, poolOptions(pool));
}
