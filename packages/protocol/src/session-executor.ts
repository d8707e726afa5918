import {
  CANCELLED,
  createExecuteResult,
  createTimeoutExecuteResult,
  type ExecuteResult,
  type ExecutionOptions,
  type Executor,
  messageOf,
  type ResolvedToolProvider,
  type RuntimeLimits,
} from "@execbox/core";
import type { PlacementFacts } from "./facts.js";
import type { HostSession, SessionRequest } from "./host-session.js";
import { prepareRequest } from "./request.js";
import { MAX_TIMER_MS } from "./timers.js";
import { fault } from "./verdict.js";

/** Where sessions come from: the only thing in which placements differ for an executor. */
export interface SessionSource {
  /** A session that waits for work, if there is one. */
  take(): HostSession | undefined;
  /** A session nobody else uses. Rejects when none can be had, or when `signal` aborts first. */
  acquire(signal: AbortSignal): Promise<HostSession>;
  /** Takes a session back, usable or not. */
  release(session: HostSession): void;
  prewarm(): Promise<void>;
  dispose(): Promise<void>;
  facts(): Promise<PlacementFacts>;
  /** How many sessions a run may try whose runner says nothing at all. Default 3. */
  readonly attempts?: number;
}

const MAX_ATTEMPTS = 3;
const MAX_WAIT_MS = 30_000;

const WAITED_TOO_LONG = "Execution timed out waiting for a free worker";

/** How a run ends that could not get a session. */
export interface Unavailable<T> {
  unavailable: T;
}

/**
 * Runs something on a borrowed session, and on another one when the first was dead before it took
 * the run: nothing of it has happened then.
 */
export async function runOnSession<T>(
  sessions: SessionSource,
  acquire: () => Promise<HostSession | Unavailable<T>>,
  run: (session: HostSession) => Promise<T>,
): Promise<T> {
  const { attempts = MAX_ATTEMPTS } = sessions;
  for (let attempt = 1; ; attempt++) {
    const session = sessions.take() ?? (await acquire());
    if ("unavailable" in session) return session.unavailable;
    try {
      const outcome = await run(session);
      if (session.tookLast || session.usable || attempt >= attempts) return outcome;
    } finally {
      sessions.release(session);
    }
  }
}

/** The executor behind every front: it checks what it is given and borrows a session for it. */
export class SessionExecutor implements Executor {
  readonly #sessions: SessionSource;
  readonly #limits: RuntimeLimits;
  readonly #maxWaitMs: number;
  #disposed = false;

  /** `maxWaitMs` bounds the wait for a session; the run's own time begins when it has one. */
  constructor(sessions: SessionSource, limits: RuntimeLimits, maxWaitMs = MAX_WAIT_MS) {
    this.#sessions = sessions;
    this.#limits = limits;
    this.#maxWaitMs = maxWaitMs;
  }

  async execute(
    code: string,
    providers: readonly ResolvedToolProvider[] = [],
    options?: ExecutionOptions,
  ): Promise<ExecuteResult> {
    if (this.#disposed) throw new Error("this executor is disposed; make a new one");
    const request = prepareRequest(code, providers, options, this.#limits);
    if (request.options.signal?.aborted) return createTimeoutExecuteResult(0, CANCELLED);
    return runOnSession(
      this.#sessions,
      () => this.#acquire(request),
      (session) => session.run(request),
    );
  }

  async prewarm(): Promise<void> {
    await this.#sessions.prewarm();
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#sessions.dispose();
  }

  /** What holds the guest here, on this machine. */
  facts(): Promise<PlacementFacts> {
    return this.#sessions.facts();
  }

  async #acquire({
    options: { signal },
    startedAt,
  }: SessionRequest): Promise<HostSession | Unavailable<ExecuteResult>> {
    const patience = new AbortController();
    const giveUp = () => patience.abort();
    const timer = setTimeout(giveUp, Math.min(this.#maxWaitMs, MAX_TIMER_MS));
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      return await this.#sessions.acquire(patience.signal);
    } catch (error) {
      const durationMs = performance.now() - startedAt;
      if (!signal?.aborted && !patience.signal.aborted) {
        const verdict = fault("internal_error", messageOf(error));
        return { unavailable: createExecuteResult(verdict, { durationMs, logs: [] }) };
      }
      const message = signal?.aborted ? CANCELLED : WAITED_TOO_LONG;
      return { unavailable: createTimeoutExecuteResult(durationMs, message) };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    }
  }
}
