import {
  Enter,
  Host,
  Now,
  nextSeed,
  PROGRAM_FILENAME,
  RUNTIME_FILENAME,
  readThrown,
} from "@execbox/guest";
import type {
  ModuleGraph,
  ModuleProgram,
  NowAnswer,
  Realm,
  RealmEvents,
  RealmOutcome,
  RealmSpec,
  ThrownReport,
  WireValue,
} from "@execbox/protocol";
import type { Handle } from "./binding.js";
import { readFrames } from "./frames.js";
import type { Image } from "./image.js";
import type { Instance } from "./instance.js";
import { startModule } from "./module-start.js";
import { COUNTER_NAME } from "./wasm-patch.js";

interface PendingCall {
  call: number;
  tool: number;
  text: string | undefined;
}

const MAX_WASM_LIMIT = 2 ** 32 - 1;

/** One run in one engine. Guest code runs only inside `#slice`. */
export class QuickJsRealm implements Realm {
  readonly #instance: Instance;
  readonly #events: RealmEvents;
  readonly #shouldStop: () => boolean;
  readonly #release: () => void;
  readonly #rejections = new Map<number, Handle>();
  /** Calls made during a slice; told when it is over, so that nothing runs inside the engine. */
  #calls: PendingCall[] = [];
  #report: RealmOutcome | undefined;
  #graph: ModuleGraph | undefined;
  #interrupted = false;
  #inSlice = false;
  /** Set when the run is over and only notes about it are still made. */
  #windUpBy: number | undefined;
  #disposed = false;

  constructor(
    instance: Instance,
    image: Image,
    spec: RealmSpec,
    events: RealmEvents,
    release: () => void,
  ) {
    this.#instance = instance;
    this.#events = events;
    this.#shouldStop = spec.shouldStop;
    this.#release = release;
    instance.reset(image, {
      hostCall: (argc, argv) => this.#hostCall(argc, argv),
      resolveModule: (from, specifier) => this.#resolveModule(from, specifier),
      loadModule: (name) => this.#loadModule(name),
      interrupt: () => this.#shouldInterrupt(),
      rejection: (promise, reason, handled) => this.#rejection(promise, reason, handled),
    });
    const { memoryLimitBytes, maxLogLines, maxLogChars, maxOpenCalls } = spec.limits;
    const { exports } = instance.binding;
    const [a, b, c, d] = nextSeed();
    instance.binding.free(
      instance.enter(Enter.Configure, a, b, c, d, maxLogLines, maxLogChars, maxOpenCalls),
    );
    exports.qjs_set_memory_limit(Math.min(memoryLimitBytes + image.usedBytes, MAX_WASM_LIMIT));
  }

