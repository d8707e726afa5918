import type { WireError } from "./messages.js";

const MAX_REMEMBERED_IDS = 65_536;
const MAX_REMEMBERED_FAILURES = 1_024;

/**
 * The host's own record of a run's calls. Verdicts about tools come from here and never from
 * what a runner says; its size is bounded whatever the runner does.
 */
export class CallLedger {
  #total = 0;
  readonly #open = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #failures = new Map<string, true>();

  /** How many calls there were in all. */
  get total(): number {
    return this.#total;
  }

  /** How many calls wait for their results. */
  get open(): number {
    return this.#open.size;
  }

  /** Enters a call; false when its id was used before. */
  begin(callId: string): boolean {
    if (this.#seen.has(callId) || this.#open.has(callId)) return false;
    if (this.#seen.size >= MAX_REMEMBERED_IDS) this.#seen.clear();
    this.#seen.add(callId);
    this.#open.add(callId);
    this.#total++;
    return true;
  }

  /** Notes that a call was answered. */
  end(callId: string, error?: WireError): void {
    this.#open.delete(callId);
    if (error === undefined) return;
    const oldest = this.#failures.keys().next();
    if (this.#failures.size >= MAX_REMEMBERED_FAILURES && !oldest.done) {
      this.#failures.delete(oldest.value);
    }
    this.#failures.set(keyOf(error), true);
  }

  /** Whether the host itself answered a call with this very error. */
  holds(error: WireError): boolean {
    return this.#failures.has(keyOf(error));
  }
}

function keyOf(error: WireError): string {
  return `${error.code} ${error.message}`;
}
