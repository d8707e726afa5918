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
  /** Two `Int32`: whether the run must stop, and how many messages the host has sent. */
  control: SharedArrayBuffer;
}

/** The words of the control block. */
export const Control = { Stop: 0, Sent: 1, Hold: 2, Bytes: 12 } as const;

/** Some tens of microseconds of looking; measured: 24 µs a call instead of 60. */
const MAX_LOOKS = 10_000;

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
  const endpoint = new RunnerEndpoint({
    engine: await createEngine(await firstMessage<Options>(port), () => port.postMessage(LOST)),
    send: (message) => {
      waitWhileHeld(words);
      port.postMessage(message);
    },
    shouldStop: () => Atomics.load(words, Control.Stop) !== 0,
    receiveNow: () => waitForMessage(port, words),
    values: "text",
  });
  port.on("message", (message) => endpoint.receive(message));
  port.postMessage(READY);
}

/** What the engine is made from: sent while the thread starts, and not before it is there. */
function firstMessage<Options>(port: MessagePort): Promise<Options> {
  return new Promise((resolve) => port.once("message", resolve));
}

/** The guest stands still while what it said before has not been taken. */
function waitWhileHeld(words: Int32Array): void {
  while (Atomics.load(words, Control.Hold) !== 0 && Atomics.load(words, Control.Stop) === 0) {
    Atomics.wait(words, Control.Hold, 1);
  }
}

/** Sleeps until the host has sent something, or has set the stop word. */
function waitForMessage(port: MessagePort, words: Int32Array): unknown {
  for (;;) {
    // Read before looking: a message that comes in between makes the wait return at once.
    const sent = Atomics.load(words, Control.Sent);
    const received = receiveMessageOnPort(port);
    if (received !== undefined) return received.message;
    if (Atomics.load(words, Control.Stop) !== 0) return undefined;
    // Falling asleep and being woken takes longer than most answers: look out for it first.
    let looks = MAX_LOOKS;
    while (looks-- > 0 && Atomics.load(words, Control.Sent) === sent);
    Atomics.wait(words, Control.Sent, sent);
  }
}
