import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { isUnheard } from "../connection.js";
import { closePacket, Kind, readPacket } from "../wire/packets.js";
import { type Address, randomToken, type Subjects, tokenOf } from "../wire/subjects.js";

/** Whoever waits for what comes under one token. */
export interface Recipient {
  receive(data: Uint8Array): void;
  /** Something was sent from here and nobody listened. */
  unheard(): void;
}

/**
 * Everything that is said to one host, told apart by the last token of the subject. One
 * subscription from the start: a new one a session would race with its first message.
 */
export class Mailbox {
  readonly #connection: NatsConnection;
  readonly #subjects: Subjects;
  readonly #address: Address;
  readonly #recipients = new Map<string, Recipient>();
  /** Why nothing will ever come in here, if NATS said so. */
  problem: string | undefined;

  constructor(connection: NatsConnection, subjects: Subjects, address: Address) {
    this.#connection = connection;
    this.#subjects = subjects;
    this.#address = address;
    connection.subscribe(subjects.host(address, "*"), {
      callback: (error, message) => {
        if (error === null) this.#deliver(message);
        else this.problem = error.message;
      },
    });
  }

  /** Makes a subject for `recipient`; without a token of its own it cannot be guessed. */
  open(recipient: Recipient, token = randomToken()): string {
    this.#recipients.set(token, recipient);
    return this.#subjects.host(this.#address, token);
  }

  close(subject: string): void {
    this.#recipients.delete(tokenOf(subject));
  }

  #deliver(message: Msg): void {
    const recipient = this.#recipients.get(tokenOf(message.subject));
    if (recipient === undefined) this.#turnAway(message.data);
    else if (isUnheard(message)) recipient.unheard();
    else recipient.receive(message.data);
  }

  /** A runner that takes an offer nobody waits for any more must not keep a slot for it. */
  #turnAway(data: Uint8Array): void {
    const packet = data[0] === Kind.Accept ? readPacket(data) : undefined;
    if (packet?.kind !== Kind.Accept) return;
    const { to } = packet.body as { to?: unknown };
    if (this.#subjects.isRunner(to)) {
      this.#connection.publish(to, closePacket(0, "the offer was withdrawn"));
    }
  }
}
