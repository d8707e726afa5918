const SAMPLES = 64;
const RATE_WINDOW_MS = 10_000;
const BUCKET_MS = 1_000;

/** Counts sessions for adverts: how many ended, how many a second, and how long they took. */
export class Meter {
  readonly #durations: number[] = [];
  readonly #buckets = new Map<number, number>();
  #ended = 0;

  record(durationMs: number, now: number): void {
    this.#durations[this.#ended % SAMPLES] = durationMs;
    this.#ended++;
    const bucket = Math.floor(now / BUCKET_MS);
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1);
  }

  /** The figures of an advert. */
  read(now: number): { ended: number; rate: number; latencyMs: number } {
    const oldest = Math.floor((now - RATE_WINDOW_MS) / BUCKET_MS);
    let recent = 0;
    for (const [bucket, count] of [...this.#buckets]) {
      if (bucket <= oldest) this.#buckets.delete(bucket);
      else recent += count;
    }
    const sorted = this.#durations.toSorted((left, right) => left - right);
    const latencyMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
    return { ended: this.#ended, rate: recent / (RATE_WINDOW_MS / 1_000), latencyMs };
  }
}
