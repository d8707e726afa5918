import { Enter, Host, Now, nextSeed, PROGRAM_FILENAME, readThrown } from "@execbox/guest";
import type {
  ModuleGraph,
  ModuleProgram,
  NowAnswer,
  Realm,
  RealmEvents,
  RealmOutcome,
  RealmSpec,
  WireValue,
} from "@execbox/protocol";
import { describeCopy, toThrown } from "./copied-error.js";
import { readFrames } from "./frames.js";
import type { BootedIsolate } from "./isolates.js";
import { Modules } from "./modules.js";

interface PendingCall {
  call: number;
  tool: number;
  text: string | undefined;
}

const MAX_REJECTIONS = 5;
/** How long notes about a run that is over may take. */
const WIND_UP_MS = 10;

/**
 * One run in one isolate. Guest code runs on a thread of the isolate's own, so that this one can
 * always stop it; what the guest says arrives here as events, in order. An entry is one visit of
 * that thread: it ends when no job is left.
 */
export class IsolatedVmRealm implements Realm {
  readonly #booted: BootedIsolate;
  readonly #events: RealmEvents;
  readonly #kind: RealmSpec["kind"];
  readonly #released: () => void;
  #modules: Modules | undefined;
  /** Visits that have not ended. */
  #entries = 0;
  /** Calls that went out, or will when their entry is over, and have no answer. */
  #open = 0;
  #calls: PendingCall[] = [];
  #report: RealmOutcome | undefined;
  /** Rejections that nothing had handled when the guest's thread came back. */
  readonly #unhandled: string[] = [];
  #windUp: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  /** `released` is called once, when the isolate has been let go. */
  constructor(booted: BootedIsolate, spec: RealmSpec, events: RealmEvents, released: () => void) {
    this.#booted = booted;
    this.#released = released;
    this.#events = events;
    this.#kind = spec.kind;
    booted.events = {
      told: (op, ...args) => this.#told(op, args),
      asked: (op, ...args) => this.#asked(op, args),
      crashed: () => this.#end({ kind: "memory" }),
    };
    const { maxLogLines, maxLogChars, maxOpenCalls } = spec.limits;
    this.#enterNow(Enter.Configure, ...nextSeed(), maxLogLines, maxLogChars, maxOpenCalls);
    if (spec.kind === "module") {
      this.#enterNow(Enter.ForModules);
    } else if (spec.namespaces.length > 0) {
      const namespaces = spec.namespaces.map(({ name, tools }) => [name, tools]);
      this.#enterNow(Enter.Define, JSON.stringify(namespaces));
    }
  }

  run(code: string): void {
    const { isolate, context, enter } = this.#booted;
    try {
      const script = isolate.compileScriptSync(code, { filename: PROGRAM_FILENAME });
      // An expression that makes a function: nothing of the guest's has run yet.
      const program = script.runSync(context, { reference: true });
      this.#visit(enter.apply(undefined, [Enter.Run, program.derefInto()]));
    } catch (error) {
      this.#fail(error);
    }
  }

  runModule(program: ModuleProgram, graph: ModuleGraph): void {
    this.#modules = new Modules(this.#booted, graph, (visit, failed) => this.#visit(visit, failed));
    try {
      this.#modules.start(program);
      // V8 would not take a text, although the parser before it did.
      if (this.#entries === 0) this.#pause();
    } catch (error) {
      this.#fail(error);
    }
  }

  resolve(call: number, resultText: string | undefined, blobs: Uint8Array[] = []): void {
    const op = this.#kind === "module" ? Enter.ResolveValue : Enter.Resolve;
    this.#open--;
    this.#enter(op, call, resultText, ...blobs.map(this.#booted.toBuffer));
  }

  reject(call: number, code: string, message: string): void {
    this.#open--;
    this.#enter(Enter.Reject, call, code, message);
  }

  dispose(): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#windUp);
    this.#booted.events = { told: () => {}, asked: () => [Now.Stopped, ""], crashed: () => {} };
    // A guest that still runs is stopped, wherever it is; letting go of one that has ended takes
    // longer than telling its host.
    if (this.#entries > 0) this.#letGo();
    else setImmediate(() => this.#letGo());
  }

  #letGo(): void {
    if (!this.#booted.isolate.isDisposed) this.#booted.isolate.dispose();
    this.#released();
  }

  /** Calls the runtime on this thread; for what runs no guest code. */
  #enterNow(op: number, ...args: unknown[]): void {
    this.#booted.enter.applySync(undefined, [op, ...args]);
  }

  #enter(op: number, ...args: unknown[]): void {
    if (this.#over || this.#report !== undefined) return;
    this.#visit(this.#booted.enter.apply(undefined, [op, ...args]));
  }

  /** Waits for a visit; `failed` hears of the value that it left unhandled. */
  #visit(visit: Promise<unknown>, failed?: (error: unknown) => void): void {
    this.#entries++;
    visit.then(
      () => this.#left(),
      (error: unknown) => this.#left({ error }, failed),
    );
  }

