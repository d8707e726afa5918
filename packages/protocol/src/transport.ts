import type { DispatcherMessage, RunnerMessage } from "./messages.js";

/** Ends a subscription. */
export type Unsubscribe = () => void;

/**
 * The host's end of a link to one runner. Messages are plain objects; framing, size limits and
 * decoding are the transport's business (`decodeFrame` does the last two).
 *
 * A transport neither inspects nor repairs messages: what it could decode it hands over, what
 * it could not it reports through `onError`, and the session decides.
 */
export interface HostTransport {
  send(message: DispatcherMessage): void;
  /** `message` is whatever came; the session checks it. */
  onMessage(handler: (message: unknown) => void): Unsubscribe;
  /** Called once, when the runner's side is gone and nobody here asked for it. */
  onClose(handler: () => void): Unsubscribe;
  onError(handler: (error: Error) => void): Unsubscribe;
  /** Asks the far side to hold back what it would say, where that is possible. */
  holdBack?(held: boolean): void;
  /** Closes politely: what was sent still goes out. */
  dispose(): void | Promise<void>;
  /** Closes at once and stops the far side by force where that is possible. */
  terminate(): void | Promise<void>;
}

/** The runner's end of a link. */
export interface RunnerTransport {
  send(message: RunnerMessage): void;
  onMessage(handler: (message: unknown) => void): Unsubscribe;
  onClose(handler: () => void): Unsubscribe;
  /** Called with true when what was sent piles up here, with false when that is over. */
  onCongestion?(handler: (congested: boolean) => void): Unsubscribe;
}

/**
 * What a transport reports when the kernel ended its runner for its memory; a run on it is
 * `memory_limit` then. Only the host's own look at the machine gives this, never a runner's word.
 */
export class RunnerOutOfMemory extends Error {
  override name = "RunnerOutOfMemory";

  constructor() {
    super("the runner used more memory than it may have and was ended");
  }
}

/** A set of handlers that can be subscribed to, for writing transports. */
export class Listeners<Args extends unknown[]> {
  readonly #handlers = new Set<(...args: Args) => void>();

  readonly add = (handler: (...args: Args) => void): Unsubscribe => {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  };

  emit(...args: Args): void {
    for (const handler of this.#handlers) handler(...args);
  }
}
