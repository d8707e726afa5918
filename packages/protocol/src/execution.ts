import {
  createToolCallDispatcher,
  messageOf,
  type ResolvedToolProvider,
  type RunRecord,
  type RuntimeLimits,
  type ToolCallResult,
  truncateLogs,
} from "@execbox/core";
import { CallLedger } from "./ledger.js";
import type {
  DoneMessage,
  EmitMessage,
  PendingMessage,
  RunnerMessage,
  ToolCallMessage,
  ToolResultMessage,
  WireValue,
} from "./messages.js";
import { judge, type Verdict } from "./verdict.js";

/** How a call ended: a tool's answer, or a value of a module run. */
export type CallAnswer = ToolCallResult | { ok: true; value: WireValue };

/** Calls a tool: at once where its answer is at hand, else with a promise. */
export type Dispatch = (call: ToolCallMessage) => CallAnswer | Promise<CallAnswer>;

const MAX_DIAGNOSTICS = 20;
const MAX_DIAGNOSTIC_CHARS = 500;

/** What an execution is made of. */
export interface ExecutionSetup {
  id: string;
  providers: readonly ResolvedToolProvider[];
  limits: RuntimeLimits;
  onLog: ((line: string) => void) | undefined;
  /** Gets what a module run prints and reports; must not throw. */
  onEmit?: (message: EmitMessage) => void;
  /** Calls what a module run may call; tools of `providers` otherwise. */
  createDispatch?: (signal: AbortSignal) => Dispatch;
  startedAt: number;
}

/** The host's record of one execution: what was asked, what was answered, what was decided. */
export class Execution {
  readonly id: string;
  /** Settles when the run is over; never rejects. */
  readonly verdict: Promise<Verdict>;
  catalogue = "";

  readonly #startedAt: number;
  readonly #createDispatch: (signal: AbortSignal) => Dispatch;
  readonly #limits: RuntimeLimits;
  readonly #onLog: ((line: string) => void) | undefined;
  readonly #onEmit: ((message: EmitMessage) => void) | undefined;
  readonly #send: (message: ToolResultMessage | PendingMessage) => void;
  readonly #ledger = new CallLedger();
  readonly #diagnostics: string[] = [];

  /** Whether what was asked needs no announcement, or the runner has made it. */
  #understood: boolean;
  #settle!: (verdict: Verdict) => void;
  #decided: Verdict | undefined;
  #ended = false;
  #controller: AbortController | undefined;
  #dispatch: Dispatch | undefined;
  #liveLines: string[] = [];
  #liveChars = 0;
  #finalLines: string[] | undefined;
  #done: DoneMessage | undefined;

