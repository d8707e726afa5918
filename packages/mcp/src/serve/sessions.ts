import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { CodeServer } from "../server/code-server.js";

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: CodeServer;
  usedAt: number;
  /** Requests being answered, open streams of events among them. */
  open: number;
}

const MAX_SESSIONS = 100;
const IDLE_MS = 30 * 60_000;

/**
 * The sessions of clients that speak a 2025 revision of the protocol. They need one each: a
 * `notifications/cancelled` has to find the request it means, and changes need a stream to go out on.
 */
export class Sessions {
  readonly #open: () => CodeServer;
  readonly #sessions = new Map<string, Session>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(open: () => CodeServer) {
    this.#open = open;
    this.#sweeper = setInterval(() => this.#sweep(Date.now() - IDLE_MS), 60_000).unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  async handle(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return this.#begin(request);
    const session = this.#sessions.get(id);
    if (session === undefined) return notFound();
    return this.#pass(session, request);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
    this.#sessions.clear();
  }

  async #begin(request: Request): Promise<Response> {
    const server = this.#open();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        if (this.#sessions.size >= MAX_SESSIONS) this.#dropOldest();
        this.#sessions.set(id, session);
      },
      onsessionclosed: (id) => this.#end(id),
    });
    const session: Session = { transport, server, usedAt: Date.now(), open: 0 };
    await server.connect(transport);
    const response = await this.#pass(session, request);
    // What began with anything but a good `initialize` has no session to keep.
    const isKept = [...this.#sessions.values()].includes(session);
    if (!isKept) await server.close();
    return response;
  }

  async #pass(session: Session, request: Request): Promise<Response> {
    session.usedAt = Date.now();
    session.open++;
    try {
      const response = await session.transport.handleRequest(request);
      const { body } = response;
      if (body === null) return response;
      const stream = new TransformStream({ flush: onceDone(session, request.signal) });
      return new Response(body.pipeThrough(stream), response);
    } finally {
      session.open--;
    }
  }

  #end(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.server.close().catch(() => {});
  }

  #sweep(before: number): void {
    for (const [id, { usedAt, open }] of this.#sessions) {
      if (open <= 0 && usedAt < before) this.#end(id);
    }
  }

  #dropOldest(): void {
    const [oldest] = [...this.#sessions].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest !== undefined) this.#end(oldest[0]);
  }
}

/** Counts an open stream of events until it ends or its client is gone. */
function onceDone(session: Session, gone: AbortSignal): () => void {
  session.open++;
  let isOpen = true;
  const done = (): void => {
    if (isOpen) session.open--;
    isOpen = false;
    session.usedAt = Date.now();
  };
  gone.addEventListener("abort", done, { once: true });
  return done;
}

function notFound(): Response {
  const error = { code: -32001, message: "Session not found; initialize again" };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
