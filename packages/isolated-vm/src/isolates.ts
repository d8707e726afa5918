import { GUEST_RUNTIME, RUNTIME_FILENAME } from "@execbox/guest";
import type { Native, NativeContext, NativeIsolate, NativeReference } from "./native.js";

/** What an isolate tells, through the only two functions its runtime is given. */
export interface IsolateEvents {
  /** Something happened; the isolate goes on. */
  told(op: number, ...args: unknown[]): void;
  /** The guest stands still for the answer. */
  asked(op: number, ...args: unknown[]): unknown;
  /** V8 could not go on; the isolate's thread is lost and the isolate never ends. */
  crashed(): void;
}

/** An isolate in which the guest runtime waits and nothing else has run. */
export interface BootedIsolate {
  readonly isolate: NativeIsolate;
  readonly context: NativeContext;
  readonly enter: NativeReference;
  /** What the runtime itself holds. */
  readonly ownBytes: number;
  /** An argument for `enter` that becomes a buffer with these bytes. */
  toBuffer(bytes: Uint8Array): object;
  /** Whom the isolate tells; set once, by the run it serves. */
  events: IsolateEvents;
}

const MIB = 1024 * 1024;
/** The least an isolate can be given. */
const MIN_LIMIT_MIB = 8;
/** How many wait: one for the next run, one for the run after it. */
const READY = 2;

const UNUSED: IsolateEvents = { told: () => {}, asked: () => undefined, crashed: () => {} };

/**
 * Makes isolates ahead of need: an isolate serves one run, and making one takes longer than most
 * runs. Those that wait have the memory limit that was asked for last.
 */
export class Isolates {
  readonly #native: Native;
  readonly #lost: () => void;
  readonly #ready: BootedIsolate[] = [];
  #cache: object | undefined;
  #limitMib = 0;
  #refill: NodeJS.Immediate | undefined;
  #disposed = false;

  /** `lost` is called when V8 gave up in one of them: its thread never ends. */
  constructor(native: Native, lost: () => void) {
    this.#native = native;
    this.#lost = lost;
  }

  /** An isolate with that much memory for its guest, booted. */
  take(memoryLimitBytes: number): BootedIsolate {
    // V8 adds its young generation to this, which is about what the runtime itself needs.
    const limitMib = Math.max(MIN_LIMIT_MIB, Math.ceil(memoryLimitBytes / MIB));
    if (limitMib !== this.#limitMib) this.#drop();
    this.#limitMib = limitMib;
    return this.#ready.pop() ?? this.#boot(limitMib);
  }

  /** A run is over: nobody waits for this thread, which makes what was taken. */
  refill(): void {
    this.#refill ??= setImmediate(() => {
      this.#refill = undefined;
      if (this.#disposed || this.#ready.length >= READY) return;
      this.#ready.push(this.#boot(this.#limitMib));
      this.refill();
    }).unref();
  }

  /** Lets go of everything that waits. */
  dispose(): void {
    this.#disposed = true;
    clearImmediate(this.#refill);
    this.#drop();
  }

  #drop(): void {
    for (const { isolate } of this.#ready.splice(0)) isolate.dispose();
  }

  #boot(limitMib: number): BootedIsolate {
    const { Isolate, Callback } = this.#native;
    const isolate = new Isolate({
      memoryLimit: limitMib,
      onCatastrophicError: () => {
        booted.events.crashed();
        this.#lost();
      },
    });
    const context = isolate.createContextSync();
    const tell = new Callback((op, ...args) => booted.events.told(op, ...args), { ignored: true });
    const ask = new Callback((op, ...args) => booted.events.asked(op, ...args), { sync: true });
    const boot = this.#runtimeOf(isolate).runSync(context, { reference: true });
    const enter = boot.applySync(undefined, [tell, ask, true], { result: { reference: true } });
    const { used_heap_size: ownBytes } = isolate.getHeapStatisticsSync();
    const toBuffer = (bytes: Uint8Array) => this.#toBuffer(bytes);
    const booted: BootedIsolate = { isolate, context, enter, ownBytes, toBuffer, events: UNUSED };
    return booted;
  }

  #toBuffer(bytes: Uint8Array): object {
    const { ExternalCopy } = this.#native;
    const copy = new ExternalCopy(new Uint8Array(bytes).buffer, { transferOut: true });
    return copy.copyInto({ transferIn: true, release: true });
  }

  /** The runtime's code: parsed once, then taken from a cache of our own making. */
  #runtimeOf(isolate: NativeIsolate) {
    const filename = RUNTIME_FILENAME;
    if (this.#cache !== undefined) {
      return isolate.compileScriptSync(GUEST_RUNTIME, { filename, cachedData: this.#cache });
    }
    const script = isolate.compileScriptSync(GUEST_RUNTIME, { filename, produceCachedData: true });
    this.#cache = script.cachedData;
    return script;
  }
}
