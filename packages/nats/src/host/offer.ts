import type { NatsConnection } from "@nats-io/transport-node";
import type { Offer } from "../wire/admission.js";
import { Kind, readPacket } from "../wire/packets.js";
import type { Subjects } from "../wire/subjects.js";
import type { Mailbox, Recipient } from "./mailbox.js";
import { NatsHostTransport } from "./nats-host-transport.js";

/** What came of an offer. */
export type OfferOutcome =
  | { type: "accepted"; transport: NatsHostTransport }
  /** Nobody listens: no runner of the group has a free slot, or the one runner is gone. */
  | { type: "unheard" }
  /** Whoever got it has no slot left, or kept it and none was free in time. */
  | { type: "refused" }
  /** It was delivered, and nobody said anything. */
  | { type: "silent" };

/** What an offer needs of its host. */
export interface OfferContext {
  connection: NatsConnection;
  subjects: Subjects;
  mailbox: Mailbox;
}

/** A runner that kept an offer says when it lets it go; one that is gone by then does not. */
const LATE_MS = 500;

/** Offers an execution to whoever listens on `subject`. Rejects only when `signal` aborts. */
export function makeOffer(
  context: OfferContext,
  subject: string,
  offer: Offer,
  answerMs: number,
  signal: AbortSignal,
): Promise<OfferOutcome> {
  return new Promise((resolve, reject) => {
    let settled = false;
    const cleanUp = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
    const settle = (outcome: OfferOutcome) => {
      if (settled) return;
      settled = true;
      cleanUp();
      // An accepted session goes on under the same subject.
      if (outcome.type !== "accepted") context.mailbox.close(reply);
      resolve(outcome);
    };
    const abort = () => {
      settled = true;
      cleanUp();
      context.mailbox.close(reply);
      reject(new Error("aborted while waiting for a runner"));
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => settle({ type: "refused" }), offer.patienceMs + LATE_MS);
    };
    const waiting = new Answer(context, offer.heartbeatMs, settle, wait);
    const reply = context.mailbox.open(waiting);
    waiting.subject = reply;
    // A host that was held up finds its timer first, and then the answer: it looks before it judges.
    let timer = setTimeout(() => setImmediate(() => settle({ type: "silent" })), answerMs);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    else context.connection.publish(subject, JSON.stringify(offer), { reply });
  });
}

/** Waits for the answer to an offer, and hands everything after it to the session. */
class Answer implements Recipient {
  /** Where the answer, and then the session, comes in. */
  subject = "";
  readonly #context: OfferContext;
  readonly #heartbeatMs: number;
  readonly #settle: (outcome: OfferOutcome) => void;
  readonly #wait: () => void;
  #session: NatsHostTransport | undefined;

  constructor(
    context: OfferContext,
    heartbeatMs: number,
    settle: (outcome: OfferOutcome) => void,
    wait: () => void,
  ) {
    this.#context = context;
    this.#heartbeatMs = heartbeatMs;
    this.#settle = settle;
    this.#wait = wait;
  }

  receive(data: Uint8Array): void {
    if (this.#session !== undefined) {
      this.#session.receive(data);
      return;
    }
    const packet = readPacket(data);
    if (packet?.kind === Kind.Accept) this.#accepted(packet.body);
    else if (packet?.kind === Kind.Refuse) this.#settle({ type: "refused" });
    else if (packet?.kind === Kind.Keep) this.#wait();
  }

  unheard(): void {
    if (this.#session !== undefined) this.#session.unheard();
    else this.#settle({ type: "unheard" });
  }

  #accepted(body: unknown): void {
    const { to } = body as { to?: unknown };
    const { connection, subjects, mailbox } = this.#context;
    if (!subjects.isRunner(to)) {
      this.#settle({ type: "refused" });
      return;
    }
    const { subject } = this;
    const [name, instance] = to.split(".").slice(-3);
    this.#session = new NatsHostTransport({
      wire: {
        publish: (packet, needed) =>
          connection.publish(to, packet, needed ? { reply: subject } : undefined),
        maxPayload: () => connection.info?.max_payload ?? 0,
      },
      heartbeatMs: this.#heartbeatMs,
      runner: `${name}.${instance}`,
      onOver: () => mailbox.close(subject),
    });
    this.#settle({ type: "accepted", transport: this.#session });
  }
}
