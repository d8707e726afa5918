import { describe } from "@execbox/core";
import type { HostTransport } from "@execbox/protocol";
import type { NatsConnection } from "@nats-io/transport-node";
import { assertFleetOptions, connectToNats, type FleetOptions } from "../connection.js";
import { FleetView } from "../fleet/fleet-view.js";
import { HEARTBEAT_MS } from "../wire/admission.js";
import { assertLabels, type Labels } from "../wire/labels.js";
import { randomToken, subjectsOf } from "../wire/subjects.js";
import { Dispatcher } from "./dispatcher.js";
import { Mailbox } from "./mailbox.js";

/** How a host uses a fleet. */
export interface NatsTransportOptions extends FleetOptions {
  /** What a runner must have to be given an execution. Default: nothing. */
  labels?: Labels;
  /**
   * How long an execution may wait for a free slot; keep it below `connectTimeoutMs` of the
   * executor. Default 20,000.
   */
  maxWaitMs?: number;
  /**
   * How often host and runner give a sign of life. A runner that dies, hangs or is cut off is
   * noticed within five of these. Default 1,000.
   */
  heartbeatMs?: number;
}

/**
 * Opens a session on some runner of a fleet: the `connectTransport` of `RemoteExecutor` and
 * `createRemoteCodeRunner`. It owns a connection to NATS, made when the first session is wanted;
 * whoever made it closes it.
 */
export interface NatsTransport {
  (signal?: AbortSignal): Promise<HostTransport>;
  /** An execution whose runner was lost before it said anything may go to this many runners. */
  readonly attempts: number;
  /** The same fleet and connection with another demand on labels. */
  withLabels(labels: Labels): NatsTransport;
  /** Ends the connection, and with it every session. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const ATTEMPTS = 3;
const OWN_OPTIONS = ["labels", "maxWaitMs", "heartbeatMs"];

/**
 * Connects executors to a fleet of runners on NATS.
 *
 * @example
 * const fleet = natsTransport({ servers: "nats://127.0.0.1:4222", labels: { region: "eu" } });
 * const executor = new RemoteExecutor({ connectTransport: fleet });
 * await executor.execute("1 + 1");
 * await fleet.close();
 */
export function natsTransport(options: NatsTransportOptions): NatsTransport {
  assertFleetOptions("options", options, OWN_OPTIONS);
  const { labels = {}, maxWaitMs = 20_000, heartbeatMs = 1_000 } = options;
  assertLabels("options.labels", labels);
  assertMs("maxWaitMs", maxWaitMs, 0, 2 ** 31 - 1);
  assertMs("heartbeatMs", heartbeatMs, HEARTBEAT_MS.least, HEARTBEAT_MS.most);
  return toTransport(new FleetClient({ ...options, maxWaitMs, heartbeatMs }), labels);
}

function toTransport(client: FleetClient, demand: Labels): NatsTransport {
  const never = new AbortController().signal;
  const connect = (signal: AbortSignal = never) => client.place(demand, signal);
  return Object.assign(connect, {
    attempts: ATTEMPTS,
    withLabels: (labels: Labels) => {
      assertLabels("labels", labels);
      return toTransport(client, labels);
    },
    close: () => client.close(),
    [Symbol.asyncDispose]: () => client.close(),
  });
}

interface Opened {
  connection: NatsConnection;
  view: FleetView;
  dispatcher: Dispatcher;
}

/** A host's connection to a fleet: opened once, when first needed. */
class FleetClient {
  readonly #options: NatsTransportOptions & { maxWaitMs: number; heartbeatMs: number };
  #opening: Promise<Opened> | undefined;
  #closed = false;

  constructor(options: NatsTransportOptions & { maxWaitMs: number; heartbeatMs: number }) {
    this.#options = options;
  }

  async place(demand: Labels, signal: AbortSignal): Promise<HostTransport> {
    if (this.#closed) throw new Error("this connection to the fleet is closed; make a new one");
    this.#opening ??= this.#open();
    try {
      const { dispatcher } = await this.#opening;
      return await dispatcher.place(demand, signal);
    } catch (error) {
      await this.#forgetFailure();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const opened = await this.#opening?.catch(() => undefined);
    opened?.view.close();
    await opened?.connection.close();
  }

  async #open(): Promise<Opened> {
    const { queue = "default", name = "host", maxWaitMs, heartbeatMs } = this.#options;
    const connection = await connectToNats(this.#options, `execbox host ${name}`);
    const subjects = subjectsOf(queue);
    const mailbox = new Mailbox(connection, subjects, { name, instance: randomToken() });
    const view = new FleetView(connection, subjects, mailbox);
    const context = { connection, subjects, mailbox };
    const dispatcher = new Dispatcher(context, view, { queue, maxWaitMs, heartbeatMs });
    return { connection, view, dispatcher };
  }

  /** A connection that could not be opened is tried again by the next execution. */
  async #forgetFailure(): Promise<void> {
    const opening = this.#opening;
    const failed = await opening?.then(
      () => false,
      () => true,
    );
    if (failed && this.#opening === opening) this.#opening = undefined;
  }
}

function assertMs(key: string, value: unknown, least: number, most: number): void {
  if (typeof value === "number" && value >= least && value <= most) return;
  throw new TypeError(
    `options.${key} must be milliseconds from ${least} to ${most}, got ${describe(value)}`,
  );
}
