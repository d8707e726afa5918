import type { Offer } from "../wire/admission.js";

/** An offer and where its answer goes. */
export interface OpenOffer extends Offer {
  reply: string;
}

/** What a runner does about offers. */
export interface SlotActions {
  accept(offer: OpenOffer): void;
  refuse(offer: OpenOffer, reason: "busy" | "draining"): void;
  /** The offer waits here for a slot. */
  keep(offer: OpenOffer): void;
  /** Called when the runner has become able, or unable, to take what comes unasked. */
  listen(wanted: boolean): void;
}

/** Offers that may wait in a runner, for each of its slots. */
const WAITING_PER_SLOT = 16;

/** Decides on offers: takes them while slots are free, keeps the patient ones, refuses the rest. */
export class Slots {
  readonly #count: number;
  readonly #actions: SlotActions;
  readonly #waiting: { offer: OpenOffer; until: number }[] = [];
  #taken = 0;
  #draining = false;
  #listening = false;

  constructor(count: number, actions: SlotActions) {
    this.#count = count;
    this.#actions = actions;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  get draining(): boolean {
    return this.#draining;
  }

  /** Begins to take offers. */
  open(): void {
    this.#listen();
  }

  offer(offer: OpenOffer, now: number): void {
    this.expire(now);
    if (this.#draining) {
      this.#actions.refuse(offer, "draining");
    } else if (this.#taken < this.#count) {
      this.#take(offer);
    } else if (offer.patienceMs > 0 && this.#waiting.length < WAITING_PER_SLOT * this.#count) {
      this.#waiting.push({ offer, until: now + offer.patienceMs });
      this.#actions.keep(offer);
    } else {
      this.#actions.refuse(offer, "busy");
    }
    this.#listen();
  }

  /** Refuses offers that have waited as long as they may. */
  expire(now: number): void {
    for (let at = this.#waiting.length - 1; at >= 0; at--) {
      const { offer, until } = this.#waiting[at]!;
      if (until > now) continue;
      this.#waiting.splice(at, 1);
      this.#actions.refuse(offer, "busy");
    }
  }

  /** Gives a slot back, to whoever has waited longest and still does. */
  free(now: number): void {
    this.#taken--;
    this.expire(now);
    const next = this.#waiting.shift();
    if (next !== undefined) this.#take(next.offer);
    this.#listen();
  }

  /** Takes nothing more; whoever waits is told to look elsewhere. */
  drain(): void {
    this.#draining = true;
    for (const { offer } of this.#waiting.splice(0)) this.#actions.refuse(offer, "draining");
    this.#listen();
  }

  #take(offer: OpenOffer): void {
    this.#taken++;
    this.#actions.accept(offer);
  }

  #listen(): void {
    const wanted = !this.#draining && this.#taken < this.#count;
    if (wanted === this.#listening) return;
    this.#listening = wanted;
    this.#actions.listen(wanted);
  }
}
