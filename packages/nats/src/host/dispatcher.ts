import type { HostTransport } from "@execbox/protocol";
import { isThere, type RunnerClass } from "../fleet/directory.js";
import type { FleetView } from "../fleet/fleet-view.js";
import { formatLabels, type Labels } from "../wire/labels.js";
import { OFFER } from "../wire/subjects.js";
import { Gate } from "./gate.js";
import { makeOffer, type OfferContext, type OfferOutcome } from "./offer.js";

/** How a host looks for runners. */
export interface DispatcherOptions {
  queue: string;
  maxWaitMs: number;
  heartbeatMs: number;
}

/** Executions of one demand that look for a runner at once; the others wait in line, here. */
const MAX_PLACING = 256;
/**
 * How long a busy runner keeps an offer before the host looks around again: in a large fleet another
 * slot is free soon, in a small one nobody should be asked all the time.
 */
const PATIENCE_MS = { first: 10, most: 400 } as const;
/** How long the answer to an offer may take, or one heartbeat if that is shorter. */
const MAX_ANSWER_MS = 500;
/** How many runners are asked, one after the other, before an offer is left with one. */
const MAX_ASKED = 4;
/** After everybody refused; half of it is chance, so that hosts do not come in step. */
const PAUSE_MS = 50;

/**
 * Finds runners for executions. Within a class of runners NATS decides: an offer goes to the queue
 * group, whose members are the runners with a free slot. When the group is empty, everybody is
 * busy, and the offer is left with one runner, which takes it when a slot is free.
 */
export class Dispatcher {
  readonly #context: OfferContext;
  readonly #view: FleetView;
  readonly #options: DispatcherOptions;
  readonly #gates = new Map<string, Gate>();

  constructor(context: OfferContext, view: FleetView, options: DispatcherOptions) {
    this.#context = context;
    this.#view = view;
    this.#options = options;
  }

  /** A session on a runner that has the labels. Rejects when there is none, or none in time. */
  async place(demand: Labels, signal: AbortSignal): Promise<HostTransport> {
    const patience = new AbortController();
    const giveUp = () => patience.abort();
    const timer = setTimeout(giveUp, this.#options.maxWaitMs);
    signal.addEventListener("abort", giveUp, { once: true });
    const gate = this.#gateOf(demand);
    try {
      if (signal.aborted) giveUp();
      await gate.enter(patience.signal);
      try {
        return await this.#search(demand, patience.signal);
      } finally {
        gate.leave();
      }
    } catch (error) {
      if (patience.signal.aborted && !signal.aborted) throw this.#waitedTooLong(demand);
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    }
  }

  async #search(demand: Labels, signal: AbortSignal): Promise<HostTransport> {
    for (let looks = 0; ; looks++) {
      // Whoever waits already stays when the last runner is being restarted.
      const classes = await this.#fitting(demand, looks > 0, signal);
      const transport =
        (await this.#offerToGroups(classes, signal)) ??
        (await this.#offerAround(classes, signal)) ??
        (await this.#offerToOne(classes, patienceFor(looks), signal));
      if (transport !== undefined) return transport;
      await pause(PAUSE_MS * (0.5 + Math.random() / 2), signal);
    }
  }

  /** The classes that fit; refuses at once when it is known that there are none. */
  async #fitting(demand: Labels, wait: boolean, signal: AbortSignal): Promise<RunnerClass[]> {
    for (;;) {
      signal.throwIfAborted();
      const classes = this.#view.directory.fitting(demand);
      const { problem } = this.#context.mailbox;
      if (classes.length > 0 && problem === undefined) return classes;
      if (this.#view.complete && !wait) throw this.#nobodyFits(demand);
      await this.#change(signal);
    }
  }

  async #offerToGroups(
    classes: readonly RunnerClass[],
    signal: AbortSignal,
  ): Promise<HostTransport | undefined> {
    for (const found of shuffledByRoom(classes)) {
      if (found.avoidUntil > performance.now()) continue;
      const outcome = await this.#offerToGroup(found, signal);
      if (outcome.type === "accepted") {
        found.avoidedFor = 0;
        return outcome.transport;
      }
      // A runner that stands still keeps its place in the group until NATS notices: go round it.
      if (outcome.type === "silent") this.#view.directory.avoid(found, performance.now());
    }
    return undefined;
  }

  /** Offers until somebody takes it or nobody is left; a member may have filled up in between. */
  async #offerToGroup({ id }: RunnerClass, signal: AbortSignal): Promise<OfferOutcome> {
    const subject = this.#context.subjects.offer(id);
    for (let count = 1; ; count++) {
      const outcome = await this.#offer(subject, 0, signal);
      if (outcome.type !== "refused" || count === MAX_ASKED) return outcome;
    }
  }

  /** Asks a few runners by name, in classes whose groups are avoided. */
  async #offerAround(
    classes: readonly RunnerClass[],
    signal: AbortSignal,
  ): Promise<HostTransport | undefined> {
    const avoided = classes.filter(({ avoidUntil }) => avoidUntil > performance.now());
    for (let count = 0; avoided.length > 0 && count < MAX_ASKED; count++) {
      const transport = await this.#offerToOne(avoided, 0, signal);
      if (transport !== undefined) return transport;
    }
    return undefined;
  }

