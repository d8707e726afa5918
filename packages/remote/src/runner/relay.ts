import { type ExecuteErrorCode, messageOf, TIMED_OUT } from "@execbox/core";
import {
  type DispatcherMessage,
  type DoneMessage,
  type ExecuteMessage,
  FrameError,
  isRunnerMessage,
  type RunnerMessage,
} from "@execbox/protocol";
import type { Ending } from "./events.js";
import type { LinkHolder, RelayLink } from "./relay-link.js";

/** How many engines one execution may try that die before they take it. */
const MAX_ATTEMPTS = 3;

/** What a relay borrows from the runner it belongs to. */
export interface RelayContext {
  /** An engine that is ready; rejects when none can be had or `signal` aborts. */
  acquire(signal: AbortSignal): Promise<RelayLink>;
  release(link: RelayLink): void;
  /** Hands a message to the host of the execution. */
  send(message: RunnerMessage): void;
  /** Whether `started` may say that the runner keeps catalogues. */
  keepsCatalogues: boolean;
  nextCallId(): string;
  /** How long a cancelled engine may take before it is killed. */
  cancelGraceMs: number;
  /** Called once, when the execution is over and its engine free. */
  ended(ending: Ending, toolCalls: number): void;
}

/**
 * One execution on its way through: messages are handed on, in both directions, between a host
 * and an engine that is borrowed for as long as the execution lasts. Neither side is believed:
 * what is no message goes nowhere, answers to calls that are not open are dropped, and an engine
 * that does not end in time is killed.
 */
export class Relay implements LinkHolder {
  readonly id: string;
  readonly #message: ExecuteMessage;
  readonly #context: RelayContext;
  readonly #startedAt = performance.now();
  readonly #waiting = new AbortController();
  /** The engine's ids of open calls, by the ids the host knows: links are shared, ids are not. */
  readonly #openCalls = new Map<string, string>();
  #link: RelayLink | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Lines that went by; the last word on an engine that was killed must not take them back. */
  readonly #lines: string[] = [];
  #lineChars = 0;
  #toolCalls = 0;
  #attempts = 0;
  /** Whether an engine has answered; from then on the execution is its own. */
  #taken = false;
  #stopping = false;
  #saidStarted = false;
  #heldBack = false;
  #abandoned = false;
  #over = false;

  /** `message` has been checked, and its limits are within what the runner grants. */
  constructor(message: ExecuteMessage, context: RelayContext) {
    this.id = message.id;
    this.#message = message;
    this.#context = context;
  }

