import {
  CANCELLED,
  createExecuteResult,
  createTimeoutExecuteResult,
  type ExecuteErrorCode,
  type ExecuteResult,
  type GuestLanguage,
  messageOf,
  type ProviderManifest,
  type ResolvedExecutionOptions,
  type ResolvedToolProvider,
  type RuntimeLimits,
  TIMED_OUT,
} from "@execbox/core";
import { type Catalogue, catalogueOf, KeptCatalogues } from "./catalogue.js";
import { type Dispatch, Execution, type ExecutionSetup } from "./execution.js";
import { FrameError } from "./frames.js";
import { isRunnerMessage } from "./guards.js";
import type {
  DoneMessage,
  EmitMessage,
  ExecuteMessage,
  ModuleProgram,
  RunnerMessage,
} from "./messages.js";
import { type HostTransport, RunnerOutOfMemory } from "./transport.js";
import { fault, type Verdict } from "./verdict.js";

/** One call of `execute()`, checked and complete. */
export interface SessionRequest {
  code: string;
  providers: readonly ResolvedToolProvider[];
  options: ResolvedExecutionOptions;
  /** When `execute()` was called, by `performance.now()`; `durationMs` counts from here. */
  startedAt: number;
}

/** One module run, checked and complete. */
export interface ModuleRequest {
  code: string;
  module: ModuleProgram;
  language: GuestLanguage;
  limits: RuntimeLimits;
  signal: AbortSignal;
  startedAt: number;
  /** Gets what the guest prints and reports, as it happens; must not throw. */
  onEmit: (message: EmitMessage) => void;
  /** Calls the host's functions by their numbers. */
  createDispatch: (signal: AbortSignal) => Dispatch;
}

/** How a module run ended. */
export interface ModuleOutcome {
  verdict: Verdict;
  /** The runner's last word; missing when the host decided before it came. */
  done: DoneMessage | undefined;
  diagnostics: readonly string[];
}

/** How a session treats its runner. */
export interface HostSessionOptions {
  /** How long a cancelled runner may take to say `done` before it is killed. Default 250. */
  cancelGraceMs?: number;
  /** Whether lines must stream, because the runner may be killed with the lines in it. */
  live?: boolean;
  /** Whether the runner is one of ours, which needs names of tools only. */
  own?: boolean;
}

let nextId = 1;

/**
 * The trusted end of a link to one runner: it owns the clock, the tools and the verdict, and
 * believes nothing. One execution at a time; a link may carry many, one after the other.
 */
export class HostSession {
  readonly #transport: HostTransport;
  readonly #cancelGraceMs: number;
  readonly #live: boolean;
  readonly #own: boolean;
  readonly #unsubscribe: (() => void)[];
  /** Digests of catalogues the runner has said it keeps. */
  readonly #kept = new KeptCatalogues<true>();
  #execution: Execution | undefined;
  #usable = true;
  #everStarted = false;
  #tookLast = true;

  constructor(transport: HostTransport, options: HostSessionOptions = {}) {
    this.#transport = transport;
    this.#cancelGraceMs = options.cancelGraceMs ?? 250;
    this.#live = options.live ?? false;
    this.#own = options.own ?? false;
    this.#unsubscribe = [
      transport.onMessage((message) => this.#receive(message)),
      transport.onClose(() => this.#break("the runner closed the connection")),
      transport.onError((error) =>
        this.#break(
          messageOf(error),
          error instanceof RunnerOutOfMemory ? "memory_limit" : "internal_error",
        ),
      ),
    ];
  }

  /** Whether another execution may follow on this link. */
  get usable(): boolean {
    return this.#usable && this.#execution === undefined;
  }

  /** Whether the link broke before the runner took a single execution. */
  get stillborn(): boolean {
    return !this.#usable && !this.#everStarted;
  }

  /** Whether the runner said anything about the last execution, or was given the time to. */
  get tookLast(): boolean {
    return this.#tookLast;
  }

