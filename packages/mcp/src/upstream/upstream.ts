import {
  CANCELLED,
  ExecuteFailure,
  isExecuteFailure,
  type ResolvedToolProvider,
  type ToolExecutionContext,
} from "@execbox/core";
import { providerOf } from "../catalogue/provider.js";
import { BackOff } from "./back-off.js";
import { type CallToolEnvelope, callUpstream, LostConnection } from "./call-tool.js";
import type { Connection, ConnectionEvents } from "./connect.js";
import { inTime } from "./in-time.js";
import { listTools, type McpTool } from "./list-tools.js";
import { progressOf } from "./progress.js";
import { Redactor } from "./secrets.js";
import { upstreamMessage } from "./shapes.js";
import type { UpstreamOptions, UpstreamState } from "./upstream-options.js";

const REFRESH_PAUSE_MS = 500;

/**
 * One upstream server: its connection, made again with growing pauses when it is lost, and its
 * catalogue, read again when it changes. Its tools stay in the catalogue while it is away, and say
 * so when they are called.
 */
export class Upstream {
  readonly name: string;
  readonly namespace: string;
  readonly #options: UpstreamOptions;
  readonly #redactor: Redactor;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #backOff = new BackOff();
  #state: UpstreamState;
  #tools: readonly McpTool[] = [];
  #provider: ResolvedToolProvider;
  #fingerprint = "";
  /** What was logged last: a server that stays away is news once. */
  #lastTrouble = "";
  #retryTimer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  #isStale = false;
  #restUntil = 0;

  constructor(options: UpstreamOptions) {
    this.name = options.name;
    this.namespace = options.namespace;
    this.#options = options;
    this.#redactor = new Redactor(options.secrets);
    this.#provider = this.#provide([]);
    this.#state = { kind: "connecting", done: this.#attempt() };
  }

  get state(): UpstreamState {
    return this.#state;
  }

  /** The tools as last announced, without those that were filtered out. */
  get tools(): readonly McpTool[] {
    return this.#tools;
  }

  /** The tools as guests get them; another object after every change. */
  get provider(): ResolvedToolProvider {
    return this.#provider;
  }

