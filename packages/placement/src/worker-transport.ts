import { Worker } from "node:worker_threads";
import {
  type DispatcherMessage,
  decodeFrame,
  encodeFrame,
  FrameError,
  type HostTransport,
  Listeners,
} from "@execbox/protocol";
import type { EngineSpec } from "./engine-spec.js";
import { leaveLostThreads } from "./lost-threads.js";
import { Control, LOST, READY, type WorkerSetup } from "./serve-worker.js";

/** Deep enough that the engine's own limit on recursion is met first, in JavaScript. */
const STACK_MB = 64;

/** How long a thread may take to end; most take milliseconds. */
const JOIN_MS = 3_000;

/** A link to a thread of this process. */
export class WorkerTransport implements HostTransport {
  readonly #worker: Worker;
  readonly #control: Int32Array;
  readonly #messages = new Listeners<[unknown]>();
  readonly #closed = new Listeners<[]>();
  readonly #errors = new Listeners<[Error]>();
  readonly #ready: Promise<void>;
  #lost = false;

  constructor(engine: EngineSpec) {
    const control = new SharedArrayBuffer(Control.Bytes);
    this.#control = new Int32Array(control);
    const setup: WorkerSetup = { control };
    this.#worker = new Worker(engine.worker, {
      name: "execbox",
      workerData: setup,
      // Nothing of the host's environment or flags is the guest's neighbour.
      env: {},
      execArgv: [...(engine.nodeFlags ?? [])],
      resourceLimits: { stackSizeMb: STACK_MB },
    });
    this.#ready = this.#listen();
    this.#give(engine.options);
  }

  /** Settles when the thread has its engine, or rejects when it ended before. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  readonly onMessage = this.#messages.add;
  readonly onClose = this.#closed.add;
  readonly onError = this.#errors.add;

  send(message: DispatcherMessage): void {
    // The control word stops what already runs; the message, what has not begun.
    if (message.type === "execute") Atomics.store(this.#control, Control.Stop, 0);
    if (message.type === "cancel") Atomics.store(this.#control, Control.Stop, 1);
    this.#worker.postMessage(toText(message));
    this.#wake();
  }

  holdBack(held: boolean): void {
    Atomics.store(this.#control, Control.Hold, held ? 1 : 0);
    Atomics.notify(this.#control, Control.Hold);
  }

  async dispose(): Promise<void> {
    await this.terminate();
  }

  async terminate(): Promise<void> {
    Atomics.store(this.#control, Control.Stop, 1);
    this.#wake();
    // Something native in a lost thread never ends, and so the thread does not either.
    if (this.#lost) return;
    this.#worker.ref();
    const ended = this.#worker.terminate();
    // A V8 isolate inside one long builtin listens to nobody, and its thread waits for it.
    if (!(await settlesWithin(ended, JOIN_MS))) this.#lose(ended);
  }

  /** The thread is of no more use; it stays where it is until it or the process ends. */
  #lose(ended?: Promise<unknown>): void {
    this.#lost = true;
    leaveLostThreads(ended);
    this.#worker.unref();
    this.#closed.emit();
  }

  /** For a thread that stands still in the middle of a call, or holds back its next word. */
  #wake(): void {
    Atomics.add(this.#control, Control.Sent, 1);
    Atomics.notify(this.#control, Control.Sent);
    Atomics.notify(this.#control, Control.Hold);
  }

  /** The thread starts while what it needs is still being loaded. */
  #give(options: unknown): void {
    Promise.resolve(options).then(
      (ready) => this.#worker.postMessage(ready),
      (error) => {
        this.#errors.emit(error as Error);
        void this.terminate();
      },
    );
  }

  #listen(): Promise<void> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      worker.on("message", (message: unknown) => {
        if (message === LOST) {
          this.#lose();
          return;
        }
        if (message !== READY) {
          this.#receive(message);
          return;
        }
        // An idle thread must not keep the program alive; a run in it has a clock that does.
        worker.unref();
        resolve();
      });
      worker.on("error", (error) => {
        reject(error);
        this.#errors.emit(error);
      });
      worker.on("exit", (code) => {
        reject(new Error(`the worker thread ended with code ${code} before it was ready`));
        this.#closed.emit();
      });
    });
  }

  #receive(message: unknown): void {
    let decoded: unknown;
    try {
      decoded = fromText(message);
    } catch (error) {
      this.#errors.emit(error as Error);
      return;
    }
    this.#messages.emit(decoded);
  }
}

/** Values go over as JSON text: cheaper to post than objects, and limited before parsing. */
function toText(message: DispatcherMessage): DispatcherMessage {
  if (message.type !== "tool_result" || !message.ok || message.result === undefined) return message;
  return { ...message, result: encodeFrame(message.result) };
}

function fromText(message: unknown): unknown {
  const { type, input, result } = message as { type?: string; input?: unknown; result?: unknown };
  if (type === "tool_call" && input !== undefined) {
    return { ...(message as object), input: decodeText(input) };
  }
  if (type === "done" && result !== undefined) {
    return { ...(message as object), result: decodeText(result) };
  }
  return message;
}

/** Anything else was not written by our runner: threads can post what JSON cannot hold. */
function decodeText(value: unknown): unknown {
  if (typeof value !== "string") throw new FrameError("a thread sent a value that is not text");
  return decodeFrame(value);
}

async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
