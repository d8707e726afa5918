import type { ExecuteErrorCode } from "@execbox/core";

/** How an execution ended, for counting: `abandoned` when its host was gone before the end. */
export type Ending = "ok" | ExecuteErrorCode | "abandoned";

/** Why an `execute` was not taken. */
export type Refusal = "full" | "draining" | "busy" | "spent" | "malformed";

/**
 * What happens in a runner, for logs and metrics. Nothing a guest wrote is in here; `id` is the
 * host's name for the execution, at most 256 characters of anything.
 */
export type RunnerEvent =
  | { type: "started"; connection: number; id: string; kind: "script" | "module" }
  | {
      type: "finished";
      connection: number;
      id: string;
      ending: Ending;
      durationMs: number;
      toolCalls: number;
    }
  | { type: "refused"; connection: number; id: string | undefined; reason: Refusal }
  /** An engine's thread or process ended although nobody asked it to, or had to be ended. */
  | { type: "link-lost"; reason: string };

/** What a runner has done since it was made. */
export interface RunnerStats {
  running: number;
  free: number;
  draining: boolean;
  started: number;
  refused: number;
  /** Executions that ended, by how they did. */
  finished: Readonly<Partial<Record<Ending, number>>>;
}
