import type { Random } from "../random.js";

/** Something that is fed made-up input. */
export interface FuzzTarget {
  readonly name: string;
  /** How many cases the short form in the test command runs. */
  readonly shortCases: number;
  /** Prepares what all cases share. */
  open(): Promise<FuzzRun>;
}

/** A target that has been opened. */
export interface FuzzRun {
  /** One case; throws when it shows a defect. */
  run(random: Random): void | Promise<void>;
  /** Figures for the report: what the cases came to. */
  figures(): Record<string, number>;
  close(): void | Promise<void>;
}

/** Counts what cases came to. */
export class Counter {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  toRecord(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort());
  }
}
