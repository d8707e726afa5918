/** What runs did to the host: each call once, and none for a run that has its verdict. */
export class Ledger {
  readonly #open = new Map<number, number>();
  #last = 0;
  /** Calls for runs that were over. */
  late = 0;
  /** Who called the tool that no program may get through to. */
  readonly trespasses: string[] = [];

  /** Begins the account of a run. */
  open(): number {
    this.#open.set(++this.#last, 0);
    return this.#last;
  }

  /** Notes one call of a run. */
  mark(token: number): void {
    const count = this.#open.get(token);
    if (count === undefined) this.late++;
    else this.#open.set(token, count + 1);
  }

  /** Ends the account of a run: how many calls there were. */
  close(token: number): number {
    const count = this.#open.get(token) ?? 0;
    this.#open.delete(token);
    return count;
  }

  /** Notes a call that should have been impossible. */
  trespass(program: string): void {
    this.trespasses.push(program);
  }
}