  /** The guest's thread has come back: it has nothing left to do, or was stopped. */
  #left(unhandled?: { error: unknown }, failed?: (error: unknown) => void): void {
    this.#entries--;
    if (this.#over) return;
    // Nobody here has let go of the isolate; its memory ran out.
    if (this.#booted.isolate.isDisposed) {
      this.#end({ kind: "memory" });
      return;
    }
    if (unhandled !== undefined) {
      if (failed === undefined) this.#suspect(unhandled.error);
      else failed(unhandled.error);
    }
    if (this.#entries === 0) this.#pause();
  }

  /** A promise was rejected and nothing has handled it; an evaluation may have failed. */
  #suspect(error: unknown): void {
    if (this.#unhandled.length < MAX_REJECTIONS) this.#unhandled.push(describeCopy(error));
    this.#modules?.suspect();
  }

  /** Nothing of the guest's runs; what it has asked for is done, or the run is over. */
  #pause(): void {
    if (this.#report !== undefined) {
      this.#finish(this.#report);
      return;
    }
    const probing = this.#modules?.proceed() ?? false;
    const failure = this.#modules?.failure;
    if (failure !== undefined) {
      const error = toThrown(failure.error);
      // The evaluation's own promise is nobody's to handle.
      const own = this.#unhandled.indexOf(error.message);
      if (own >= 0) this.#unhandled.splice(own, 1);
      this.#finish({ kind: "thrown", error });
    } else if (this.#entries === 0 && this.#open === 0) {
      this.#finish({ kind: "stalled" });
    } else if (!probing) {
      this.#sendCalls();
    }
  }

  #sendCalls(): void {
    const calls = this.#calls;
    this.#calls = [];
    for (const { call, tool, text } of calls) {
      if (!this.#over) this.#events.call(call, tool, text);
    }
  }

  #told(op: number, args: unknown[]): void {
    if (this.#over || this.#report !== undefined) return;
    const number = (index: number): number => args[index] as number;
    const text = (index: number): string | undefined => args[index] as string | undefined;
    switch (op) {
      case Host.Call:
        this.#open++;
        this.#calls.push({ call: number(0), tool: number(1), text: text(2) });
        return;
      case Host.Log:
        this.#events.log(JSON.parse(text(0) ?? '""'));
        return;
      case Host.Value:
        this.#conclude({ kind: "value", text: text(0) });
        return;
      case Host.Thrown:
        this.#conclude({ kind: "thrown", error: readThrown(text(0), readFrames) });
        return;
      case Host.Unserializable:
        this.#conclude({ kind: "unserializable", message: text(0) ?? "" });
        return;
      case Host.Print:
        this.#events.print(text(0) ?? "log", toValue(args, 1));
        return;
      case Host.Report:
        this.#events.report(toValue(args, 0));
        return;
      case Host.ModuleValue:
        this.#conclude({ kind: "value", ...toValue(args, 0) });
        return;
      case Host.NoExport:
        this.#conclude({ kind: "no-export" });
        return;
      case Host.Import:
        this.#modules?.request(number(0), text(1) ?? "", text(2) ?? "");
        return;
      case Host.Loaded:
        this.#modules?.loaded(number(0));
        return;
      case Host.OutOfMemory:
        this.#end({ kind: "memory" });
        return;
    }
  }

  #asked(op: number, args: unknown[]): unknown[] {
    if (op !== Host.CallNow || this.#over || this.#report !== undefined) return [Now.Stopped, ""];
    const [call, target] = args as [number, number];
    return this.#answer(this.#events.callNow(call, target, toValue(args, 2)));
  }

  #answer(answer: NowAnswer): unknown[] {
    switch (answer.kind) {
      case "value":
        if (answer.value === undefined) return [Now.Undefined, ""];
        return [Now.Value, answer.value.text, ...(answer.value.blobs ?? []).map(toArrayBuffer)];
      case "failure":
        return [Now.Failure, `${answer.code} ${answer.message}`];
      case "pending":
        this.#open++;
        return [Now.Pending, ""];
      case "stopped":
        return [Now.Stopped, ""];
    }
  }

  /** The run has its outcome. What the guest still does is cut short; notes are made until then. */
  #conclude(report: RealmOutcome): void {
    this.#report = report;
    this.#windUp = setTimeout(() => this.#end(report), WIND_UP_MS);
  }

  #finish(report: RealmOutcome): void {
    const diagnostics: string[] = [];
    if (this.#open > 0) {
      diagnostics.push(
        `${this.#open} tool call${this.#open === 1 ? " was" : "s were"} not awaited; what had not gone out by the end was dropped`,
      );
    }
    for (const message of this.#unhandled) {
      diagnostics.push(
        `a promise was rejected and nothing had handled it when the program paused: ${message}`,
      );
    }
    const noted = diagnostics.length === 0 ? report : { ...report, diagnostics };
    if (this.#kind === "module") void this.#measure(noted);
    else this.#end(noted);
  }

  async #measure(report: RealmOutcome): Promise<void> {
    const { isolate, ownBytes } = this.#booted;
    try {
      const heap = await isolate.getHeapStatistics();
      const used = heap.used_heap_size + heap.externally_allocated_size - ownBytes;
      this.#end({ ...report, memoryUsedBytes: Math.max(used, 0) });
    } catch {
      this.#end(report);
    }
  }

  /** A text that V8 would not take, although the parser before it did. */
  #fail(error: unknown): void {
    const gone = this.#booted.isolate.isDisposed;
    this.#end(gone ? { kind: "memory" } : { kind: "thrown", error: toThrown(error) });
  }

  #end(outcome: RealmOutcome): void {
    if (this.#over) return;
    this.dispose();
    this.#events.end(outcome);
  }
}

/** A text and the buffers after it. */
function toValue(args: readonly unknown[], index: number): WireValue {
  const blobs = args.slice(index + 1).map((buffer) => new Uint8Array(buffer as ArrayBuffer));
  const text = (args[index] as string | undefined) ?? "";
  return blobs.length === 0 ? { text } : { text, blobs };
}

/** The bytes in a buffer of their own. */
function toArrayBuffer(blob: Uint8Array): ArrayBuffer {
  return new Uint8Array(blob).buffer;
}
