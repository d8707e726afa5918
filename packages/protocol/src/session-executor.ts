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
}

const MAX_ATTEMPTS = 3;
const MAX_WAIT_MS = 30_000;
/** What timers can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

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
    for (let attempt = 1; ; attempt++) {
      const session = this.#sessions.take() ?? (await this.#acquire(request));
      if ("ok" in session) return session;
      try {
        const result = await session.run(request);
        // A runner that was dead before it took the run has done nothing: another may have it.
        if (session.tookLast || session.usable || attempt === MAX_ATTEMPTS) return result;
      } finally {
        this.#sessions.release(session);
      }
    }
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

  /** A session, or the result of a run that could not get one. */
  async #acquire({
    options: { signal },
    startedAt,
  }: SessionRequest): Promise<HostSession | ExecuteResult> {
    const patience = new AbortController();
    const giveUp = () => patience.abort();
    const timer = setTimeout(giveUp, Math.min(this.#maxWaitMs, MAX_TIMER_MS));
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      return await this.#sessions.acquire(patience.signal);
    } catch (error) {
      const durationMs = performance.now() - startedAt;
      if (signal?.aborted) return createTimeoutExecuteResult(durationMs, CANCELLED);
      if (patience.signal.aborted) {
        return createTimeoutExecuteResult(
          durationMs,
          "Execution timed out waiting for a free worker",
        );
      }
      return createExecuteResult(
        { ok: false, error: { code: "internal_error", message: messageOf(error) } },
        { durationMs, logs: [] },
      );
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
    }
  }
}
