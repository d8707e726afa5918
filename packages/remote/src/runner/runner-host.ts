import { assertKnownKeys, assertRecord, describe } from "@execbox/core";
import { type OpenLink, Pool, type PoolOptions, poolOptions } from "@execbox/placement";
import {
  assertPoolSettings,
  type ExecuteMessage,
  type PoolSettings,
  type RunnerTransport,
} from "@execbox/protocol";
import { DEFAULT_CAPS, type ExecutionCaps } from "./caps.js";
import { Connection, type ConnectionContext } from "./connection.js";
import type { Ending, Refusal, RunnerEvent, RunnerStats } from "./events.js";
import { RelayLink } from "./relay-link.js";

/** How a runner serves. */
export interface RunnerHostOptions {
  /** Starts an engine: `linkOpener(quickJsPrograms(), "worker", memoryLimitBytes)`. */
  openLink: OpenLink;
  /** How many executions may run at once; further ones are refused. Default 64. */
  maxSessions?: number;
  /** How many executions a connection may carry, one after the other. Default 1. */
  executionsPerConnection?: number;
  /** Which engines are kept ready; there are at most `maxSessions` of them. */
  pool?: Omit<PoolSettings, "maxSize">;
  /** The most an execution may ask for. */
  caps?: Partial<ExecutionCaps>;
  /** How long a cancelled engine may take before it is killed. Default 250. */
  cancelGraceMs?: number;
  /** Hears what happens; must not throw. */
  onEvent?: (event: RunnerEvent) => void;
}

const OPTIONS: readonly (keyof RunnerHostOptions)[] = [
  "openLink",
  "maxSessions",
  "executionsPerConnection",
  "pool",
  "caps",
  "cancelGraceMs",
  "onEvent",
];

/** How many executions run at once where nobody said otherwise. */
export const DEFAULT_MAX_SESSIONS = 64;

/**
 * Serves executions that arrive on any transport by handing them to engines of its own, one
 * execution an engine at a time. What speaks on a transport, and what runs in an engine, may do
 * as it likes: neither can stall the runner, end it, or reach another's execution.
 *
 * @example
 * const runner = new RunnerHost({ openLink: linkOpener(quickJsPrograms(), "worker", 1 << 26) });
 * await runner.serve(transport); // until the execution is over or its host is gone
 * await runner.drain();
 * await runner.dispose();
 */
export class RunnerHost {
  readonly #maxSessions: number;
  readonly #pool: Pool<RelayLink>;
  readonly #connections = new Set<Connection>();
  readonly #context: Omit<ConnectionContext, "admit" | "finished" | "refused">;
  readonly #onEvent: (event: RunnerEvent) => void;
  readonly #finished: Partial<Record<Ending, number>> = {};
  #lastConnection = 0;
  #running = 0;
  #started = 0;
  #refused = 0;
  #draining = false;
  #whenIdle: (() => void)[] = [];