  /** Resolves when the first attempt to connect is over, whichever way it went. */
  async settled(): Promise<void> {
    if (this.#state.kind === "connecting") await this.#state.done;
  }

  /** Why its tools cannot be called now, for people and models; `undefined` when they can. */
  get trouble(): string | undefined {
    const state = this.#state;
    if (state.kind === "ready") return undefined;
    if (state.kind === "connecting") return `server ${JSON.stringify(this.name)} is still starting`;
    if (state.kind === "closed") return `server ${JSON.stringify(this.name)} was closed`;
    const seconds = state.retryAt === undefined ? 0 : (state.retryAt - Date.now()) / 1000;
    const next =
      state.retryAt === undefined ? "" : `; next attempt in ${Math.max(1, Math.ceil(seconds))} s`;
    return `server ${JSON.stringify(this.name)} is not connected: ${state.reason}${next}`;
  }

  /** Calls the listener whenever tools or state have changed; returns how to stop that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the catalogue again. */
  async refresh(): Promise<void> {
    if (this.#refreshing !== undefined) {
      // However many changes are announced meanwhile, they are one more reading.
      this.#isStale = true;
      return this.#refreshing;
    }
    this.#refreshing = this.#refreshWhileStale().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async close(): Promise<void> {
    const state = this.#state;
    this.#state = { kind: "closed" };
    clearTimeout(this.#retryTimer);
    this.#closing.abort();
    if (state.kind === "connecting") await state.done;
    if (state.kind === "ready") await state.connection.close().catch(() => {});
  }

  async #attempt(): Promise<void> {
    // The constructor has to finish first: it records this very promise.
    await null;
    const { connectTimeoutMs = 30_000, connect } = this.#options;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), connectTimeoutMs);
    const signal = AbortSignal.any([this.#closing.signal, patience.signal]);
    let connection: Connection | undefined;
    let lost: string | undefined;
    const events: ConnectionEvents = {
      toolsChanged: () => {
        this.refresh().catch((error) => this.#log(`its catalogue: ${upstreamMessage(error)}`));
      },
      closed: (reason) => {
        lost = reason;
        if (this.#state.kind === "ready" && this.#state.connection === connection) {
          this.#wentDown(reason, Date.now() - this.#state.since);
        }
      },
      said: (line) => this.#log(line),
    };
    const opening = connect(events, signal);
    try {
      connection = await inTime(opening, signal);
      await this.#read(connection, signal);
      if (lost !== undefined) throw new Error(lost);
      if (this.#state.kind === "closed") throw new Error("closed");
      this.#state = { kind: "ready", connection, since: Date.now() };
      this.#lastTrouble = "";
      this.#changed();
    } catch (error) {
      // What opens after we have stopped waiting is nobody's, and is closed.
      if (connection === undefined) opening.then((late) => late.close()).catch(() => {});
      await connection?.close().catch(() => {});
      const late = patience.signal.aborted
        ? `no answer within ${connectTimeoutMs / 1000} s`
        : undefined;
      this.#wentDown(late ?? lost ?? upstreamMessage(error), 0);
    } finally {
      clearTimeout(timer);
    }
  }

  #wentDown(reason: string, heldMs: number): void {
    if (this.#state.kind === "closed") return;
    const said = this.#redactor.text(reason).replace(/\s+/g, " ").slice(0, 300);
    if (!this.#options.reconnects) {
      this.#state = { kind: "down", reason: said, retryAt: undefined };
    } else {
      const delay = this.#backOff.next(heldMs);
      this.#state = { kind: "down", reason: said, retryAt: Date.now() + delay };
      this.#retryTimer = setTimeout(() => {
        if (this.#state.kind !== "down") return;
        this.#state = { kind: "connecting", done: this.#attempt() };
      }, delay);
      // Nobody who waits only for a server to come back should be kept alive by that.
      this.#retryTimer.unref();
    }
    if (said !== this.#lastTrouble) this.#log(`not connected: ${said}`);
    this.#lastTrouble = said;
    this.#changed();
  }

  async #refreshWhileStale(): Promise<void> {
    do {
      await pause(this.#restUntil - Date.now());
      this.#isStale = false;
      const state = this.#state;
      if (state.kind !== "ready") return;
      const startedAt = Date.now();
      const late = AbortSignal.timeout(this.#options.connectTimeoutMs ?? 30_000);
      try {
        await this.#read(state.connection, AbortSignal.any([this.#closing.signal, late]));
      } finally {
        // A server that announces changes without end gets a fifth of our time at most.
        const tookMs = Date.now() - startedAt;
        this.#restUntil = Date.now() + Math.max(REFRESH_PAUSE_MS, 4 * tookMs);
      }
      this.#changed();
    } while (this.#isStale);
  }

  async #read(connection: Connection, signal: AbortSignal): Promise<void> {
    const { tools, truncated } = await inTime(listTools(connection.client, signal), signal);
    if (truncated) this.#log(`its catalogue does not end; only ${tools.length} tools are offered`);
    const accepted = tools.filter((tool) => this.#options.accepts?.(tool) ?? true);
    const fingerprint = JSON.stringify(accepted);
    if (fingerprint === this.#fingerprint) return;
    this.#provider = this.#provide(accepted);
    this.#fingerprint = fingerprint;
    this.#tools = accepted;
  }

  #provide(tools: readonly McpTool[]): ResolvedToolProvider {
    return providerOf(this.namespace, tools, (tool, input, context) =>
      this.#call(tool, input, context),
    );
  }

  async #call(
    tool: McpTool,
    input: unknown,
    context: ToolExecutionContext,
  ): Promise<CallToolEnvelope> {
    const label = `${context.providerName}.${context.safeToolName}`;
    const connection = await this.#connected(label, context.signal);
    try {
      const result = await callUpstream(connection.client, {
        label,
        name: tool.name,
        input,
        signal: context.signal,
        timeoutMs: this.#options.callTimeoutMs ?? 60_000,
        onProgress: progressOf(context, label),
      });
      return this.#redactor.value(result);
    } catch (error) {
      if (error instanceof LostConnection) this.#abandon(connection, error.message);
      const isLost = this.#state.kind !== "ready" || this.#state.connection !== connection;
      if (isLost && !context.signal.aborted) {
        const what = `${label}: the call was lost, it may or may not have happened`;
        throw new ExecuteFailure(
          "tool_error",
          `${what}; ${this.trouble ?? "the server was restarted"}`,
        );
      }
      throw isExecuteFailure(error) ? this.#redactor.failure(error) : error;
    }
  }

  /** A connection over HTTP has no end of its own: the call that fails is the first to know. */
  #abandon(connection: Connection, reason: string): void {
    const state = this.#state;
    if (state.kind !== "ready" || state.connection !== connection) return;
    this.#wentDown(reason, Date.now() - state.since);
    connection.close().catch(() => {});
  }

  /** The connection, if need be after the attempt that is under way. */
  async #connected(label: string, signal: AbortSignal): Promise<Connection> {
    if (this.#state.kind === "connecting") {
      await inTime(this.#state.done, signal).catch(() => {});
    }
    if (signal.aborted) throw new ExecuteFailure("timeout", CANCELLED);
    if (this.#state.kind === "ready") return this.#state.connection;
    throw new ExecuteFailure("tool_error", `${label} cannot be called: ${this.trouble}`);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #log(line: string): void {
    this.#options.onLog?.(`[${this.name}] ${this.#redactor.text(line)}`);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(ms, 0)).unref());
}
