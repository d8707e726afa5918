import { assertFleetOptions, connectToNats, type FleetOptions } from "../connection.js";
import { Mailbox } from "../host/mailbox.js";
import type { Labels } from "../wire/labels.js";
import { randomToken, subjectsOf } from "../wire/subjects.js";
import { isThere } from "./directory.js";
import { FleetView } from "./fleet-view.js";

/** One runner as it last said it was. */
export interface RunnerStatus {
  name: string;
  instance: string;
  /** `lost` when its adverts have stopped without a goodbye. */
  state: "ready" | "full" | "draining" | "lost";
  labels: Labels;
  slots: number;
  running: number;
  /** Offers that wait for a slot. */
  waiting: number;
  /** Sessions that ended since it started. */
  ended: number;
  /** Sessions a second, over the last ten. */
  rate: number;
  /** The median time of its last sessions. */
  latencyMs: number;
  /** How long ago it was heard. */
  ageMs: number;
}

/** A look at a fleet. */
export interface FleetWatch {
  /** Settles when every runner that is there has had the time to say so. */
  readonly ready: Promise<void>;
  /** Every runner known, in the order of their names. */
  runners(): RunnerStatus[];
  close(): Promise<void>;
}

/**
 * Watches who is in a fleet and what they do.
 *
 * @example
 * const watch = await watchFleet({ servers: "nats://127.0.0.1:4222" });
 * await watch.ready;
 * console.table(watch.runners());
 * await watch.close();
 */
export async function watchFleet(options: FleetOptions): Promise<FleetWatch> {
  assertFleetOptions("options", options, []);
  const { queue = "default", name = "status" } = options;
  const connection = await connectToNats(options, `execbox ${name}`);
  const subjects = subjectsOf(queue);
  const mailbox = new Mailbox(connection, subjects, { name, instance: randomToken() });
  const view = new FleetView(connection, subjects, mailbox);
  return {
    ready: whenComplete(view),
    runners: () => list(view),
    close: async () => {
      view.close();
      await connection.close();
    },
  };
}

function whenComplete(view: FleetView): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!view.complete) return;
      off();
      resolve();
    };
    const off = view.onChange(look);
    look();
  });
}

function list(view: FleetView): RunnerStatus[] {
  const now = performance.now();
  return view.directory.runners().map((runner) => {
    const { everyMs: _, gone: __, draining, ...shown } = runner.advert;
    const full = shown.running >= shown.slots;
    const state = draining ? "draining" : full ? "full" : "ready";
    return { ...shown, state: isThere(runner, now) ? state : "lost", ageMs: now - runner.seenAt };
  });
}