  async #offerToOne(
    classes: readonly RunnerClass[],
    patienceMs: number,
    signal: AbortSignal,
  ): Promise<HostTransport | undefined> {
    const chosen = this.#view.directory.choose(classes, performance.now());
    if (chosen === undefined) return undefined;
    chosen.room--;
    const subject = this.#context.subjects.runner(chosen.advert, OFFER);
    const outcome = await this.#offer(subject, patienceMs, signal);
    if (outcome.type === "accepted") return outcome.transport;
    chosen.room = Math.min(0, chosen.room);
    return undefined;
  }

  #offer(subject: string, patienceMs: number, signal: AbortSignal): Promise<OfferOutcome> {
    const { heartbeatMs } = this.#options;
    const answerMs = Math.min(heartbeatMs, MAX_ANSWER_MS);
    return makeOffer(this.#context, subject, { heartbeatMs, patienceMs }, answerMs, signal);
  }

  #gateOf(demand: Labels): Gate {
    const key = formatLabels(demand);
    let gate = this.#gates.get(key);
    if (gate === undefined) {
      gate = new Gate(MAX_PLACING);
      this.#gates.set(key, gate);
    }
    return gate;
  }

  /** Waits until something is heard of the fleet. */
  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        off();
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const abort = () => {
        settle();
        reject(new Error("aborted while looking for runners"));
      };
      const off = this.#view.onChange(settle);
      signal.addEventListener("abort", abort, { once: true });
      if (signal.aborted) abort();
    });
  }

  #nobodyFits(demand: Labels): Error {
    const { queue } = this.#options;
    const runners = this.#view.directory.runners();
    const { problem } = this.#context.mailbox;
    if (problem !== undefined) {
      return new Error(`NATS refused this host a subscription: ${problem}`);
    }
    if (runners.length === 0) {
      return new Error(
        `the queue ${queue} has no runners; start one with: execbox runner --nats URL --queue ${queue}`,
      );
    }
    const offered = new Set(
      runners.map(({ advert: { labels } }) => formatLabels(labels) || "none"),
    );
    const listed = [...offered].slice(0, 5).join("; ");
    return new Error(
      `none of the ${runners.length} runners of the queue ${queue} has the labels ${formatLabels(demand)}; their labels are: ${listed}`,
    );
  }

  #waitedTooLong(demand: Labels): Error {
    const { queue, maxWaitMs } = this.#options;
    const now = performance.now();
    const fitting = this.#view.directory
      .fitting(demand)
      .flatMap(({ runners }) => [...runners.values()]);
    const there = fitting.filter((runner) => isThere(runner, now));
    const slots = there.reduce((sum, { advert }) => sum + advert.slots, 0);
    if (there.length === 0) {
      return new Error(
        `no runner of the queue ${queue} could be reached for ${maxWaitMs} ms; ${fitting.length} were seen before`,
      );
    }
    return new Error(
      `no slot of the queue ${queue} was free for ${maxWaitMs} ms: ${there.length} runners with ${slots} slots are busy; start more, or raise maxWaitMs`,
    );
  }
}

/** Classes with more room come first more often; no class is left out. */
function shuffledByRoom(classes: readonly RunnerClass[]): readonly RunnerClass[] {
  if (classes.length === 1) return classes;
  const weigh = ({ runners }: RunnerClass) => {
    let free = 0.1;
    for (const { advert } of runners.values()) free += Math.max(0, advert.slots - advert.running);
    return Math.random() ** (1 / free);
  };
  return classes
    .map((found) => ({ found, weight: weigh(found) }))
    .sort((left, right) => right.weight - left.weight)
    .map(({ found }) => found);
}

function patienceFor(looks: number): number {
  return Math.min(PATIENCE_MS.most, PATIENCE_MS.first * 2 ** Math.min(looks, 10));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      resolve();
    };
    const abort = () => {
      settle();
      reject(new Error("aborted while all runners were busy"));
    };
    const timer = setTimeout(settle, ms);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
  });
}
