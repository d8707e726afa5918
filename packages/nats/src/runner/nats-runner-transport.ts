import {
  decodeMessage,
  encodeMessage,
  Listeners,
  type RunnerMessage,
  type RunnerTransport,
} from "@execbox/protocol";
import { MAX_MISSES, PacketLink, type Wire } from "../wire/packet-link.js";

/** The runner's end of a session on NATS; it carries one execution. */
export class NatsRunnerTransport implements RunnerTransport {
  readonly #link: PacketLink;
  readonly #messages = new Listeners<[unknown]>();
  readonly #closed = new Listeners<[]>();
  readonly #expiry: ReturnType<typeof setTimeout>;
  readonly #acceptedAt = performance.now();
  readonly #startWithinMs: number;
  #begun = false;
  #done = false;

  constructor(wire: Wire, heartbeatMs: number) {
    this.#link = new PacketLink(wire, heartbeatMs, {
      onFrame: (bytes) => this.#receiveFrame(bytes),
      onEnd: () => this.#end(),
    });
    this.#startWithinMs = MAX_MISSES * heartbeatMs;
    // A host that took a slot and does not use it has lost it.
    this.#expiry = setTimeout(() => this.#link.fail("no execution came"), 2 * this.#startWithinMs);
  }

  /** Settles when everything has been said. */
  get over(): Promise<void> {
    return this.#link.over;
  }

  readonly onMessage = this.#messages.add;
  readonly onClose = this.#closed.add;

  send(message: RunnerMessage): void {
    if (!this.#link.open) throw new Error("the host of this session is gone");
    this.#link.send(encodeMessage(message));
    if (message.type !== "done") return;
    this.#done = true;
    this.#link.finish();
  }

  receive(data: Uint8Array): void {
    this.#link.receive(data);
  }

  unheard(): void {
    this.#link.unheard();
  }

  /** Ends the session; a host that has had its `done` needs no other word. */
  close(reason: string): void {
    clearTimeout(this.#expiry);
    if (this.#done) this.#link.finish();
    else this.#link.close(reason);
  }

  /** Ends the session from here, for both sides. */
  abort(reason: string): void {
    this.#link.fail(reason);
  }

  #receiveFrame(bytes: Uint8Array): void {
    if (!this.#begun && !this.#begin()) return;
    let message: unknown;
    try {
      message = decodeMessage(Buffer.from(bytes).toString("utf8"));
    } catch (error) {
      this.#link.fail((error as Error).message);
      return;
    }
    this.#messages.emit(message);
  }

  /**
   * A process that stood still finds, when it goes on, executions whose host gave up long ago and
   * went to another runner. A host waits at least this long after it was accepted: what is later
   * must not be started any more.
   */
  #begin(): boolean {
    this.#begun = true;
    clearTimeout(this.#expiry);
    if (performance.now() - this.#acceptedAt < this.#startWithinMs) return true;
    this.#link.fail("the execution came too late to be started");
    return false;
  }

  #end(): void {
    clearTimeout(this.#expiry);
    this.#closed.emit();
  }
}
