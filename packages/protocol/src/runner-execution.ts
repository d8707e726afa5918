import { DEFAULT_LIMITS, messageOf, TIMED_OUT } from "@execbox/core";
import { LinkError } from "@execbox/source";
import type { Engine, NowAnswer, Realm, RealmOutcome, ThrownReport } from "./engine.js";
import { isDispatcherMessage } from "./guards.js";
import type {
  ExecuteMessage,
  RunnerMessage,
  ToolCallMessage,
  ToolResultMessage,
  WireError,
  WireValue,
} from "./messages.js";
import { toLinkFailure } from "./module-program.js";
import type { RunnerCatalogue } from "./runner-endpoint.js";
import type { RunnerProgram } from "./runner-program.js";
import { MAX_TIMER_MS } from "./timers.js";
import type { ValueCodec } from "./value-codec.js";

/** What an execution borrows from the endpoint it belongs to. */
export interface RunnerExecutionContext {
  engine: Engine;
  send(message: RunnerMessage): void;
  codec: ValueCodec;
  shouldStop(): boolean;
  /** The host's next message, waited for; `undefined` when the run must stop. */
  receiveNow(): unknown;
  /** Hands a message over once the guest no longer stands still. */
  postpone(message: unknown): void;
  nextCallId(): string;
  /** Called once, just before `done` goes out. */
  finished(): void;
}

type Outcome = { ok: true; result?: unknown; value?: WireValue } | { ok: false; error: WireError };

/** One execution on the runner's side, from `execute` to `done`. */
export class RunnerExecution {
  readonly id: string;
  readonly #message: ExecuteMessage;
  readonly #catalogue: RunnerCatalogue;
  readonly #context: RunnerExecutionContext;
  readonly #startedAt = performance.now();
  readonly #deadline: number;
  readonly #logs: string[] = [];
  readonly #openCalls = new Map<string, number>();
  /** What the host said of calls that failed, by the number the guest knows them under. */
  readonly #failures = new Map<number, WireError>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #program: RunnerProgram | undefined;
  #realm: Realm | undefined;
  #over = false;

  constructor(
    message: ExecuteMessage,
    catalogue: RunnerCatalogue,
    context: RunnerExecutionContext,
  ) {
    this.id = message.id;
    this.#message = message;
    this.#catalogue = catalogue;
    this.#context = context;
    this.#deadline = this.#startedAt + (message.options.timeoutMs ?? DEFAULT_LIMITS.timeoutMs);
  }

  /** Runs the program, now or when its text is ready. */
  start(prepare: () => RunnerProgram | Promise<RunnerProgram>): void {
    let program: RunnerProgram | Promise<RunnerProgram>;
    try {
      program = prepare();
    } catch (error) {
      this.#refuseSource(error);
      return;
    }
    if (program instanceof Promise) {
      program.then(
        (ready) => this.#begin(ready),
        (error) => this.#refuseSource(error),
      );
    } else {
      this.#begin(program);
    }
  }

  /** Ends the run as `timeout`. The realm is gone at once: nothing of the guest runs again. */
  cancel(): void {
    this.#finish(failure("timeout", TIMED_OUT));
  }

  /** Ends the run as `internal_error`, because of something its host or its runner did. */
  fail(reason: string): void {
    this.#finish(failure("internal_error", reason));
  }

  /** Ends the run without a word. */
  abandon(): void {
    this.#close();
  }

  /** Whether the program has begun and waits for calls of its own. */
  get awaitsAnswer(): boolean {
    return this.#realm !== undefined && this.#openCalls.size > 0;
  }

