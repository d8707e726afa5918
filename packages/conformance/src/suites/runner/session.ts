import type { DispatcherMessage, ExecuteMessage, WireError } from "@execbox/protocol";
import { assert } from "../../bounded-assert.js";
import type { Facts, Subject } from "../../verify.js";

/**
 * A link to a runner that carries one session. Frames are the text that is on the wire, one
 * message each, so that a transcript shows what really crossed.
 */
export interface RunnerConnection {
  send(frame: string): void;
  onFrame(handler: (frame: string) => void): void;
  /** Called at most once, when the far side is gone and nobody here asked for it. */
  onClose(handler: (why: string) => void): void;
  /** Ends the session; nothing of it is left afterwards. */
  close(): void | Promise<void>;
  /**
   * Cuts the link without a word, as a network would. Tells whether the far side has ended
   * within `ms`, or `undefined` where that cannot be seen.
   */
  cut(ms: number): Promise<boolean | undefined>;
}

/** How long a session waits. */
export interface Patience {
  /** For a message that must come. */
  readonly answerMs: number;
  /** For messages that must not come. */
  readonly quietMs: number;
}

/** How the runner suites reach the runner they test. */
export interface RunnerFactory {
  readonly name: string;
  connect(): RunnerConnection | Promise<RunnerConnection>;
  readonly facts?: Facts;
  readonly patience?: Patience;
}

/** What a case of the runner suites works with. */
export interface RunnerContext {
  /** A session of its own; whoever made the context closes it. */
  connect(): Promise<Session>;
}

/** Enough for a busy machine; short enough that a hundred cases do not take long. */
export const DEFAULT_PATIENCE: Patience = { answerMs: 10_000, quietMs: 60 };

/** Makes a factory a subject for the runner suites. */
export function runnerSubject(factory: RunnerFactory): Subject<RunnerContext> {
  return {
    name: factory.name,
    facts: factory.facts ?? {},
    async open() {
      const connections: RunnerConnection[] = [];
      return {
        context: {
          async connect() {
            const connection = await factory.connect();
            connections.push(connection);
            return new Session(connection, factory.patience);
          },
        },
        async close() {
          for (const connection of connections) await connection.close();
        },
      };
    },
  };
}

/** A message of a runner, as it came. */
export type Received = Readonly<Record<string, unknown>>;

/** One session with a runner, message by message. Never trusts what it reads. */
export class Session {
  readonly patience: Patience;
  /** The messages the host has sent. */
  readonly sent: DispatcherMessage[] = [];
  /** The messages the runner has sent, in order. */
  readonly received: Received[] = [];
  /** Frames that are no JSON object. */
  readonly junk: string[] = [];
  /** Why the far side went away, when it did. */
  closed: string | undefined;
  readonly #connection: RunnerConnection;
  readonly #startedAt = performance.now();
  /** The same messages by type: asked for after every message, of which there may be many. */
  readonly #byType = new Map<unknown, Received[]>();
  #doneAt: number | undefined;
  #waiting = new Set<() => void>();

