import { describe, type RuntimeLimits } from "@execbox/core";
import { LazySessions, type PlacementOptions, type SessionSource } from "@execbox/protocol";
import { openQuickJsSessions } from "@execbox/quickjs";

/** A JavaScript engine: QuickJS starts in microseconds, V8 computes 10 to 60 times faster. */
export type EngineName = "quickjs" | "isolated-vm";

/** Sessions on the engine of that name; its code is loaded when the first session is wanted. */
export function openEngineSessions(
  engine: EngineName = "quickjs",
  options: PlacementOptions,
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
