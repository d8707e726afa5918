/**
 * Which members of one value some keyword has looked at. Only `unevaluatedProperties` and
 * `unevaluatedItems` ask, so that most checks never make one.
 */
export class Evaluated {
  readonly #keys = new Set<string>();
  readonly #indexes = new Set<number>();
  #allKeys = false;
  #leading = 0;

  addKey(key: string): void {
    this.#keys.add(key);
  }

  addAllKeys(): void {
    this.#allKeys = true;
  }

  addIndex(index: number): void {
    this.#indexes.add(index);
  }

  /** The first `count` items; `Infinity` for all of them. */
  addLeadingItems(count: number): void {
    this.#leading = Math.max(this.#leading, count);
  }

  hasKey(key: string): boolean {
    return this.#allKeys || this.#keys.has(key);
  }

  hasIndex(index: number): boolean {
    return index < this.#leading || this.#indexes.has(index);
  }

  /** Takes over what a branch that passed has looked at. */
  merge(branch: Evaluated): void {
    if (branch.#allKeys) this.#allKeys = true;
    for (const key of branch.#keys) this.#keys.add(key);
    for (const index of branch.#indexes) this.#indexes.add(index);
    this.addLeadingItems(branch.#leading);
  }
}
