/** Durations of many runs in little memory: buckets that are each a tenth wider than the last. */
export class Latencies {
  readonly #buckets = new Map<number, number>();
  count = 0;
  worst = 0;

  add(ms: number): void {
    const bucket = Math.ceil(Math.log(Math.max(ms, 0.01)) / Math.log(1.1));
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1);
    this.count++;
    this.worst = Math.max(this.worst, ms);
  }

  /** The duration that this share of the runs did not exceed. */
  quantile(share: number): number {
    let left = this.count * share;
    for (const [bucket, count] of [...this.#buckets].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return Math.min(1.1 ** bucket, this.worst);
    }
    return this.worst;
  }
}