  run(code: string): void {
    this.#slice(() => {
      const { binding } = this.#instance;
      const program = binding.evaluate(code, PROGRAM_FILENAME, 0);
      if (binding.exports.qjs_is_exception(program) !== 0) {
        this.#takeException();
        return;
      }
      const op = binding.exports.qjs_new_number(Enter.Run);
      this.#finishEntry(this.#instance.enterWith([op, program]));
    });
  }

  runModule(program: ModuleProgram, graph: ModuleGraph): void {
    this.#graph = graph;
    this.#slice(() => {
      const thrown = startModule(this.#instance, program, graph);
      if (thrown) this.#takeException();
    });
  }

  resolve(call: number, resultText: string | undefined, blobs: Uint8Array[] = []): void {
    const op = this.#graph === undefined ? Enter.Resolve : Enter.ResolveValue;
    this.#slice(() =>
      this.#finishEntry(this.#instance.enterBuffers(op, [call, resultText], blobs)),
    );
  }

  reject(call: number, code: string, message: string): void {
    this.#slice(() => this.#finishEntry(this.#instance.enter(Enter.Reject, call, code, message)));
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    if (!this.#inSlice) this.#release();
  }

  /** Runs guest code until it has nothing left to do, then says what came of it. */
  #slice(enter: () => void): void {
    if (this.#disposed || this.#inSlice) return;
    this.#inSlice = true;
    let trap: string | undefined;
    try {
      enter();
      this.#runJobs();
    } catch (error) {
      trap = describeTrap(error);
    }
    const outcome = this.#judge(trap);
    const calls = this.#calls;
    this.#calls = [];
    this.#inSlice = false;
    if (this.#disposed) {
      this.#release();
      return;
    }
    if (outcome !== undefined) {
      if (this.#graph !== undefined) outcome.memoryUsedBytes = this.#instance.memoryUsed();
      // Calls of the turn in which the program ended have nobody to answer to and do not go out.
      this.#events.end(outcome);
      return;
    }
    for (const { call, tool, text } of calls) {
      if (!this.#disposed) this.#events.call(call, tool, text);
    }
  }

  #runJobs(): void {
    const { exports } = this.#instance.binding;
    while (this.#report === undefined && !this.#interrupted && exports.qjs_is_job_pending() !== 0) {
      // A job that throws (`queueMicrotask` of something that fails) is nobody's verdict.
      if (exports.qjs_execute_pending_job() < 0) {
        this.#instance.binding.free(exports.qjs_get_exception());
      }
    }
  }

  /** What the run has come to, or `undefined` while it waits for calls. */
  #judge(trap: string | undefined): RealmOutcome | undefined {
    const { exports } = this.#instance.binding;
    const ranOut = exports[COUNTER_NAME].value > 0;
    if (trap !== undefined) return ranOut ? { kind: "memory" } : { kind: "trapped", message: trap };
    const report = this.#report;
    if (report === undefined) {
      const open = this.#interrupted ? 0 : this.#countOpenCalls();
      // Asked after counting, which runs in the engine too and may be what is interrupted.
      if (this.#interrupted) return { kind: "interrupted" };
      if (open > 0) return undefined;
      return ranOut ? { kind: "memory" } : this.#withDiagnostics({ kind: "stalled" });
    }
    if (report.kind === "thrown" && ranOut) return { kind: "memory" };
    return this.#withDiagnostics(report);
  }

  #shouldInterrupt(): boolean {
    if (this.#windUpBy !== undefined) return performance.now() > this.#windUpBy;
    this.#interrupted ||= this.#shouldStop();
    return this.#interrupted;
  }

  #hostCall(argc: number, argv: number): Handle | undefined {
    const { binding } = this.#instance;
    const { exports } = binding;
    const argument = (index: number): Handle => binding.argument(argv, index);
    const number = (index: number): number => exports.qjs_get_float64(argument(index));
    const text = (index: number): string | undefined => binding.readString(argument(index));
    const value = (index: number): WireValue => {
      const blobs: Uint8Array[] = [];
      for (let at = index + 1; at < argc; at++) blobs.push(binding.readBuffer(argument(at)));
      const content = text(index) ?? "";
      return blobs.length === 0 ? { text: content } : { text: content, blobs };
    };
    if (argc < 1 || this.#report !== undefined) return undefined;
    switch (number(0)) {
      case Host.Call:
        this.#calls.push({ call: number(1), tool: number(2), text: text(3) });
        return undefined;
      case Host.Log:
        this.#events.log(JSON.parse(text(1) ?? '""'));
        return undefined;
      case Host.Value:
        this.#report = { kind: "value", text: text(1) };
        return undefined;
      case Host.Thrown:
        this.#report = { kind: "thrown", error: readThrown(text(1), readFrames) };
        return undefined;
      case Host.Unserializable:
        this.#report = { kind: "unserializable", message: text(1) ?? "" };
        return undefined;
      case Host.CallNow:
        return this.#answerNow(this.#events.callNow(number(1), number(2), value(3)));
      case Host.Print:
        this.#events.print(text(1) ?? "log", value(2));
        return undefined;
      case Host.Report:
        this.#events.report(value(1));
        return undefined;
      case Host.ModuleValue:
        this.#report = { kind: "value", ...value(1) };
        return undefined;
      case Host.NoExport:
        this.#report = { kind: "no-export" };
        return undefined;
    }
    return undefined;
  }

  #answerNow(answer: NowAnswer): Handle {
    const { binding } = this.#instance;
    const array = (tag: number, text = "", blobs: readonly Uint8Array[] = []): Handle =>
      binding.newArray([
        binding.exports.qjs_new_number(tag),
        binding.newString(text),
        ...blobs.map((blob) => binding.newBuffer(blob)),
      ]);
    switch (answer.kind) {
      case "value":
        if (answer.value === undefined) return array(Now.Undefined);
        return array(Now.Value, answer.value.text, answer.value.blobs);
      case "failure":
        return array(Now.Failure, `${answer.code} ${answer.message}`);
      case "pending":
        return array(Now.Pending);
      case "stopped":
        this.#interrupted = true;
        return array(Now.Stopped);
    }
  }

  #resolveModule(from: string, specifier: string): string {
    if (from === RUNTIME_FILENAME) return specifier;
    const resolved = this.#graph?.resolve(from, specifier) ?? { problem: "no modules here" };
    if ("name" in resolved) return resolved.name;
    this.#throwInGuest(resolved.problem);
    throw new Error(resolved.problem);
  }

  #loadModule(name: string): string {
    const code = this.#graph?.codeOf(name);
    if (code === undefined) throw new Error(`no module ${name}`);
    return code;
  }

  #throwInGuest(message: string): void {
    const error = this.#instance.enter(Enter.MakeError, message);
    this.#instance.binding.exports.qjs_throw(error);
    this.#instance.binding.free(error);
  }

  /** Ends a call of the runtime; if it threw, the engine ran out of something. */
  #finishEntry(result: Handle): void {
    const { binding } = this.#instance;
    if (binding.exports.qjs_is_exception(result) !== 0) this.#takeException();
    else binding.free(result);
  }

  #takeException(): void {
    const { binding } = this.#instance;
    const exception = binding.exports.qjs_get_exception();
    if (this.#interrupted) return;
    this.#report ??= { kind: "thrown", error: this.#describe(exception) };
  }

  #describe(thrown: Handle): ThrownReport {
    const { binding } = this.#instance;
    const op = binding.exports.qjs_new_number(Enter.Describe);
    const text = this.#instance.enterWith([op, thrown]);
    if (binding.exports.qjs_is_exception(text) !== 0) {
      return { message: "the program failed, and so did describing how" };
    }
    return readThrown(binding.readString(text), readFrames);
  }

  #countOpenCalls(): number {
    const { binding } = this.#instance;
    return binding.exports.qjs_get_float64(this.#instance.enter(Enter.OpenCalls));
  }

  #rejection(promise: Handle, reason: Handle, handled: boolean): void {
    const { binding } = this.#instance;
    const key = binding.exports.qjs_get_value_ptr(promise);
    binding.free(promise);
    const known = this.#rejections.get(key);
    if (known !== undefined) binding.free(known);
    this.#rejections.delete(key);
    if (handled || this.#rejections.size >= MAX_REJECTIONS) binding.free(reason);
    else this.#rejections.set(key, reason);
  }

  #withDiagnostics(outcome: RealmOutcome): RealmOutcome {
    const diagnostics: string[] = [];
    this.#windUpBy = performance.now() + WIND_UP_MS;
    try {
      const open = this.#countOpenCalls();
      if (open > 0) {
        diagnostics.push(
          `${open} tool call${open === 1 ? " was" : "s were"} not awaited; what had not gone out by the end was dropped`,
        );
      }
      for (const reason of this.#rejections.values()) {
        diagnostics.push(
          `a promise was rejected and nothing handled it: ${this.#describe(reason).message}`,
        );
      }
    } catch {
      // The guest's getters ran out of time or stack; the verdict stands without the notes.
    }
    return diagnostics.length === 0 ? outcome : { ...outcome, diagnostics };
  }
}

const MAX_REJECTIONS = 5;
/** Describing a rejection reads the guest's getters; they get this long in all. */
const WIND_UP_MS = 10;

function describeTrap(error: unknown): string {
  if (error instanceof RangeError) return "The program's recursion used up the engine's stack";
  return "The program crashed its engine";
}