  constructor(
    { id, providers, limits, onLog, onEmit, createDispatch, startedAt }: ExecutionSetup,
    send: (message: ToolResultMessage | PendingMessage) => void,
  ) {
    this.id = id;
    this.#limits = limits;
    this.#onLog = onLog;
    this.#onEmit = onEmit;
    this.#understood = createDispatch === undefined;
    this.#createDispatch =
      createDispatch ??
      ((signal) => {
        const dispatch = createToolCallDispatcher(providers, signal);
        return ({ providerName, safeToolName, input }) =>
          dispatch({ providerName, safeToolName, input });
      });
    this.#startedAt = startedAt;
    this.#send = send;
    this.verdict = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /**
   * Whether the runner is doing what it was asked. One that does not know module runs would take
   * the entry module for a script; it gives itself away by not announcing them in `started`.
   */
  isUnderstood(message: RunnerMessage): boolean {
    if (message.type === "started") this.#understood ||= message.modules === true;
    return this.#understood || (message.type === "done" && !message.ok);
  }

  /** Takes a message of the runner; returns what it did wrong, if anything. */
  receive(message: RunnerMessage): string | undefined {
    if (this.#ended) return `the runner sent ${message.type} after done`;
    switch (message.type) {
      case "started":
        return undefined;
      case "emit":
        this.#takeEmit(message);
        return undefined;
      case "tool_call":
        return this.#takeCall(message);
      case "done":
        this.#takeDone(message);
        return undefined;
    }
  }

  /** What the runner said in the end, if it said so in time. */
  get done(): DoneMessage | undefined {
    return this.#done;
  }

  /** Fixes the verdict while the runner still winds up; false when it is fixed already. */
  decide(verdict: Verdict): boolean {
    if (this.#decided !== undefined) return false;
    this.#decided = verdict;
    // A tool that still works for this run works for nobody.
    if (this.#ledger.open > 0 || !verdict.ok) this.#controller?.abort();
    return true;
  }

  /** Ends the run, with `verdict` unless another was decided before. */
  end(verdict: Verdict): void {
    this.decide(verdict);
    if (this.#ended) return;
    this.#ended = true;
    this.#settle(this.#decided ?? verdict);
  }

  /** What the run left behind. */
  record(): RunRecord {
    const { maxLogLines, maxLogChars } = this.#limits;
    return {
      durationMs: performance.now() - this.#startedAt,
      logs: truncateLogs(this.#finalLines ?? this.#liveLines, maxLogLines, maxLogChars),
      diagnostics: this.#diagnostics,
    };
  }

  #takeDone(done: DoneMessage): void {
    this.#done = done;
    this.#finalLines = done.logs;
    for (const text of done.diagnostics ?? []) this.#note(text);
    this.end(judge(done, this.#ledger));
  }

  #takeEmit(message: EmitMessage): void {
    if (message.kind !== "log") {
      this.#onEmit?.(message);
      return;
    }
    const { line } = message;
    const { maxLogLines, maxLogChars } = this.#limits;
    if (this.#liveLines.length >= maxLogLines || this.#liveChars >= maxLogChars) return;
    const kept = line.slice(0, maxLogChars - this.#liveChars);
    this.#liveLines.push(kept);
    this.#liveChars += line.length;
    try {
      this.#onLog?.(kept);
    } catch (error) {
      this.#note(`onLog threw: ${messageOf(error)}`);
    }
  }

  #takeCall(message: ToolCallMessage): string | undefined {
    const { callId } = message;
    if (!this.#ledger.begin(callId)) return `the runner used the callId ${callId} twice`;
    // A run whose verdict is fixed gets no more done for it.
    if (this.#decided !== undefined) return undefined;
    const refusal = this.#refusal();
    if (refusal !== undefined) {
      this.#answer(callId, { ok: false, error: { code: "tool_error", message: refusal } });
    } else {
      this.#serve(message);
    }
    return undefined;
  }

  #serve(message: ToolCallMessage): void {
    const { callId } = message;
    const answer = this.#dispatcher()(message);
    if (answer instanceof Promise) {
      if (message.now) this.#send({ type: "pending", callId });
      void answer.then((result) => this.#answer(callId, result));
    } else {
      this.#answer(callId, answer);
    }
  }

  #refusal(): string | undefined {
    const { maxToolCalls, maxOpenCalls } = this.#limits;
    if (this.#ledger.total > maxToolCalls) {
      return `This run may make ${maxToolCalls} tool calls, and it has made them`;
    }
    // Our own runners queue before this; another runner's guest must wait for its calls.
    if (this.#ledger.open > maxOpenCalls) {
      return `More than ${maxOpenCalls} tool calls wait at once; await some before calling again`;
    }
    return undefined;
  }

  #answer(callId: string, answer: CallAnswer): void {
    if (this.#decided !== undefined) return;
    try {
      this.#send({ type: "tool_result", callId, ...answer });
      this.#ledger.end(callId, answer.ok ? undefined : answer.error);
    } catch (error) {
      const message = `the result cannot cross: ${messageOf(error)}`;
      const failure = { code: "serialization_error", message } as const;
      this.#ledger.end(callId, failure);
      this.#send({ type: "tool_result", callId, ok: false, error: failure });
    }
  }

  // Most runs of a catalogue call few tools, many none: nothing is made before the first call.
  #dispatcher(): Dispatch {
    if (this.#dispatch === undefined) {
      this.#controller = new AbortController();
      this.#dispatch = this.#createDispatch(this.#controller.signal);
    }
    return this.#dispatch;
  }

  #note(text: string): void {
    if (this.#diagnostics.length >= MAX_DIAGNOSTICS) return;
    this.#diagnostics.push(text.slice(0, MAX_DIAGNOSTIC_CHARS));
  }
}
