import { describe, messageOf } from "@execbox/core";
import {
  HostSession,
  type HostTransport,
  type PlacementFacts,
  REMOTE_FACTS,
  type SessionSource,
} from "@execbox/protocol";

/**
 * Opens the channel of one execution. `signal` aborts when nobody waits for it any more; what is
 * returned after that is closed unused.
 */
export interface ConnectTransport {
  (signal: AbortSignal): HostTransport | Promise<HostTransport>;
  /**
   * How many runners one execution may be given to, one after the other, while none has said a
   * word about it. Default 1; a fleet that keeps late runners from starting may say more.
   */
  readonly attempts?: number;
}

/** How sessions behind transports are made. */
export interface RemoteSessionsOptions {
  connectTransport: ConnectTransport;
  /** How long a cancelled runner may take to say `done` before it is cut off. Default 250. */
  cancelGraceMs?: number;
  /** How long opening a transport may take. Default 30,000. */
  connectTimeoutMs?: number;
}

const DEFAULT_CONNECT_TIMEOUT_MS = 30_000;

/**
 * A session a run, each on a transport of its own: opened when the run starts, used for all of
 * it, and closed when it ends, however it ends.
 */
export class RemoteSessions implements SessionSource {
  /** A runner that fell silent may have run everything but its tools: it is not asked again. */
  readonly attempts: number;
  readonly #options: RemoteSessionsOptions;
  readonly #open = new Set<HostSession>();
  readonly #closing = new Set<Promise<void>>();
  #disposed = false;

  constructor(options: RemoteSessionsOptions) {
    this.#options = options;
    this.attempts = options.connectTransport.attempts ?? 1;
  }

  take(): HostSession | undefined {
    return undefined;
  }

  async acquire(signal: AbortSignal): Promise<HostSession> {
    if (this.#disposed) throw new Error("this is disposed; make a new one");
    const transport = await this.#connect(signal);
    const { cancelGraceMs } = this.#options;
    const session = new HostSession(transport, {
      // What a lost runner had printed is not lost with it.
      live: true,
      ...(cancelGraceMs === undefined ? {} : { cancelGraceMs }),
    });
    this.#open.add(session);
    return session;
  }

  release(session: HostSession): void {
    this.#open.delete(session);
    this.#close(session.usable ? session.dispose() : session.terminate());
  }

  /** There is nothing to prepare: every run opens its own transport. */
  async prewarm(): Promise<void> {}

  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const session of this.#open) this.#close(session.terminate());
    await Promise.all(this.#closing);
  }

  async facts(): Promise<PlacementFacts> {
    return REMOTE_FACTS;
  }

  /** Connects within the time for it; whatever comes too late is closed. */
  #connect(signal: AbortSignal): Promise<HostTransport> {
    const { connectTransport, connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS } = this.#options;
    const patience = new AbortController();
    return new Promise((resolve, reject) => {
      const giveUp = (reason: string) => {
        patience.abort();
        reject(new Error(reason));
      };
      const abort = () => giveUp("aborted while connecting");
      const timer = setTimeout(
        () => giveUp(`no connection to the runner within ${connectTimeoutMs} ms`),
        connectTimeoutMs,
      );
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort, { once: true });
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
      };
      patience.signal.addEventListener("abort", settle, { once: true });
      // In a promise: a callback that throws at once fails like one that rejects.
      new Promise<HostTransport>((connected) => connected(connectTransport(patience.signal)))
        .then((given) => {
          settle();
          const transport = this.#guard(given);
          if (patience.signal.aborted) this.#close(transport.terminate());
          else resolve(transport);
        })
        .catch((error: unknown) => {
          settle();
          reject(new Error(`could not connect to the runner: ${messageOf(error)}`));
        });
    });
  }

  /** A transport may be anybody's: what goes wrong while it closes must not end the host. */
  #guard(transport: HostTransport): HostTransport {
    assertTransport(transport);
    const quietly = async (close: "dispose" | "terminate") => {
      try {
        await transport[close]();
      } catch {
        // The run has its verdict; there is nobody left whom this could concern.
      }
    };
    return {
      send: (message) => transport.send(message),
      onMessage: (handler) => transport.onMessage(handler),
      onClose: (handler) => transport.onClose(handler),
      onError: (handler) => transport.onError(handler),
      dispose: () => quietly("dispose"),
      terminate: () => quietly("terminate"),
    };
  }

  #close(closing: void | Promise<void>): void {
    const closed = Promise.resolve(closing);
    this.#closing.add(closed);
    void closed.finally(() => this.#closing.delete(closed));
  }
}

const METHODS = ["send", "onMessage", "onClose", "onError", "dispose", "terminate"] as const;

function assertTransport(transport: unknown): asserts transport is HostTransport {
  for (const method of METHODS) {
    const found = (transport as Partial<HostTransport> | null | undefined)?.[method];
    if (typeof found === "function") continue;
    const given = found === undefined ? "it has none" : `it has ${describe(found)}`;
    throw new TypeError(`connectTransport must return a transport with ${method}(); ${given}`);
  }
}
