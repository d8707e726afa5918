import { createServer as createPlainServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { messageOf } from "@execbox/core";
import { WebSocketServer } from "ws";
import { RunnerHost } from "../runner/runner-host.js";
import { SOCKET_OPTIONS } from "../websocket/web-socket-link.js";
import { acceptSocket } from "./accept-socket.js";
import { Gate, type Rejection } from "./gate.js";
import { resolveListenAddress, toAuthority } from "./listen-address.js";
import { toLogRecord } from "./log-record.js";
import { RunnerMetrics } from "./metrics.js";
import { engineOpener, type RunnerServerOptions, resolveServerOptions } from "./server-options.js";

/** A runner that listens. */
export interface RunnerServer {
  /** Where it listens, with the port that it got. */
  readonly url: string;
  /** What serves the executions: counts and limits. */
  readonly runner: RunnerHost;
  /**
   * Refuses new executions, waits for those that run, and closes. When `signal` aborts, what
   * still runs is ended.
   */
  drain(signal?: AbortSignal): Promise<void>;
  /** Ends everything at once. */
  close(): Promise<void>;
}

/**
 * Serves executions over WebSockets, one on each connection, with `/healthz` and `/metrics`
 * beside them.
 *
 * @example
 * const server = await serveRunner({ listen: "127.0.0.1:7070", token });
 * process.once("SIGTERM", () => server.drain());
 */
export async function serveRunner(options: RunnerServerOptions): Promise<RunnerServer> {
  const settings = resolveServerOptions(options);
  const { tls, log, maxSessions } = settings;
  const where = await resolveListenAddress(settings.listen);
  const gate = new Gate(settings.tokens, settings.origins);
  if (gate.isOpen && !where.isLoopback) {
    throw new TypeError(
      `listening on ${where.address} without a token would let anybody run code here; give a token, or listen on 127.0.0.1`,
    );
  }
  const metrics = new RunnerMetrics();
  const runner = new RunnerHost({
    ...settings.runner,
    maxSessions,
    openLink: engineOpener(options),
    onEvent: (event) => {
      metrics.observe(event);
      log(toLogRecord(event));
    },
  });
  const server =
    tls === undefined ? createPlainServer(LIMITS) : createTlsServer({ ...LIMITS, ...tls });
  const listening = new ListeningRunner(server, runner, gate, metrics, settings);
  try {
    await listening.listen(where.address, where.port);
  } catch (error) {
    await runner.dispose();
    throw new Error(`cannot listen on ${settings.listen}: ${messageOf(error)}`);
  }
  if (!where.isLoopback && tls === undefined) {
    log({
      level: "warn",
      event: "clear-text",
      reason: "tokens and code cross the network unencrypted",
    });
  }
  return listening;
}

/** What a client may take its time for before it is let in. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
};

type Settings = ReturnType<typeof resolveServerOptions>;

class ListeningRunner implements RunnerServer {
  readonly runner: RunnerHost;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ ...SOCKET_OPTIONS, noServer: true });
  readonly #gate: Gate;
  readonly #metrics: RunnerMetrics;
  readonly #settings: Settings;
  readonly #scheme: "ws" | "wss";
  #url = "";

  constructor(
    server: Server,
    runner: RunnerHost,
    gate: Gate,
    metrics: RunnerMetrics,
    settings: Settings,
  ) {
    this.#server = server;
    this.runner = runner;
    this.#gate = gate;
    this.#metrics = metrics;
    this.#settings = settings;
    this.#scheme = settings.tls === undefined ? "ws" : "wss";
    // Room for those that will be told that there is no room.
    server.maxConnections = 2 * settings.maxSessions + 64;
    server.on("request", (request, response) => {
      const { status, type, body } = this.#answer(request);
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
    });
    server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
    // Such as no descriptor left for the next connection: those that are there go on.
    server.on("error", ({ message }) =>
      settings.log({ level: "warn", event: "server-error", reason: message }),
    );
  }

  get url(): string {
    return this.#url;
  }

  async listen(address: string, port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, address, resolve);
    });
    const bound = this.#server.address() as AddressInfo;
    this.#url = `${this.#scheme}://${toAuthority(bound.address, bound.port)}`;
    this.#settings.log({ level: "info", event: "listening", url: this.#url });
  }

  async drain(signal?: AbortSignal): Promise<void> {
    this.#settings.log({ level: "info", event: "draining", running: this.runner.running });
    await this.runner.drain(signal);
    await this.close();
  }

  async close(): Promise<void> {
    await this.runner.dispose();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    for (const socket of this.#sockets.clients) socket.close(1001, "this runner is closed");
    const cut = setTimeout(() => {
      for (const socket of this.#sockets.clients) socket.terminate();
      this.#server.closeAllConnections();
    }, CLOSE_GRACE_MS);
    await closed;
    clearTimeout(cut);
    this.#settings.log({ level: "info", event: "closed" });
  }

  #answer(request: IncomingMessage): { status: number; type: string; body: string } {
    const path = new URL(request.url ?? "/", "http://runner").pathname;
    if (request.method !== "GET" && request.method !== "HEAD") {
      return { status: 405, type: TEXT, body: "only GET is served here\n" };
    }
    if (path === "/healthz") {
      const { draining, running, free } = this.runner.stats;
      const body = JSON.stringify({ status: draining ? "draining" : "ok", running, free });
      return { status: draining ? 503 : 200, type: "application/json", body: `${body}\n` };
    }
    if (path === "/metrics") {
      const rejection = this.#gate.checkToken(request);
      if (rejection !== undefined) return this.#reject(rejection);
      const body = this.#metrics.render(this.runner.stats, this.#sockets.clients.size);
      return { status: 200, type: "text/plain; version=0.0.4; charset=utf-8", body };
    }
    return { status: 404, type: TEXT, body: "there are /healthz, /metrics and WebSockets here\n" };
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const rejection = this.#gate.checkUpgrade(request);
    if (rejection !== undefined) {
      const { status, type, body } = this.#reject(rejection);
      socket.end(
        `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (accepted) => {
      void acceptSocket(accepted, this.runner, this.#settings);
    });
  }

  #reject({ status, reason }: Rejection): { status: number; type: string; body: string } {
    this.#metrics.rejected(status);
    this.#settings.log({ level: "warn", event: "rejected", status, reason });
    return { status, type: TEXT, body: `${reason}\n` };
  }
}

const TEXT = "text/plain; charset=utf-8";
/** How long clients may take to say goodbye. */
const CLOSE_GRACE_MS = 1_000;
