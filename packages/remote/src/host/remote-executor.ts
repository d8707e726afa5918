import {
  assertKnownKeys,
  assertRecord,
  DEFAULT_LIMITS,
  describe,
  type ExecutorRuntimeOptions,
  resolveLimits,
} from "@execbox/core";
import { SessionExecutor } from "@execbox/protocol";
import { RemoteSessions, type RemoteSessionsOptions } from "./remote-sessions.js";

/** Options of a `RemoteExecutor`: limits for every run, and how its channel is opened. */
export interface RemoteExecutorOptions extends ExecutorRuntimeOptions, RemoteSessionsOptions {}

/**
 * Runs guest code in a runner behind a transport that the application owns. Nothing is opened
 * before `execute()` is called; providers, closures and secrets stay here.
 *
 * @example
 * const executor = new RemoteExecutor({
 *   connectTransport: (signal) => connectWebSocket("wss://runner.example", { token, signal }),
 * });
 * const result = await executor.execute("await tools.add({ a: 1, b: 2 })", [tools]);
 */
export class RemoteExecutor extends SessionExecutor {
  constructor(options: RemoteExecutorOptions) {
    assertRecord("options", options);
    assertKnownKeys("options", options, [...Object.keys(DEFAULT_LIMITS), ...REMOTE_OPTIONS]);
    assertRemoteOptions(options);
    // The sessions keep the time for connecting, and say so in their own words.
    super(new RemoteSessions(options), resolveLimits(options), Number.POSITIVE_INFINITY);
  }
}

/** The names of the options that say how a channel is opened. */
export const REMOTE_OPTIONS: readonly (keyof RemoteSessionsOptions)[] = [
  "connectTransport",
  "cancelGraceMs",
  "connectTimeoutMs",
];

/** Refuses options that make no sense, by name, before anything is opened. */
export function assertRemoteOptions(options: RemoteSessionsOptions): void {
  if (typeof options.connectTransport !== "function") {
    throw new TypeError(
      `options.connectTransport must be a function that opens a transport, got ${describe(options.connectTransport)}`,
    );
  }
  for (const name of ["cancelGraceMs", "connectTimeoutMs"] as const) {
    const value: unknown = options[name];
    if (value === undefined) continue;
    if (typeof value === "number" && value >= 0 && value < 2 ** 31) continue;
    throw new TypeError(
      `options.${name} must be a number of milliseconds from 0 to ${2 ** 31 - 1}, got ${describe(value)}`,
    );
  }
}
