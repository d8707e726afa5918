import {
  type DispatcherMessage,
  decodeMessage,
  encodeMessage,
  type HostTransport,
  Listeners,
  type Unsubscribe,
} from "@execbox/protocol";
import { PacketLink, type Wire } from "../wire/packet-link.js";
import type { Recipient } from "./mailbox.js";

/** What a host's end of a session is made of. */
export interface HostEnd {
  wire: Wire;
  heartbeatMs: number;
  /** The runner, for messages. */
  runner: string;
  /** Called once, when nothing more can come. */
  onOver(): void;
}

/** The host's end of a session on NATS. */
export class NatsHostTransport implements HostTransport, Recipient {
  readonly #link: PacketLink;
  readonly #runner: string;
  readonly #onOver: () => void;
  readonly #messages = new Listeners<[unknown]>();
  readonly #closed = new Listeners<[]>();
  readonly #errors = new Listeners<[Error]>();
  #lost: Error | undefined;
  #id = "";
  #heard = false;
  #done = false;

  constructor({ wire, heartbeatMs, runner, onOver }: HostEnd) {
    this.#runner = runner;
    this.#onOver = onOver;
    this.#link = new PacketLink(wire, heartbeatMs, {
      onFrame: (bytes) => this.#receiveFrame(bytes),
      onEnd: (reason) => this.#end(reason),
    });
  }

  readonly onMessage = this.#messages.add;
  readonly onClose = this.#closed.add;

  /** A session may be lost before anybody listens; whoever comes later is told so. */
  onError(handler: (error: Error) => void): Unsubscribe {
    const lost = this.#lost;
    if (lost !== undefined) queueMicrotask(() => handler(lost));
    return this.#errors.add(handler);
  }

  send(message: DispatcherMessage): void {
    if (!this.#link.open) throw this.#lost ?? new Error("the session is closed");
    if (message.type === "execute") this.#id = message.id;
    this.#link.send(encodeMessage(message));
  }

  dispose(): void {
    this.#leave();
  }

  terminate(): void {
    this.#leave();
  }

  receive(data: Uint8Array): void {
    this.#link.receive(data);
  }

  unheard(): void {
    this.#link.unheard();
  }

  #leave(): void {
    if (this.#link.open) this.#onOver();
    // After `done` the runner has let go already.
    if (this.#done) this.#link.finish();
    else this.#link.close("the host ended the session");
  }

  #receiveFrame(bytes: Uint8Array): void {
    let message: unknown;
    try {
      message = decodeMessage(Buffer.from(bytes).toString("utf8"));
    } catch (error) {
      this.#link.fail((error as Error).message);
      return;
    }
    this.#heard = true;
    if ((message as { type?: unknown } | null)?.type === "done") this.#done = true;
    this.#messages.emit(message);
  }

  #end(reason: string): void {
    this.#lost = new Error(`the session on runner ${this.#runner} was lost: ${reason}`);
    this.#onOver();
    // What the runner said got lost, but it said something: the execution may not run elsewhere.
    if (this.#link.spoken && !this.#heard) {
      this.#messages.emit({ type: "started", id: this.#id });
    }
    this.#errors.emit(this.#lost);
  }
}
