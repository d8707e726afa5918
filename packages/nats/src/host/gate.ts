/** Lets a few through at once, the others in the order in which they came. */
export class Gate {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Settles when it is one's turn; whoever went in calls `leave()`. Rejects when `signal` aborts. */
  async enter(signal: AbortSignal): Promise<void> {
    if (this.#inside < this.#most) {
      this.#inside++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(new Error("aborted while waiting in line"));
      };
      this.#waiting.push(turn);
      signal.addEventListener("abort", abort, { once: true });
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    // The place is handed over: nobody can slip in between.
    if (next === undefined) this.#inside--;
    else next();
  }
}
