/**
 * The far side of the worker placement: one thread, one engine, one endpoint. The host stops
 * a loop through the shared control word; this thread need not be listening for it.
 */
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from "node:worker_threads";
import { type Engine, RunnerEndpoint } from "@execbox/protocol";

/** What the host gives a new thread. */
export interface WorkerSetup {
  /** The words of {@link Control}: `Int32`, read and written by both sides. */
  control: SharedArrayBuffer;
}

/**
 * The words of the control block: whether the run must stop, how many messages the host has sent,
 * whether the guest must stand still; and how long the block is.
 */
export const Control = { Stop: 0, Sent: 1, Hold: 2, Bytes: 12 } as const;

/**
 * How long to look out for an answer before falling asleep. Falling asleep and being woken takes
 * longer than most answers, and leaves the thread's caches cold. Only while answers come as
 * quickly as this: whoever waits for slow tools, or on a busy machine, sleeps at once.
 */
const MAX_LOOK_MS = 0.3;
const LOOKS_BETWEEN_CLOCKS = 200;

/** What takes longer comes through the event loop, whose timers must have their turn. */
const MAX_WAIT_MS = 100;

/** What a thread says once, when it can take its first execution. */
export const READY = "ready";

/** What a thread says when its engine has lost a native thread, and this one cannot be joined. */
export const LOST = "lost";

/**
 * Turns this thread into a runner; the whole program of an engine's worker entry. The engine
 * calls `lost` when something native in it will never end.
 */
export async function serveWorker<Options>(
  createEngine: (options: Options, lost: () => void) => Promise<Engine>,
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("serveWorker() runs in a worker thread only");
  const { control } = workerData as WorkerSetup;
  const words = new Int32Array(control);
  const answers = new Answers(port, words);
  const endpoint = new RunnerEndpoint({
    engine: await createEngine(await firstMessage<Options>(port), () => port.postMessage(LOST)),
    send: (message) => {
      waitWhileHeld(words);
      port.postMessage(message);
    },
    shouldStop: () => Atomics.load(words, Control.Stop) !== 0,
    receiveNow: () => answers.next(),
    values: "text",
  });
  const canWait = canReceiveNow(port);
  port.on("message", (message) => {
    endpoint.receive(message);
    // Cheaper than going back to the event loop for every answer, and the thread stays awake.
    while (canWait && endpoint.awaitsHost) {
      const next = answers.next(MAX_WAIT_MS);
      if (next === undefined) return;
      endpoint.receive(next);
    }
  });
  port.postMessage(READY);
}

/** What the engine is made from: sent while the thread starts, and not before it is there. */
function firstMessage<Options>(port: MessagePort): Promise<Options> {
  return new Promise((resolve) => port.once("message", resolve));
}

/** Deno's threads hear their host by events alone. Nothing is lost: nobody speaks before READY. */
function canReceiveNow(port: MessagePort): boolean {
  try {
    receiveMessageOnPort(port);
    return true;
  } catch {
    return false;
  }
}

/** The guest stands still while what it said before has not been taken. */
function waitWhileHeld(words: Int32Array): void {
  while (Atomics.load(words, Control.Hold) !== 0 && Atomics.load(words, Control.Stop) === 0) {
    Atomics.wait(words, Control.Hold, 1);
  }
}

/** Waits for what the host sends, or for the stop word. */
class Answers {
  readonly #port: MessagePort;
  readonly #words: Int32Array;
  #comeQuickly = true;

  constructor(port: MessagePort, words: Int32Array) {
    this.#port = port;
    this.#words = words;
  }

  /** The host's next message; `undefined` when the run must stop, or after so many milliseconds. */
  next(maxWaitMs = Number.POSITIVE_INFINITY): unknown {
    const givenUpAt = performance.now() + maxWaitMs;
    for (;;) {
      // Read before looking: a message that comes in between makes the wait return at once.
      const sent = Atomics.load(this.#words, Control.Sent);
      const received = receiveMessageOnPort(this.#port);
      if (received !== undefined) return received.message;
      if (Atomics.load(this.#words, Control.Stop) !== 0) return undefined;
      if (!this.#wait(sent, givenUpAt)) return undefined;
    }
  }

  /** Until the host has sent something more; false when that took too long. */
  #wait(sent: number, givenUpAt: number): boolean {
    const end = performance.now() + MAX_LOOK_MS;
    if (this.#comeQuickly) this.#lookOut(sent, end);
    const left = givenUpAt - performance.now();
    const word = Atomics.wait(this.#words, Control.Sent, sent, left);
    this.#comeQuickly = performance.now() < end;
    return word !== "timed-out";
  }

  #lookOut(sent: number, end: number): void {
    do {
      for (let looks = LOOKS_BETWEEN_CLOCKS; looks > 0; looks--) {
        if (Atomics.load(this.#words, Control.Sent) !== sent) return;
      }
    } while (performance.now() < end);
  }
}
