import { describe, type RuntimeLimits } from "@execbox/core";
import {
  type ContainerSettings,
  LazySessions,
  type PoolSettings,
  type SessionSource,
} from "@execbox/protocol";
import { openQuickJsSessions } from "@execbox/quickjs";

/** A JavaScript engine: QuickJS starts in microseconds, V8 computes 10 to 60 times faster. */
export type EngineName = "quickjs" | "isolated-vm";

/** Where an engine runs, and how many of it. */
export interface EngineSessionsOptions {
  placement?: "worker" | "process" | "container" | "inline";
  pool?: PoolSettings;
  container?: ContainerSettings;
}

/** Sessions on the engine of that name; its code is loaded when the first session is wanted. */
export function openEngineSessions(
  engine: EngineName = "quickjs",
  options: EngineSessionsOptions,
  limits: RuntimeLimits,
): SessionSource {
  switch (engine) {
    case "quickjs":
      return openQuickJsSessions(options, limits);
    case "isolated-vm":
      return new LazySessions(async () => {
        const { openIsolatedVmSessions } = await import("@execbox/isolated-vm");
        return openIsolatedVmSessions(options, limits);
      });
    default:
      throw new TypeError(
        `options.engine must be "quickjs" or "isolated-vm", got ${describe(engine)}`,
      );
  }
}
