import type { DispatcherMessage, RunnerMessage } from "./messages.js";
import { type HostTransport, Listeners, type RunnerTransport } from "./transport.js";

/** Both ends of a link inside one thread. */
export interface LoopbackLink {
  host: HostTransport;
  runner: RunnerTransport & {
    /** The host's next message, now: whatever waits for the host is handed over first. */
    receiveNow(): unknown;
  };
}

/**
 * Connects a host and a runner in one thread. Messages are handed over by reference, in order,
 * and not during `send`: a handler runs on an empty stack of the other side, as it would behind
 * a real wire, so that no tool runs inside the engine's own call. `receiveNow` is the exception,
 * for a guest that stands still until the host has answered.
 */
export function createLoopback(): LoopbackLink {
  const closed = new Listeners<[]>();
  const errors = new Listeners<[Error]>();
  const toHost = new Queue<RunnerMessage>();
  const toRunner = new Queue<DispatcherMessage>();

  const close = () => {
    if (toHost.closed) return;
    toHost.close();
    toRunner.close();
    closed.emit();
  };

  return {
    host: {
      send: (message) => toRunner.push(message),
      onMessage: toHost.listeners.add,
      // The far side cannot vanish on its own: it lives in this thread.
      onClose: () => () => {},
      onError: errors.add,
      dispose: close,
      terminate: close,
    },
    runner: {
      send: (message) => toHost.push(message),
      onMessage: toRunner.listeners.add,
      onClose: closed.add,
      receiveNow: () => {
        toHost.flush();
        return toRunner.shift();
      },
    },
  };
}

/** Messages on their way in one direction. */
class Queue<Message> {
  readonly listeners = new Listeners<[unknown]>();
  readonly #waiting: Message[] = [];
  #scheduled = false;
  closed = false;

  push(message: Message): void {
    if (this.closed) return;
    this.#waiting.push(message);
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => this.flush());
  }

  flush(): void {
    this.#scheduled = false;
    for (let message = this.shift(); message !== undefined; message = this.shift()) {
      this.listeners.emit(message);
    }
  }

  shift(): Message | undefined {
    return this.#waiting.shift();
  }

  close(): void {
    this.closed = true;
    this.#waiting.length = 0;
  }
}
