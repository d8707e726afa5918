/**
 * A runner of the specification in as little as will do, on Node's own contexts: no sandbox, but
 * right in everything the wire shows. Each of its parts can be replaced by one that is wrong.
 */
import vm from "node:vm";
import { type ExecuteErrorCode, normalizeCode, truncateLogs } from "@execbox/core";

/** A message either way. */
export type Message = Record<string, unknown> & { type: string };

/** What the tiny runner knows of a failure. */
export interface Failure {
  code: ExecuteErrorCode | string;
  message?: string;
}

/** What crossed out of a value, or why it cannot. */
export type Crossed = { ok: true; json?: unknown } | { ok: false };

/** The parts of the tiny runner. The right ones are in `right`. */
export interface Parts {
  /** Writes a message to the host, or several, or none. */
  say(message: Message, send: (message: Message) => void, session: TinySession): void;
  /** Takes a message of the host. */
  hear(message: Message, session: TinySession): void;
  crossInput(args: readonly unknown[]): Crossed;
  crossResult(value: unknown): Crossed;
  /** What the guest gets for an input that cannot cross. */
  refuseInput(): Promise<never>;
  /** The guest's globals, before its program runs. */
  globals(globals: Globals, session: TinySession): void;
  format(value: unknown): string;
  join(words: readonly string[]): string;
  truncate(lines: readonly string[], maxLines: number, maxChars: number): readonly string[];
  log(line: string, session: TinySession): void;
  callId(number: number): string;
  /** The pending call that a result is for. */
  findCall(callId: string, session: TinySession): PendingCall | undefined;
  /** What the guest catches. */
  toError(failure: Failure): object;
  /** The verdict on an uncaught error. */
  judge(error: unknown, trusted: Failure | undefined): Failure;
  cancelled(session: TinySession): void;
  secondExecute(message: Message, session: TinySession): void;
}

/** What a guest finds: its console, and a namespace for each provider. */
export type Globals = Record<string, Record<string, GuestFunction>>;

/** A function of ours in a guest. */
export type GuestFunction = (...args: unknown[]) => unknown;

/** A call that waits for its result. */
export interface PendingCall {
  callId: string;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The parts as they should be. */
export const right: Parts = {
  say: (message, send) => send(message),
  hear: (message, session) => session.take(message),
  crossInput: ([input]) => cross(input),
  crossResult: cross,
  refuseInput: () => Promise.reject(new TypeError("the input of a tool must be JSON")),
  globals: () => {},
  format,
  join: (words) => words.join(" "),
  truncate: truncateLogs,
  log: (line, session) => void session.lines.push(line),
  callId: (number) => `tiny-${number}`,
  findCall: (callId, session) => session.pending.find((call) => call.callId === callId),
  toError: ({ code, message }) => Object.assign(new Error(message), { code }),
  judge: (error, trusted) => trusted ?? { code: "runtime_error", message: describe(error) },
  cancelled: (session) => session.fail({ code: "timeout", message: "Execution cancelled" }),
  secondExecute: (message, session) =>
    session.refuse(message, { code: "internal_error", message: "busy" }),
};

/** One session, from its `execute` to its `done`. */
export class TinySession {
  readonly parts: Parts;
  readonly pending: PendingCall[] = [];
  readonly lines: string[] = [];
  /** Called with a guest's context before its program runs. */
  onContext: (context: vm.Context) => void = () => {};
  beforeResult: () => void = () => {};
  /** Writes a frame that may be no message at all. */
  readonly sendRaw: (frame: string) => void;
  readonly #trusted = new WeakMap<object, Failure>();
  #execute: Message | undefined;
  #startedAt = 0;
  #calls = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(sendRaw: (frame: string) => void, changes: Partial<Parts> = {}) {
    this.parts = { ...right, ...changes };
    this.sendRaw = sendRaw;
  }

  receive(message: Message): void {
    this.parts.hear(message, this);
  }