  /** Runs one execution to its verdict. Rejects for misuse by the host only. */
  async run({ code, providers, options, startedAt }: SessionRequest): Promise<ExecuteResult> {
    const { limits, signal, onLog, language } = options;
    if (signal?.aborted) return createTimeoutExecuteResult(0, CANCELLED);
    const catalogue = catalogueOf(providers);
    const execution = this.#open({ providers, limits, onLog, startedAt });
    execution.catalogue = catalogue.digest;
    const verdict = await this.#drive(execution, limits, signal, {
      code,
      providers: this.#manifestsFor(catalogue),
      ...(providers.length === 0 ? {} : { catalogue: catalogue.digest }),
      ...(language === undefined ? {} : { language }),
      ...(this.#live || onLog !== undefined ? { live: true } : {}),
    });
    return createExecuteResult(verdict, execution.record());
  }

  /** Runs one module program to its verdict. Rejects for misuse by the host only. */
  async runModule(request: ModuleRequest): Promise<ModuleOutcome> {
    const { code, module, language, limits, signal, startedAt } = request;
    if (signal.aborted) {
      return { verdict: fault("timeout", CANCELLED), done: undefined, diagnostics: [] };
    }
    const { onEmit, createDispatch } = request;
    const setup = { providers: [], limits, onLog: undefined, onEmit, createDispatch, startedAt };
    const execution = this.#open(setup);
    const start = { code, module, language, providers: [] };
    const verdict = await this.#drive(execution, limits, signal, start);
    return { verdict, done: execution.done, diagnostics: execution.record().diagnostics ?? [] };
  }

  #open(setup: Omit<ExecutionSetup, "id">): Execution {
    if (!this.usable) throw new Error("this session is closed or still busy");
    const execution: Execution = new Execution({ id: `exec-${nextId++}`, ...setup }, (message) =>
      this.#send(execution, message),
    );
    this.#execution = execution;
    this.#tookLast = false;
    return execution;
  }

  /** From `execute` to the verdict, by this side's clock. */
  async #drive(
    execution: Execution,
    limits: RuntimeLimits,
    signal: AbortSignal | undefined,
    start: Omit<ExecuteMessage, "type" | "id" | "options">,
  ): Promise<Verdict> {
    const deadline = setTimeout(() => this.#stop(execution, TIMED_OUT), limits.timeoutMs);
    const abort = () => this.#stop(execution, CANCELLED);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      this.#send(execution, {
        type: "execute",
        id: execution.id,
        options: {
          timeoutMs: limits.timeoutMs,
          memoryLimitBytes: limits.memoryLimitBytes,
          maxLogLines: Math.min(limits.maxLogLines, Number.MAX_SAFE_INTEGER),
          maxLogChars: Math.min(limits.maxLogChars, Number.MAX_SAFE_INTEGER),
          maxOpenCalls: Math.min(limits.maxOpenCalls, Number.MAX_SAFE_INTEGER),
        },
        ...start,
      });
      return await execution.verdict;
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", abort);
      this.#execution = undefined;
    }
  }

  /** Closes the link politely. */
  async dispose(): Promise<void> {
    this.#detach();
    await this.#transport.dispose();
  }

  /** Closes the link at once. */
  async terminate(): Promise<void> {
    this.#break("the session was terminated");
    await this.#transport.terminate();
  }

  #receive(message: unknown): void {
    const execution = this.#execution;
    this.#tookLast = true;
    if (!isRunnerMessage(message)) {
      this.#violate("the runner sent something that is not a message of the protocol");
      return;
    }
    if (execution === undefined) {
      // Nobody asked: after `done` a runner has nothing to say until the next `execute`.
      this.#violate(`the runner sent ${message.type} while nothing ran`);
      return;
    }
    if ("id" in message && message.id !== execution.id) return;
    if (message.type === "started") {
      this.#everStarted = true;
      if (message.catalogues) this.#kept.keep(execution.catalogue, true);
    }
    if (!execution.isUnderstood(message)) {
      this.#violate("this runner does not know module runs; use one that does, or execute()");
      return;
    }
    const violation = execution.receive(message as RunnerMessage);
    if (violation !== undefined) this.#violate(violation);
  }

  #manifestsFor(catalogue: Catalogue): ProviderManifest[] {
    if (this.#kept.get(catalogue.digest)) return [];
    return this.#own ? catalogue.manifests : catalogue.describe();
  }

  /** Decides for `timeout`, then lets the runner wind up for a moment before it is killed. */
  #stop(execution: Execution, message: string): void {
    if (!execution.decide(fault("timeout", message))) return;
    this.#tookLast = true;
    this.#send(execution, { type: "cancel", id: execution.id });
    const kill = setTimeout(() => {
      this.#break("the runner did not end after cancel");
      void this.#transport.terminate();
    }, this.#cancelGraceMs);
    void execution.verdict.finally(() => clearTimeout(kill));
  }

  #send(execution: Execution, message: Parameters<HostTransport["send"]>[0]): void {
    try {
      this.#transport.send(message);
    } catch (error) {
      // Nothing is wrong with the link; the message itself is too much for it.
      if (error instanceof FrameError) throw error;
      this.#break(`could not send ${message.type} of ${execution.id}: ${messageOf(error)}`);
    }
  }

  #violate(reason: string): void {
    this.#break(reason);
    void this.#transport.terminate();
  }

  /** The link is of no more use; a run on it ends here. */
  #break(reason: string, code: ExecuteErrorCode = "internal_error"): void {
    this.#usable = false;
    this.#detach();
    this.#execution?.end(fault(code, reason));
  }

  #detach(): void {
    this.#usable = false;
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
  }
}
