const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A connection that held this long was a good one: the next pause is the first again. */
const GOOD_CONNECTION_MS = 10_000;

/** How long to wait before trying again: twice as long each time, and never exactly as long as others. */
export class BackOff {
  #failures = 0;

  /** The next pause, after a connection that held for `heldMs`; 0 for one that was never made. */
  next(heldMs: number): number {
    this.#failures = heldMs >= GOOD_CONNECTION_MS ? 1 : this.#failures + 1;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS);
    return Math.round(pause * (0.8 + 0.4 * Math.random()));
  }
}