  constructor(connection: RunnerConnection, patience: Patience = DEFAULT_PATIENCE) {
    this.#connection = connection;
    this.patience = patience;
    connection.onFrame((frame) => this.#take(frame));
    connection.onClose((why) => this.end(why));
  }

  /** Nothing more will come: whoever waits, waits no longer. */
  end(why: string): void {
    this.closed ??= why;
    this.#wake();
  }

  send(message: DispatcherMessage): void {
    this.sent.push(message);
    this.#connection.send(JSON.stringify(message));
  }

  /** Starts an execution; `change` replaces fields of the message. */
  execute(id: string, code: string, change: Partial<ExecuteMessage> = {}): void {
    this.send({
      type: "execute",
      id,
      code,
      options: ROOMY,
      providers: [{ name: "tools", tools: TOOLS, types: TYPES }],
      ...change,
    });
  }

  resolve(call: Received, result?: unknown): void {
    const callId = String(call["callId"]);
    this.send({
      type: "tool_result",
      callId,
      ok: true,
      ...(result === undefined ? {} : { result }),
    });
  }

  reject(call: Received, error: WireError): void {
    this.send({ type: "tool_result", callId: String(call["callId"]), ok: false, error });
  }

  cancel(id: string): void {
    this.send({ type: "cancel", id });
  }

  cut(): Promise<boolean | undefined> {
    return this.#connection.cut(this.patience.answerMs);
  }

  /** The calls so far. */
  get calls(): readonly Received[] {
    return this.ofType("tool_call");
  }

  ofType(type: string): readonly Received[] {
    return this.#byType.get(type) ?? [];
  }

  /** The first `done`; fails the check that asks when there is none. */
  get done(): Received {
    const [done] = this.ofType("done");
    assert.ok(done, `no done came${this.#absence()}`);
    return done;
  }

  /** The result of an execution that must have succeeded. */
  get value(): unknown {
    const { done } = this;
    assert.equal(done["ok"], true, `expected a value, got ${show(done["error"])}`);
    return done["result"];
  }

  /** The error of an execution that must have failed. */
  get error(): { code: unknown; message: unknown } {
    const { done } = this;
    assert.equal(done["ok"], false, `expected a failure, got ${show(done["result"])}`);
    const error = done["error"];
    assert.ok(typeof error === "object" && error !== null, "the done has no error");
    return { code: Reflect.get(error, "code"), message: Reflect.get(error, "message") };
  }

  get logs(): unknown {
    return this.done["logs"];
  }

  /** Milliseconds from the first message to the first `done`, as this side saw them. */
  get elapsedMs(): number {
    return (this.#doneAt ?? performance.now()) - this.#startedAt;
  }

  /** Waits until `ready` gives something; `undefined` when patience or the runner ends first. */
  async until<T>(ready: () => T | undefined): Promise<T | undefined> {
    const deadline = performance.now() + this.patience.answerMs;
    for (;;) {
      const found = ready();
      if (found !== undefined) return found;
      const left = deadline - performance.now();
      if (left <= 0 || this.closed !== undefined) return undefined;
      await this.#change(left);
    }
  }

  /** The call with this number, counted from 0, once it is there. */
  async call(index: number): Promise<Received> {
    const call = await this.until(() => this.calls[index]);
    assert.ok(call, `tool_call number ${index + 1} did not come${this.#absence()}`);
    return call;
  }

  /** Waits for this many `done`; what is missing afterwards is for the checks to say. */
  async untilDone(count = 1): Promise<void> {
    await this.until(() => this.ofType("done")[count - 1]);
  }

  /** Lets time pass in which nothing should come. */
  async quiet(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.patience.quietMs));
  }

  #take(frame: string): void {
    if (this.closed !== undefined) return;
    const message = parse(frame);
    if (message === undefined) this.junk.push(frame);
    else this.#keep(message);
    if (message?.["type"] === "done") this.#doneAt ??= performance.now();
    if (this.received.length + this.junk.length >= MAX_MESSAGES) {
      this.end(`the runner sent ${MAX_MESSAGES} messages and more`);
    }
    this.#wake();
  }

  #keep(message: Received): void {
    this.received.push(message);
    const alike = this.#byType.get(message["type"]);
    if (alike === undefined) this.#byType.set(message["type"], [message]);
    else alike.push(message);
  }

  #absence(): string {
    if (this.closed !== undefined) return `: ${this.closed}`;
    return ` within ${this.patience.answerMs} ms`;
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const wake of waiting) wake();
  }

  #change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

/** Limits that no case reaches unless it means to. */
export const ROOMY = {
  timeoutMs: 60_000,
  memoryLimitBytes: 67_108_864,
  maxLogLines: 100,
  maxLogChars: 64_000,
} as const;

const NAMES = ["echo", "fail", "hang"];

const TOOLS = Object.fromEntries(
  NAMES.map((name) => [name, { safeName: name, originalName: name, description: `To ${name}` }]),
);

const TYPES = `declare namespace tools { ${NAMES.map((name) => `function ${name}(input?: unknown): Promise<unknown>;`).join(" ")} }`;

/** More messages than any case has use for: a runner that sends them will not stop by itself. */
const MAX_MESSAGES = 50_000;

function parse(frame: string): Received | undefined {
  try {
    const value: unknown = JSON.parse(frame);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Received {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 200);
}
