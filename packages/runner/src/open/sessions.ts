import { DEFAULT_LIMITS } from "@execbox/core";
import { PooledSessions, poolOptions } from "@execbox/placement";
import { LazySessions, type PoolSettings, type SessionSource } from "@execbox/protocol";
import { openQuickJsSessions } from "@execbox/quickjs";
import type { RunnerEngine } from "../block/types.js";
import type { SandboxDoor } from "./open-sandbox.js";

/** Engines for guest code, as far away as bodies of the same runner are. */
export function engineSessions(
  engine: RunnerEngine,
  sandbox: SandboxDoor | null,
  memoryLimitBytes: number,
  pool: PoolSettings | undefined,
): SessionSource {
  if (sandbox !== null) {
    const open = () => sandbox.openLink(memoryLimitBytes);
    return new LazySessions(async () => new PooledSessions(open, poolOptions(pool)));
  }
  // In the host's process guest code still has a thread of its own, so that it can be stopped.
  const placement = engine === "in-process" ? "worker" : "process";
  const limits = { ...DEFAULT_LIMITS, memoryLimitBytes };
  return openQuickJsSessions({ placement, ...(pool === undefined ? {} : { pool }) }, limits);
}