  constructor(options: RunnerHostOptions) {
    assertRunnerHostOptions(options);
    const { maxSessions = DEFAULT_MAX_SESSIONS, executionsPerConnection = 1 } = options;
    this.#maxSessions = maxSessions;
    this.#onEvent = options.onEvent ?? (() => {});
    this.#pool = this.#openPool(
      options.openLink,
      poolOptions({ ...options.pool, maxSize: maxSessions }),
    );
    this.#context = {
      acquire: (signal) => this.#pool.acquire(signal),
      release: (link) => this.#pool.release(link),
      caps: { ...DEFAULT_CAPS, ...options.caps },
      cancelGraceMs: options.cancelGraceMs ?? 250,
      maxExecutions: executionsPerConnection,
    };
    // A failure shows again, with its reason, in the first execution.
    if (options.pool?.prewarm) this.prewarm().catch(() => {});
  }

  /** How many executions run. */
  get running(): number {
    return this.#running;
  }

  /** How many more could run. */
  get free(): number {
    return this.#draining ? 0 : this.#maxSessions - this.#running;
  }

  /** What this runner has done so far. */
  get stats(): RunnerStats {
    return {
      running: this.#running,
      free: this.free,
      draining: this.#draining,
      started: this.#started,
      refused: this.#refused,
      finished: { ...this.#finished },
    };
  }

  /**
   * Serves one connection. Settles, never rejects, when nothing more will come of it: whoever
   * opened the transport closes it then.
   */
  async serve(transport: RunnerTransport): Promise<void> {
    const number = ++this.#lastConnection;
    const connection = new Connection(transport, {
      ...this.#context,
      admit: (message) => this.#admit(number, message),
      finished: (message, ending, durationMs, toolCalls) => {
        this.#finish(ending);
        const { id } = message;
        this.#onEvent({ type: "finished", connection: number, id, ending, durationMs, toolCalls });
      },
      refused: (id, reason) => {
        this.#refused++;
        this.#onEvent({ type: "refused", connection: number, id, reason });
      },
    });
    this.#connections.add(connection);
    await connection.over;
    this.#connections.delete(connection);
  }

  /** Makes engines ready before the first execution. */
  async prewarm(): Promise<void> {
    await this.#pool.prewarm();
  }

  /**
   * Refuses new executions and settles when none runs any more; when `signal` aborts, what still
   * runs is ended.
   */
  async drain(signal?: AbortSignal): Promise<void> {
    this.#draining = true;
    const hurry = () => this.#closeAll("this runner is shutting down");
    if (signal?.aborted) hurry();
    signal?.addEventListener("abort", hurry, { once: true });
    if (this.#running > 0) await this.#idle();
    signal?.removeEventListener("abort", hurry);
  }

  /** Ends everything at once: executions get a last word, engines are killed. */
  async dispose(): Promise<void> {
    this.#draining = true;
    this.#closeAll("this runner was shut down");
    await this.#pool.dispose();
  }

  #openPool(openLink: OpenLink, options: PoolOptions): Pool<RelayLink> {
    const onLost = (reason: string) => this.#onEvent({ type: "link-lost", reason });
    return new Pool<RelayLink>(
      {
        create: async () => new RelayLink(await openLink(), onLost),
        destroy: (link) => link.terminate(),
        isUsable: (link) => link.usable,
        isStillborn: (link) => link.stillborn,
      },
      options,
    );
  }

  #admit(
    connection: number,
    { id, module }: ExecuteMessage,
  ): { reason: Refusal; message: string } | undefined {
    if (this.#draining) {
      const message = "this runner is shutting down and takes no new executions; use another";
      return { reason: "draining", message };
    }
    if (this.#running >= this.#maxSessions) {
      const message = `this runner is full: all ${this.#maxSessions} of its sessions are taken; try again later or use another`;
      return { reason: "full", message };
    }
    this.#running++;
    this.#started++;
    const kind = module === undefined ? "script" : "module";
    this.#onEvent({ type: "started", connection, id, kind });
    return undefined;
  }

  #finish(ending: Ending): void {
    this.#running--;
    this.#finished[ending] = (this.#finished[ending] ?? 0) + 1;
    if (this.#running === 0) for (const wake of this.#whenIdle.splice(0)) wake();
  }

  #idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
    });
  }

  #closeAll(reason: string): void {
    for (const connection of this.#connections) connection.close(reason);
  }
}

function assertRunnerHostOptions(options: RunnerHostOptions): void {
  assertRecord("options", options);
  assertKnownKeys("options", options, OPTIONS);
  if (typeof options.openLink !== "function") {
    throw new TypeError(
      `options.openLink must be a function that starts an engine, such as linkOpener() returns; got ${describe(options.openLink)}`,
    );
  }
  const { pool, caps = {} } = options;
  assertPoolSettings(pool);
  assertRecord("options.caps", caps);
  assertKnownKeys("options.caps", caps, Object.keys(DEFAULT_CAPS));
  assertAmount("options.maxSessions", options.maxSessions, 1);
  assertAmount("options.executionsPerConnection", options.executionsPerConnection, 1);
  assertAmount("options.cancelGraceMs", options.cancelGraceMs, 0);
  for (const [name, value] of Object.entries(caps)) assertAmount(`options.caps.${name}`, value, 0);
}

function assertAmount(path: string, value: unknown, least: number): void {
  if (value === undefined) return;
  if (typeof value === "number" && value >= least) return;
  throw new TypeError(`${path} must be a number of at least ${least}, got ${describe(value)}`);
}
