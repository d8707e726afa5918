import { Listeners } from "@execbox/protocol";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Mailbox } from "../host/mailbox.js";
import { readAdvert } from "../wire/admission.js";
import { PING, type Subjects } from "../wire/subjects.js";
import { Directory } from "./directory.js";

/** How long the answers to a ping may take before the directory counts as complete. */
const DISCOVERY_MS = 500;
const SWEEP_MS = 5_000;

/**
 * Keeps a directory up to date: asks who is there when the connection begins and whenever it came
 * back, and listens to adverts.
 */
export class FleetView {
  readonly directory = new Directory();
  readonly #connection: NatsConnection;
  readonly #subjects: Subjects;
  readonly #pingReply: string;
  readonly #changes = new Listeners<[]>();
  readonly #sweeper: ReturnType<typeof setInterval>;
  #complete = false;
  #deadline: ReturnType<typeof setTimeout> | undefined;

  constructor(connection: NatsConnection, subjects: Subjects, mailbox: Mailbox) {
    this.#connection = connection;
    this.#subjects = subjects;
    this.#pingReply = mailbox.open(
      { receive: (data) => this.#take(data), unheard: () => this.#completed() },
      PING,
    );
    connection.subscribe(subjects.adverts, {
      callback: (error, message) => {
        if (error === null) this.#take(message.data);
      },
    });
    this.#sweeper = setInterval(() => this.directory.forget(performance.now()), SWEEP_MS);
    this.#sweeper.unref();
    this.#ask();
    void this.#askAgain();
  }

  /** Whether every runner has had the time to say that it is there. */
  get complete(): boolean {
    return this.#complete;
  }

  /** Told of every advert, and when the directory is complete. */
  readonly onChange = this.#changes.add;

  close(): void {
    clearInterval(this.#sweeper);
    clearTimeout(this.#deadline);
  }

  /** Runners may have come, and adverts been missed, while there was no connection. */
  async #askAgain(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === "reconnect") this.#ask();
    }
  }

  #ask(): void {
    this.#complete = false;
    this.#connection.publish(this.#subjects.ping, undefined, { reply: this.#pingReply });
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#completed(), DISCOVERY_MS);
  }

  #completed(): void {
    clearTimeout(this.#deadline);
    this.#complete = true;
    this.#changes.emit();
  }

  #take(data: Uint8Array): void {
    const advert = readAdvert(data);
    if (advert === undefined) return;
    this.directory.take(advert, performance.now());
    this.#changes.emit();
  }
}
