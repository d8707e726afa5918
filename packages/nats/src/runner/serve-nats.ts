import { describe } from "@execbox/core";
import type { RunnerTransport } from "@execbox/protocol";
import type { Msg, NatsConnection, Subscription } from "@nats-io/transport-node";
import { assertFleetOptions, connectToNats, type FleetOptions, isUnheard } from "../connection.js";
import { type Advert, readOffer } from "../wire/admission.js";
import { assertLabels, classOf, type Labels } from "../wire/labels.js";
import { type AnswerKind, answerPacket, Kind } from "../wire/packets.js";
import {
  type Address,
  OFFER,
  RUNNERS,
  randomToken,
  type Subjects,
  subjectsOf,
  tokenOf,
} from "../wire/subjects.js";
import { Meter } from "./meter.js";
import { NatsRunnerTransport } from "./nats-runner-transport.js";
import { type OpenOffer, Slots } from "./slots.js";

/** How a runner joins a fleet. */
export interface NatsRunnerOptions extends FleetOptions {
  /** What executions may demand of this runner. Default: nothing. */
  labels?: Labels;
  /** How many executions it takes at once. */
  slots: number;
  /** Serves one session to its end, as `RunnerHost.serve` does; must not reject. */
  serve: (transport: RunnerTransport) => Promise<void>;
  /** How often the runner says that it is there. Default 1,000. */
  advertiseMs?: number;
}

const OWN_OPTIONS = ["labels", "slots", "serve", "advertiseMs"];

/**
 * Joins a fleet: takes executions from the queue while slots are free, and serves each on subjects
 * of its own.
 *
 * @example
 * const host = new RunnerHost({ openLink, maxSessions: 2 * slots });
 * const runner = await serveNats({ servers, slots, serve: (transport) => host.serve(transport) });
 * process.once("SIGTERM", () => runner.drain());
 * await runner.closed;
 */
export async function serveNats(options: NatsRunnerOptions): Promise<NatsRunner> {
  assertFleetOptions("options", options, OWN_OPTIONS);
  const { labels = {}, slots, name = "runner" } = options;
  assertLabels("options.labels", labels);
  if (!Number.isInteger(slots) || slots < 1 || slots > 65_536) {
    throw new TypeError(
      `options.slots must be a whole number from 1 to 65536, got ${describe(slots)}`,
    );
  }
  return new NatsRunner(await connectToNats(options, `execbox runner ${name}`), options);
}

/** A runner that is part of a fleet. */
export class NatsRunner {
  /** Where it is in the fleet. */
  readonly address: Address;
  /** Settles when the runner has left the fleet, with the error that ended its connection if one did. */
  readonly closed: Promise<Error | undefined>;
  readonly #connection: NatsConnection;
  readonly #subjects: Subjects;
  readonly #labels: Labels;
  readonly #slotCount: number;
  readonly #advertiseMs: number;
  readonly #serve: NatsRunnerOptions["serve"];
  readonly #sessions = new Map<string, NatsRunnerTransport>();
  readonly #slots: Slots;
  readonly #meter = new Meter();
  readonly #adverts: ReturnType<typeof setInterval>;
  #group: Subscription | undefined;
  #failure: Error | undefined;
  #idle: (() => void)[] = [];