  /** Hands a tool's answer to the guest. */
  settle(message: ToolResultMessage): void {
    const number = this.#openCalls.get(message.callId);
    if (number === undefined || this.#realm === undefined) return;
    this.#openCalls.delete(message.callId);
    const answer = this.#toAnswer(number, message);
    if (answer.kind === "value") {
      this.#realm.resolve(number, answer.value?.text, answer.value?.blobs);
    } else if (answer.kind === "failure") {
      this.#realm.reject(number, answer.code, answer.message);
    }
  }

  #begin(program: RunnerProgram): void {
    if (this.#over) return;
    this.#program = program;
    const { options } = this.#message;
    const { shouldStop } = this.#context;
    const deadline = this.#deadline;
    const emit = { type: "emit", id: this.id } as const;
    try {
      const realm = this.#context.engine.openRealm(
        {
          kind: program.kind,
          digest: this.#catalogue.digest,
          namespaces: this.#catalogue.namespaces,
          limits: {
            memoryLimitBytes: options.memoryLimitBytes ?? DEFAULT_LIMITS.memoryLimitBytes,
            maxLogLines: options.maxLogLines ?? DEFAULT_LIMITS.maxLogLines,
            maxLogChars: options.maxLogChars ?? DEFAULT_LIMITS.maxLogChars,
            maxOpenCalls: options.maxOpenCalls ?? DEFAULT_LIMITS.maxOpenCalls,
          },
          shouldStop: () => performance.now() > deadline || shouldStop(),
        },
        {
          call: (call, tool, inputText) => this.#call(call, tool, inputText),
          callNow: (call, tool, input) => this.#callNow(call, tool, input),
          log: (line) => this.#log(line),
          print: (level, value) =>
            this.#context.send({ ...emit, kind: "print", level, value, timestamp: Date.now() }),
          report: (value) => this.#context.send({ ...emit, kind: "report", value }),
          end: (outcome) => this.#end(outcome),
        },
      );
      if (realm instanceof Promise) {
        realm.then(
          (ready) => this.#enter(ready, program),
          (error) => this.#break(error),
        );
      } else {
        this.#enter(realm, program);
      }
    } catch (error) {
      this.#break(error);
    }
  }