  /** Gets an engine and begins. Never rejects. */
  async start(): Promise<void> {
    this.#attempts++;
    let link: RelayLink;
    try {
      link = await this.#context.acquire(this.#waiting.signal);
    } catch (error) {
      this.#fail("internal_error", `this runner could not start an engine: ${messageOf(error)}`);
      return;
    }
    if (this.#over) {
      this.#context.release(link);
      return;
    }
    this.#link = link;
    link.lendTo(this);
    if (this.#heldBack) link.holdBack(true);
    // The engine keeps its own time; this clock is for one that does not.
    const { timeoutMs = 0 } = this.#message.options;
    this.#timer ??= setTimeout(() => this.#stop(), timeoutMs);
    try {
      link.send(forLink(this.#message, link));
      if (this.#message.catalogue !== undefined)
        link.catalogues.keep(this.#message.catalogue, true);
    } catch (error) {
      this.#fail("internal_error", messageOf(error));
    }
  }

  /** Takes a message of the host; it has been checked. */
  receive(message: DispatcherMessage): void {
    if (this.#over) return;
    switch (message.type) {
      case "cancel":
        if (message.id === this.id) this.#stop();
        return;
      case "tool_result":
      case "pending":
        this.#answer(message);
        return;
      case "execute":
        // The same request once more: it has been taken.
        return;
    }
  }

  /** Slows the guest down while the host does not read what it has said. */
  holdBack(held: boolean): void {
    this.#heldBack = held;
    if (!this.#over) this.#link?.holdBack(held);
  }

  /** The host is gone: the engine winds up for nobody. */
  abandon(): void {
    if (this.#over) return;
    this.#abandoned = true;
    this.#stop();
  }

  /** Ends the execution because of something the host or the runner did. */
  end(reason: string): void {
    this.#kill("internal_error", reason);
  }

  fromLink(message: unknown): void {
    if (this.#over) return;
    if (!isRunnerMessage(message)) {
      this.#kill("internal_error", "the engine's side sent something that is not a message");
      return;
    }
    if ("id" in message && message.id !== this.id) return;
    this.#taken = true;
    switch (message.type) {
      case "started":
        this.#sayStarted(message.modules);
        return;
      case "tool_call":
        this.#call(message);
        return;
      case "emit":
        if (message.kind === "log") this.#remember(message.line);
        this.#send(message);
        return;
      case "done":
        this.#finish(message);
        return;
    }
  }

  linkLost(code: "internal_error" | "memory_limit", reason: string): void {
    if (this.#taken || this.#stopping || this.#attempts >= MAX_ATTEMPTS) {
      this.#fail(code, reason);
      return;
    }
    // The engine was on its way out when it was lent: nothing has happened yet, another may take it.
    if (this.#link !== undefined) {
      this.#link.letGo();
      this.#context.release(this.#link);
      this.#link = undefined;
    }
    void this.start();
  }

  #remember(line: string): void {
    const { maxLogLines = 0, maxLogChars = 0 } = this.#message.options;
    if (this.#lines.length >= maxLogLines || this.#lineChars >= maxLogChars) return;
    this.#lines.push(line);
    this.#lineChars += line.length;
  }

  #call(message: Extract<RunnerMessage, { type: "tool_call" }>): void {
    const callId = this.#context.nextCallId();
    this.#toolCalls++;
    this.#openCalls.set(callId, message.callId);
    this.#send({ ...message, callId });
  }

  #answer(message: Extract<DispatcherMessage, { callId: string }>): void {
    const callId = this.#openCalls.get(message.callId);
    // Nobody waits for it, and what nobody reads would pile up before a busy engine.
    if (callId === undefined) return;
    if (message.type === "tool_result") this.#openCalls.delete(message.callId);
    try {
      this.#link?.send({ ...message, callId });
    } catch (error) {
      const reason = `the result cannot cross: ${messageOf(error)}`;
      const failure = { code: "serialization_error", message: reason } as const;
      this.#link?.send({ type: "tool_result", callId, ok: false, error: failure });
    }
  }

  /** Asks the engine to end, and ends it by force when it does not. */
  #stop(): void {
    this.#stopping = true;
    if (this.#link === undefined) {
      this.#waiting.abort();
      this.#fail("timeout", TIMED_OUT);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#kill("timeout", TIMED_OUT), this.#context.cancelGraceMs);
    this.#link.send({ type: "cancel", id: this.id });
  }

  #kill(code: "timeout" | "internal_error", message: string): void {
    if (this.#over) return;
    void this.#link?.terminate();
    this.#fail(code, message);
  }

  #fail(code: ExecuteErrorCode, message: string): void {
    this.#finish({
      type: "done",
      id: this.id,
      ok: false,
      durationMs: performance.now() - this.#startedAt,
      logs: this.#lines,
      error: { code, message },
    });
  }

  #finish(done: DoneMessage): void {
    if (this.#over) return;
    // A module run that no engine took is answered by its `done` alone.
    if (this.#message.module === undefined) this.#sayStarted();
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#openCalls.clear();
    if (this.#link !== undefined) {
      this.#link.letGo();
      this.#context.release(this.#link);
    }
    const told = this.#tell(done);
    const ending = this.#abandoned || !told ? "abandoned" : done.ok ? "ok" : done.error.code;
    this.#context.ended(ending, this.#toolCalls);
  }

  #sayStarted(modules?: boolean): void {
    if (this.#saidStarted) return;
    this.#saidStarted = true;
    this.#send({
      type: "started",
      id: this.id,
      ...(this.#context.keepsCatalogues ? { catalogues: true } : {}),
      ...(modules ? { modules } : {}),
    });
  }

  #send(message: RunnerMessage): void {
    if (this.#abandoned) return;
    try {
      this.#context.send(message);
    } catch (error) {
      if (error instanceof FrameError) {
        void this.#link?.terminate();
        this.#fail("serialization_error", `${message.type}: ${messageOf(error)}`);
      } else {
        this.abandon();
      }
    }
  }

  /** Sends the last word; false when nobody could be told. */
  #tell(done: DoneMessage): boolean {
    if (this.#abandoned) return false;
    try {
      this.#context.send(done);
      return true;
    } catch (error) {
      if (!(error instanceof FrameError) || !done.ok) return false;
      const { type, id, durationMs, logs } = done;
      const failure = {
        code: "serialization_error",
        message: `result: ${messageOf(error)}`,
      } as const;
      return this.#tell({ type, id, durationMs, logs, ok: false, error: failure });
    }
  }
}

/** The message as the engine needs it: names of tools once per link, and then their digest. */
function forLink(message: ExecuteMessage, link: RelayLink): ExecuteMessage {
  const { catalogue } = message;
  const isKept = catalogue !== undefined && link.catalogues.get(catalogue) === true;
  return isKept ? { ...message, providers: [] } : message;
}