  /** Use `serveNats`. The connection belongs to the runner from here on. */
  constructor(connection: NatsConnection, options: NatsRunnerOptions) {
    const { queue = "default", name = "runner", labels = {}, slots, advertiseMs } = options;
    this.address = { name, instance: randomToken() };
    this.#connection = connection;
    this.#subjects = subjectsOf(queue);
    this.#labels = labels;
    this.#slotCount = slots;
    this.#serve = options.serve;
    this.#advertiseMs = advertiseMs ?? 1_000;
    this.#slots = new Slots(slots, {
      accept: (offer) => void this.#accept(offer),
      refuse: ({ reply }, reason) => this.#answer(reply, Kind.Refuse, { reason }),
      keep: ({ reply, patienceMs }) => {
        this.#answer(reply, Kind.Keep, {});
        setTimeout(() => this.#slots.expire(performance.now()), patienceMs + 2).unref();
      },
      listen: (wanted) => this.#joinGroup(wanted),
    });
    this.closed = connection.closed().then((error) => {
      clearInterval(this.#adverts);
      return this.#failure ?? (error instanceof Error ? error : undefined);
    });
    this.#listen(this.#subjects.runner(this.address, "*"), (message) => this.#deliver(message));
    this.#listen(this.#subjects.ping, ({ reply }) => {
      if (this.#subjects.isHost(reply)) connection.publish(reply, this.#advert());
    });
    this.#slots.open();
    this.#adverts = setInterval(() => this.#advertise(), this.#advertiseMs);
    this.#advertise();
  }

  /** How many sessions there are. */
  get running(): number {
    return this.#slots.taken;
  }

  /**
   * Takes no more executions, and leaves the fleet when the last has ended; when `signal` aborts,
   * what still runs is ended.
   */
  async drain(signal?: AbortSignal): Promise<void> {
    this.#slots.drain();
    this.#advertise();
    const hurry = () => this.#endSessions();
    signal?.addEventListener("abort", hurry, { once: true });
    if (signal?.aborted) hurry();
    if (this.#slots.taken > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
    signal?.removeEventListener("abort", hurry);
    await this.#leave();
  }

  /** Leaves the fleet at once; hosts of running sessions are told. */
  async close(): Promise<void> {
    this.#slots.drain();
    this.#endSessions();
    await this.#leave();
  }

  #endSessions(): void {
    for (const session of this.#sessions.values()) session.abort("the runner was shut down");
  }

  async #leave(): Promise<void> {
    clearInterval(this.#adverts);
    if (this.#connection.isClosed()) return;
    this.#advertise(true);
    // Everything that was said must be with the server before the socket goes.
    await this.#connection.drain().catch(() => this.#connection.close());
  }

  #listen(subject: string, handle: (message: Msg) => void, queue?: string): Subscription {
    return this.#connection.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback: (error, message) => {
        if (error === null) handle(message);
        else this.#fail(error);
      },
    });
  }

  /** Without one of its subscriptions a runner would look as if it served. */
  #fail(error: Error): void {
    this.#failure ??= new Error(`NATS refused this runner a subscription: ${error.message}`);
    void this.#connection.close();
  }

  /**
   * Only runners with a free slot are members: NATS need not ask the others. An offer that is on
   * its way while the runner leaves is still delivered, and refused: its host waits for an answer.
   */
  #joinGroup(wanted: boolean): void {
    this.#group?.drain().catch(() => {});
    this.#group = wanted
      ? this.#listen(
          this.#subjects.offer(classOf(this.#labels)),
          (message) => this.#takeOffer(message),
          RUNNERS,
        )
      : undefined;
  }

  #deliver(message: Msg): void {
    const token = tokenOf(message.subject);
    if (token === OFFER) {
      this.#takeOffer(message);
      return;
    }
    const session = this.#sessions.get(token);
    if (isUnheard(message)) session?.unheard();
    else session?.receive(message.data);
  }

  #takeOffer({ data, reply }: Msg): void {
    const offer = readOffer(data);
    // A reply elsewhere would make this runner speak where its host may not.
    if (offer === undefined || !this.#subjects.isHost(reply)) return;
    this.#slots.offer({ ...offer, reply }, performance.now());
  }

  #answer(reply: string, kind: AnswerKind, body: object): void {
    if (!this.#connection.isClosed()) this.#connection.publish(reply, answerPacket(kind, body));
  }

  async #accept({ reply, heartbeatMs }: OpenOffer): Promise<void> {
    const token = randomToken();
    const to = this.#subjects.runner(this.address, token);
    const startedAt = performance.now();
    const session = new NatsRunnerTransport(
      {
        publish: (packet, needed) =>
          this.#connection.publish(reply, packet, needed ? { reply: to } : undefined),
        maxPayload: () => this.#connection.info?.max_payload ?? 0,
      },
      heartbeatMs,
    );
    this.#sessions.set(token, session);
    this.#connection.publish(reply, answerPacket(Kind.Accept, { to }), { reply: to });
    await this.#serve(session);
    session.close("the runner ended the session");
    await session.over;
    this.#sessions.delete(token);
    const now = performance.now();
    this.#meter.record(now - startedAt, now);
    this.#slots.free(now);
    if (this.#slots.taken === 0) for (const wake of this.#idle.splice(0)) wake();
  }

  #advertise(gone = false): void {
    if (this.#connection.isClosed()) return;
    this.#connection.publish(this.#subjects.advert(this.address), this.#advert(gone));
  }

  #advert(gone = false): string {
    const advert: Advert = {
      ...this.address,
      labels: this.#labels,
      slots: this.#slotCount,
      running: this.#slots.taken,
      waiting: this.#slots.waiting,
      draining: this.#slots.draining,
      gone,
      everyMs: this.#advertiseMs,
      ...this.#meter.read(performance.now()),
    };
    return JSON.stringify(advert);
  }
}
