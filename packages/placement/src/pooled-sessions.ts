import { HostSession, type PlacementFacts, type SessionSource } from "@execbox/protocol";
import type { OpenLink } from "./link.js";
import { Pool, type PoolOptions } from "./pool.js";

/** Sessions on pooled runners, wherever those are. */
export class PooledSessions implements SessionSource {
  readonly #pool: Pool<HostSession>;
  #facts: PlacementFacts | undefined;

  constructor(openLink: OpenLink, options: PoolOptions) {
    this.#pool = new Pool<HostSession>(
      {
        create: async () => {
          const { transport, facts } = await openLink();
          this.#facts = facts;
          return new HostSession(transport, { live: true, own: true });
        },
        destroy: (session) => session.terminate(),
        isUsable: (session) => session.usable,
        isStillborn: (session) => session.stillborn,
      },
      options,
    );
  }

  take(): HostSession | undefined {
    return this.#pool.take();
  }

  acquire(signal: AbortSignal): Promise<HostSession> {
    return this.#pool.acquire(signal);
  }

  release(session: HostSession): void {
    this.#pool.release(session);
  }

  prewarm(): Promise<void> {
    return this.#pool.prewarm();
  }

  dispose(): Promise<void> {
    return this.#pool.dispose();
  }

  /** What the runners are held by; starts one to find out when there was none yet. */
  async facts(): Promise<PlacementFacts> {
    if (this.#facts === undefined) await this.prewarm();
    return this.#facts!;
  }
}