  /** Drops everything; the host is gone. */
  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
  }

  take(message: Message): void {
    if (message.type === "execute") {
      if (this.#execute === undefined) this.start(message);
      else this.parts.secondExecute(message, this);
    } else if (message.type === "tool_result") {
      this.#settle(message);
    } else if (message.type === "cancel" && message["id"] === this.#execute?.["id"]) {
      this.parts.cancelled(this);
    }
  }

  start(message: Message): void {
    this.#execute = message;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(
      () => {
        this.fail({ code: "timeout", message: "Execution timed out" });
      },
      Number(this.#option("timeoutMs")),
    );
    this.say({ type: "started", id: message["id"] });
    this.run(message);
  }

  /** Runs the program of an `execute`. */
  run(message: Message): void {
    const context = vm.createContext(this.#globals(message));
    this.onContext(context);
    let running: unknown;
    try {
      running = vm.runInContext(`(${normalizeCode(String(message["code"]))})()`, context);
    } catch (error) {
      this.fail({ code: "runtime_error", message: describe(error) });
      return;
    }
    // This realm's own `then`: the guest may have replaced its.
    Promise.prototype.then.call(
      running,
      (value) => this.#succeed(value),
      (error) => this.fail(this.parts.judge(error, this.#trustedFailure(error))),
    );
  }

  fail(error: Failure): void {
    this.#finish({ ok: false, error });
  }

  refuse(message: Message, error: Failure): void {
    this.say({ type: "done", id: message["id"], ok: false, durationMs: 0, logs: [], error });
  }

  say(message: Message): void {
    this.parts.say(message, (each) => this.sendRaw(JSON.stringify(each)), this);
  }

  #globals(message: Message): Globals {
    const log = (...values: unknown[]) => {
      if (!this.#over) this.parts.log(this.parts.join(values.map(this.parts.format)), this);
    };
    const globals: Globals = { console: { log, info: log, warn: log, error: log } };
    for (const { name, tools } of message["providers"] as { name: string; tools: object }[]) {
      const functions = Object.keys(tools).map((tool): [string, GuestFunction] => {
        return [tool, (...args) => this.#call(name, tool, args)];
      });
      globals[name] = Object.fromEntries(functions);
    }
    this.parts.globals(globals, this);
    return globals;
  }

  #call(providerName: string, safeToolName: string, args: readonly unknown[]): Promise<unknown> {
    const crossed = this.parts.crossInput(args);
    const promise = crossed.ok
      ? new Promise((resolve, reject) => {
          if (this.#over) return;
          const callId = this.parts.callId(++this.#calls);
          this.pending.push({ callId, resolve, reject });
          const input = "json" in crossed ? { input: crossed.json } : {};
          this.say({ type: "tool_call", callId, providerName, safeToolName, ...input });
        })
      : this.parts.refuseInput();
    promise.catch(() => {});
    return promise;
  }

  #settle(message: Message): void {
    const call = this.parts.findCall(String(message["callId"]), this);
    if (call === undefined) return;
    this.pending.splice(this.pending.indexOf(call), 1);
    if (message["ok"] === true) {
      call.resolve(message["result"]);
      return;
    }
    const failure = message["error"] as Failure;
    const error = this.parts.toError(failure);
    this.#trusted.set(error, failure);
    call.reject(error);
  }

  #trustedFailure(error: unknown): Failure | undefined {
    return typeof error === "object" && error !== null ? this.#trusted.get(error) : undefined;
  }

  #succeed(value: unknown): void {
    const crossed = this.parts.crossResult(value);
    if (!crossed.ok) {
      this.fail({ code: "serialization_error", message: "the result must be JSON" });
      return;
    }
    this.#finish({ ok: true, ...("json" in crossed ? { result: crossed.json } : {}) });
  }

  #finish(outcome: object): void {
    if (this.#over) return;
    this.close();
    const maxLines = Number(this.#option("maxLogLines"));
    const maxChars = Number(this.#option("maxLogChars"));
    this.say({
      type: "done",
      id: this.#execute?.["id"],
      durationMs: performance.now() - this.#startedAt,
      logs: this.parts.truncate(this.lines, maxLines, maxChars),
      ...outcome,
    });
  }

  #option(name: string): unknown {
    return Reflect.get(Object(this.#execute?.["options"]), name);
  }
}

function cross(value: unknown): Crossed {
  try {
    return value === undefined ? { ok: true } : { ok: true, json: copy(value, []) };
  } catch {
    return { ok: false };
  }
}

const MAX_DEPTH = 200;

function copy(value: unknown, inside: readonly unknown[]): unknown {
  const kind = typeof value;
  if (value === null || kind === "string" || kind === "boolean" || Number.isFinite(value))
    return value;
  if (typeof value !== "object" || inside.includes(value)) throw new TypeError("not JSON");
  // Objects come from another realm, where they have another Object.prototype.
  const prototype: unknown = Object.getPrototypeOf(value);
  const within = [...inside, value];
  if (within.length > MAX_DEPTH) throw new TypeError("too deep");
  if (Array.isArray(value)) return Array.from(value, (item) => copy(item, within));
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw new TypeError("not plain");
  if (Object.prototype.toString.call(value) !== "[object Object]") throw new TypeError("not plain");
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, copy(item, within)]));
}

function format(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return describe(value);
  }
}

function describe(value: unknown): string {
  try {
    return String(value instanceof Object && "message" in value ? value.message : value);
  } catch {
    return "something that cannot be shown";
  }
}