  #enter(realm: Realm, program: RunnerProgram): void {
    if (this.#over) {
      realm.dispose();
      return;
    }
    this.#realm = realm;
    program.start(realm);
    if (this.#over) return;
    // The program waits for its host. The host has a clock of its own; this one is for a host
    // that is gone.
    const left = Math.min(MAX_TIMER_MS, Math.max(1, this.#deadline - performance.now()));
    this.#timer = setTimeout(() => this.cancel(), left);
  }

  #call(number: number, tool: number, inputText: string | undefined): void {
    const target = this.#catalogue.tools[tool];
    if (target === undefined) {
      this.fail(`the guest runtime named tool ${tool}`);
      return;
    }
    let input: unknown;
    try {
      input = inputText === undefined ? undefined : this.#context.codec.decode(inputText);
    } catch (error) {
      this.#finish(failure("serialization_error", `tool input: ${messageOf(error)}`));
      return;
    }
    this.#request(number, { ...target, ...(input === undefined ? {} : { input }) });
  }

  /** The guest stands still here until the host has answered, whatever else comes in. */
  #callNow(number: number, target: number, value: WireValue): NowAnswer {
    const callId = this.#request(number, {
      providerName: HOST_FUNCTIONS,
      safeToolName: String(target),
      value,
      now: true,
    });
    while (!this.#over) {
      const message = this.#context.receiveNow();
      if (message === undefined) break;
      if (!isDispatcherMessage(message)) {
        this.#context.postpone(message);
        continue;
      }
      if (message.type === "pending" && message.callId === callId) return { kind: "pending" };
      if (message.type === "tool_result" && message.callId === callId) {
        this.#openCalls.delete(callId);
        return this.#toAnswer(number, message);
      }
      this.#context.postpone(message);
      if (message.type === "cancel" && message.id === this.id) break;
    }
    return { kind: "stopped" };
  }

  #request(number: number, call: Omit<ToolCallMessage, "type" | "callId">): string {
    const callId = this.#context.nextCallId();
    this.#openCalls.set(callId, number);
    this.#context.send({ type: "tool_call", callId, ...call });
    return callId;
  }

  #toAnswer(number: number, message: ToolResultMessage): NowAnswer {
    if (!message.ok) return this.#failed(number, message.error);
    const { result, value } = message;
    if (value !== undefined || result === undefined) return { kind: "value", value };
    try {
      return { kind: "value", value: { text: this.#context.codec.encode(result) } };
    } catch (error) {
      return this.#failed(number, { code: "serialization_error", message: messageOf(error) });
    }
  }

  #failed(number: number, { code, message }: WireError): NowAnswer {
    this.#failures.set(number, { code, message });
    return { kind: "failure", code, message };
  }

  #log(line: string): void {
    this.#logs.push(line);
    if (this.#message.live) this.#context.send({ type: "emit", id: this.id, kind: "log", line });
  }

  #end(outcome: RealmOutcome): void {
    const { diagnostics, memoryUsedBytes } = outcome;
    this.#finish(this.#report(outcome), {
      ...(diagnostics === undefined || diagnostics.length === 0 ? {} : { diagnostics }),
      ...(memoryUsedBytes === undefined ? {} : { memoryUsedBytes }),
    });
  }

  #report(outcome: RealmOutcome): Outcome {
    switch (outcome.kind) {
      case "value":
        return this.#readResult(outcome.text, outcome.blobs);
      case "thrown":
        return { ok: false, error: this.#blame(outcome.error) };
      case "no-export": {
        const { fn, filename } = this.#message.module ?? { fn: "", filename: "" };
        const message = `${filename} has no export named ${fn}`;
        return { ok: false, error: { code: "runtime_error", message, filename, link: true } };
      }
      case "unserializable":
        return failure("serialization_error", outcome.message);
      case "stalled":
        return failure(
          "runtime_error",
          "The program waits for a promise that nothing can settle: no tool call is open and no job is left",
        );
      case "interrupted":
        return failure("timeout", TIMED_OUT);
      case "memory":
        return failure("memory_limit", "The program used more memory than it may");
      case "trapped":
        return failure("runtime_error", outcome.message);
    }
  }

  #readResult(text: string | undefined, blobs: Uint8Array[] | undefined): Outcome {
    if (text === undefined) return { ok: true };
    if (this.#program?.kind === "module") {
      return { ok: true, value: { text, ...(blobs === undefined ? {} : { blobs }) } };
    }
    try {
      return { ok: true, result: this.#context.codec.decode(text) };
    } catch (error) {
      return failure("serialization_error", `result: ${messageOf(error)}`);
    }
  }

  /** The guest says at most "this error came from call N"; what call N said is known here. */
  #blame(thrown: ThrownReport): WireError {
    const failed = thrown.call === undefined ? undefined : this.#failures.get(thrown.call);
    const place = this.#program?.locate(thrown);
    if (failed !== undefined) return { ...failed, ...place };
    const code = thrown.unserializable ? "serialization_error" : "runtime_error";
    return { code, message: thrown.message, ...place };
  }

  #refuseSource(error: unknown): void {
    const refusal = toRefusal(error);
    if (refusal === undefined) this.#break(error);
    else this.#finish({ ok: false, error: refusal });
  }

  #break(error: unknown): void {
    this.fail(`the runner failed: ${messageOf(error)}`);
  }

  #finish(
    outcome: Outcome,
    notes: { diagnostics?: string[]; memoryUsedBytes?: number } = {},
  ): void {
    if (this.#over) return;
    this.#close();
    this.#context.finished();
    this.#context.send({
      type: "done",
      id: this.id,
      ...outcome,
      durationMs: performance.now() - this.#startedAt,
      logs: this.#logs,
      ...notes,
    });
  }

  #close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#realm?.dispose();
    this.#realm = undefined;
  }
}

/** The provider under which a host's own functions are called in module runs. */
export const HOST_FUNCTIONS = "host";

function failure(code: WireError["code"], message: string): Outcome {
  return { ok: false, error: { code, message } };
}

/** What `done` says of source that cannot run; `undefined` for an error that is not the author's. */
function toRefusal(error: unknown): WireError | undefined {
  if (error instanceof LinkError) return toLinkFailure(error);
  if (!(error instanceof SyntaxError)) return undefined;
  const { line, column } = error as { line?: number; column?: number };
  return {
    code: "runtime_error",
    message: `SyntaxError: ${error.message}`,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}
