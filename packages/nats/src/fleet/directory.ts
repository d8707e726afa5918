import type { Advert } from "../wire/admission.js";
import { classOf, fits, type Labels } from "../wire/labels.js";

/** A runner as its last advert showed it. */
export interface KnownRunner {
  advert: Advert;
  /** How many more it could take, as far as is known here: adverts are old before the next. */
  room: number;
  /** By `performance.now()`. */
  seenAt: number;
}

/** Runners with the same labels. */
export interface RunnerClass {
  id: string;
  labels: Labels;
  runners: Map<string, KnownRunner>;
  /** Until when its queue group is avoided: one of its members took an offer and said nothing. */
  avoidUntil: number;
  avoidedFor: number;
}

/** Adverts that a runner may miss before it counts as lost. */
const MISSED_ADVERTS = 3.5;
/** How long a lost runner is remembered: it may be cut off, and come back. */
const FORGET_MS = 30_000;
/** A runner with a name of its own could otherwise fill the memory of every host. */
const MAX_RUNNERS = 20_000;
const AVOID_MS = { first: 2_000, most: 60_000 } as const;

/** Who is in the fleet, as far as adverts tell. Keeps no timer and asks nobody. */
export class Directory {
  readonly #classes = new Map<string, RunnerClass>();
  #count = 0;

  /** Takes what a runner said of itself. */
  take(advert: Advert, now: number): void {
    const key = `${advert.name}.${advert.instance}`;
    const id = classOf(advert.labels);
    if (advert.gone) {
      this.#remove(id, key);
      return;
    }
    let found = this.#classes.get(id);
    if (found?.runners.has(key) !== true) {
      if (this.#count >= MAX_RUNNERS) return;
      this.#count++;
    }
    if (found === undefined) {
      found = { id, labels: advert.labels, runners: new Map(), avoidUntil: 0, avoidedFor: 0 };
      this.#classes.set(id, found);
    }
    const room = advert.slots - advert.running - advert.waiting;
    found.runners.set(key, { advert, room, seenAt: now });
  }

  /** Classes whose runners may take an execution that demands `demand`. */
  fitting(demand: Labels): RunnerClass[] {
    return [...this.#classes.values()].filter(({ labels }) => fits(demand, labels));
  }

  /** Every runner, in the order of their names. */
  runners(): KnownRunner[] {
    return [...this.#classes.values()]
      .flatMap(({ runners }) => [...runners.values()])
      .sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  }

  /** One of the runners that are there, rather one with room: the better of two. */
  choose(classes: readonly RunnerClass[], now: number): KnownRunner | undefined {
    const there = classes.flatMap(({ runners }) =>
      [...runners.values()].filter((runner) => isThere(runner, now) && !runner.advert.draining),
    );
    const pick = () => there[Math.floor(Math.random() * there.length)];
    const [one, other] = [pick(), pick()];
    if (one === undefined || other === undefined) return undefined;
    return one.room >= other.room ? one : other;
  }

  /** Drops runners that have been lost for long. */
  forget(now: number): void {
    for (const { id, runners } of [...this.#classes.values()]) {
      for (const [key, runner] of [...runners]) {
        if (!isThere(runner, now - FORGET_MS)) this.#remove(id, key);
      }
    }
  }

  /** Avoids the queue group of a class for a while, longer each time. */
  avoid(found: RunnerClass, now: number): void {
    const again = Math.min(AVOID_MS.most, found.avoidedFor * 2);
    found.avoidedFor = Math.max(AVOID_MS.first, again);
    found.avoidUntil = now + found.avoidedFor;
  }

  #remove(id: string, key: string): void {
    const found = this.#classes.get(id);
    if (!found?.runners.delete(key)) return;
    this.#count--;
    if (found.runners.size === 0) this.#classes.delete(id);
  }
}

/** Whether a runner's adverts still come. */
export function isThere({ advert, seenAt }: KnownRunner, now: number): boolean {
  return now - seenAt < MISSED_ADVERTS * advert.everyMs;
}

function nameOf({ advert: { name, instance } }: KnownRunner): string {
  return `${name}.${instance}`;
}
