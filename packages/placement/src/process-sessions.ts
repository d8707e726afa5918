import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import {
  HostSession,
  type HostTransport,
  type PlacementFacts,
  type SessionSource,
  WORKER_FACTS,
} from "@execbox/protocol";
import { type HardenedChild, spawnHardened, type Wall } from "./hardening/harden.js";
import { Pool, type PoolOptions } from "./pool.js";
import { CHILD_READY } from "./serve-process.js";
import { StdioTransport } from "./stdio-transport.js";

/** How an engine gets into another process. */
export interface ProcessSpec {
  /** A self-contained program whose last act is `serveProcess(engine)`. */
  entry: URL;
  /** Files and folders it reads: its own bundle and what is native. */
  readable: readonly string[];
  nodeFlags?: readonly string[];
}

/** Sessions in pooled children. */
export interface ProcessSessionsOptions extends PoolOptions {
  /** What a guest may use; the process gets this and what Node itself needs. */
  memoryLimitBytes: number;
  wall?: Wall;
}

const MB = 1024 * 1024;
/** Node, the engine's code, and buffers on their way. */
const OWN_MEMORY_BYTES = 384 * MB;
/** A child's processor time for its whole life; it is retired long before. */
const CPU_SECONDS = 3_600;

/** Sessions in hardened processes of this machine. */
export class ProcessSessions implements SessionSource {
  readonly #pool: Pool<ProcessSession>;
  readonly #lent = new Map<HostSession, ProcessSession>();
  #last: HardenedChild | undefined;

  constructor(spec: ProcessSpec, options: ProcessSessionsOptions) {
    this.#pool = new Pool<ProcessSession>(
      {
        create: async () => {
          const made = await openProcessSession(spec, options);
          this.#last = made.hardened;
          return made;
        },
        destroy: ({ session }) => session.terminate(),
        isUsable: ({ session }) => session.usable,
        isStillborn: ({ session }) => session.stillborn,
      },
      options,
    );
  }

  take(): HostSession | undefined {
    const made = this.#pool.take();
    return made && this.#lend(made);
  }

  async acquire(signal: AbortSignal): Promise<HostSession> {
    return this.#lend(await this.#pool.acquire(signal));
  }

  release(session: HostSession): void {
    const made = this.#lent.get(session);
    this.#lent.delete(session);
    if (made !== undefined) this.#pool.release(made);
  }

  prewarm(): Promise<void> {
    return this.#pool.prewarm();
  }

  dispose(): Promise<void> {
    return this.#pool.dispose();
  }

  /** What the children are held by; starts one to find out when there is none yet. */
  async facts(): Promise<PlacementFacts> {
    if (this.#last === undefined) await this.prewarm();
    const { wall, seccomp, memory, cpuLimit } = this.#last!;
    const closed = wall === "bubblewrap";
    return {
      ...WORKER_FACTS,
      placement: "process",
      wall,
      survivesCrash: true,
      network: closed ? "closed" : "open",
      files: closed ? "system-read-only" : "own-bundle",
      seccomp,
      memory,
      cpuLimit,
    };
  }

  #lend(made: ProcessSession): HostSession {
    this.#lent.set(made.session, made);
    return made.session;
  }
}

interface ProcessSession {
  session: HostSession;
  hardened: HardenedChild;
}

async function openProcessSession(
  spec: ProcessSpec,
  { memoryLimitBytes, wall }: ProcessSessionsOptions,
): Promise<ProcessSession> {
  const hardened = spawnHardened(
    {
      entry: fileURLToPath(spec.entry),
      args: [],
      nodeFlags: spec.nodeFlags ?? [],
      readable: spec.readable,
      memoryBytes: OWN_MEMORY_BYTES + 3 * memoryLimitBytes,
      cpuSeconds: CPU_SECONDS,
    },
    wall,
  );
  const transport = new StdioTransport(hardened.child);
  await whenReady(transport);
  letGo(hardened.child);
  return { hardened, session: new HostSession(transport, { live: true, own: true }) };
}

/** An idle child must not keep the program alive; a run in it has a clock that does. */
function letGo(child: ChildProcess): void {
  child.unref();
  for (const pipe of child.stdio) (pipe as Socket | null)?.unref();
}

/** Waits for the first line of the child, which is not part of the protocol. */
function whenReady(transport: HostTransport): Promise<void> {
  return new Promise((resolve, reject) => {
    const off = [
      transport.onMessage((message) => {
        for (const unsubscribe of off) unsubscribe();
        if ((message as { type?: unknown }).type === CHILD_READY.type) resolve();
        else reject(new Error("the child did not begin as it should"));
      }),
      transport.onError((error) => {
        for (const unsubscribe of off) unsubscribe();
        reject(error);
      }),
    ];
  });
}
