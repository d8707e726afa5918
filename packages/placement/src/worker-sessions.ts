import {
  HostSession,
  type PlacementFacts,
  type SessionSource,
  WORKER_FACTS,
} from "@execbox/protocol";
import type { EngineSpec } from "./engine-spec.js";
import { Pool, type PoolOptions } from "./pool.js";
import { WorkerTransport } from "./worker-transport.js";

/** Sessions on pooled threads of this process. */
export class WorkerSessions implements SessionSource {
  readonly #pool: Pool<HostSession>;

  constructor(engine: EngineSpec, options: PoolOptions) {
    this.#pool = new Pool<HostSession>(
      {
        create: () => openWorkerSession(engine),
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

  async facts(): Promise<PlacementFacts> {
    return WORKER_FACTS;
  }
}

async function openWorkerSession(engine: EngineSpec): Promise<HostSession> {
  const transport = new WorkerTransport(engine);
  await transport.ready;
  return new HostSession(transport, { live: true, own: true });
}
