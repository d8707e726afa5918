import type { Connect, Connection } from "./connect.js";
import type { McpTool } from "./list-tools.js";

/** How an upstream is treated. */
export interface UpstreamOptions {
  /** How people call it: its name in the configuration. */
  readonly name: string;
  /** How guests call it. */
  readonly namespace: string;
  readonly connect: Connect;
  /** Whether a lost connection is made again. */
  readonly reconnects: boolean;
  /** Which of its tools may be seen and called. */
  readonly accepts?: (tool: McpTool) => boolean;
  /** What it was configured with and must not repeat. */
  readonly secrets?: readonly string[];
  /** How long connecting and reading the catalogue may take. Default 30,000. */
  readonly connectTimeoutMs?: number;
  /** How long a call may go without an answer or progress. Default 60,000. */
  readonly callTimeoutMs?: number;
  /** Gets what its owner might want to know, one line at a time. */
  readonly onLog?: (line: string) => void;
}

/** What can be said of an upstream at a moment. */
export type UpstreamState =
  | { readonly kind: "connecting"; readonly done: Promise<void> }
  | { readonly kind: "ready"; readonly connection: Connection; readonly since: number }
  | { readonly kind: "down"; readonly reason: string; readonly retryAt: number | undefined }
  | { readonly kind: "closed" };
