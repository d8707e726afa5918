import type { Engine } from "./engine.js";
import { INLINE_FACTS, type PlacementFacts } from "./facts.js";
import { HostSession } from "./host-session.js";
import { createLoopback } from "./loopback.js";
import { RunnerEndpoint } from "./runner-endpoint.js";
import type { SessionSource } from "./session-executor.js";

/** How many sessions wait for their next run. */
const MAX_IDLE = 8;

/**
 * Sessions on the calling thread. Guest code blocks that thread while it computes, and nothing
 * can stop it inside one long builtin: for trusted or tiny code, and for where there are no
 * threads.
 */
export class InlineSessions implements SessionSource {
  readonly #create: () => Promise<Engine & { dispose?(): void }>;
  readonly #facts: PlacementFacts;
  readonly #idle: HostSession[] = [];
  readonly #lent = new Set<HostSession>();
  #disposed = false;
  #loading: Promise<Engine & { dispose?(): void }> | undefined;
  #engine: (Engine & { dispose?(): void }) | undefined;

  /** `facts` are those of an engine that runs its guests on the calling thread, if not said. */
  constructor(
    createEngine: () => Promise<Engine & { dispose?(): void }>,
    facts: PlacementFacts = INLINE_FACTS,
  ) {
    this.#create = createEngine;
    this.#facts = facts;
  }

  take(): HostSession | undefined {
    if (this.#engine === undefined || this.#disposed) return undefined;
    return this.#lend(this.#idle.pop() ?? connect(this.#engine));
  }

  async acquire(): Promise<HostSession> {
    if (this.#disposed) throw new Error("this is disposed; make a new one");
    return this.#lend(connect(await this.#load()));
  }

  release(session: HostSession): void {
    this.#lent.delete(session);
    if (session.usable && this.#idle.length < MAX_IDLE) this.#idle.push(session);
    else void session.dispose();
  }

  async prewarm(): Promise<void> {
    await this.#load();
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    // What still waits for its tools ends here: nobody would hear of it any more.
    for (const session of this.#lent) void session.terminate();
    await Promise.all(this.#idle.splice(0).map((session) => session.dispose()));
    this.#engine?.dispose?.();
  }

  async facts(): Promise<PlacementFacts> {
    return this.#facts;
  }

  #lend(session: HostSession): HostSession {
    this.#lent.add(session);
    return session;
  }

  async #load(): Promise<Engine> {
    this.#loading ??= this.#create();
    try {
      this.#engine = await this.#loading;
    } catch (error) {
      // The next run may find what this one did not.
      this.#loading = undefined;
      throw error;
    }
    return this.#engine;
  }
}

function connect(engine: Engine): HostSession {
  const { host, runner } = createLoopback();
  const endpoint = new RunnerEndpoint({
    engine,
    send: runner.send,
    receiveNow: runner.receiveNow,
  });
  runner.onMessage((message) => endpoint.receive(message));
  runner.onClose(() => endpoint.dispose());
  return new HostSession(host, { own: true });
}
