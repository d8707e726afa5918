/**
 * Finds the circles of imports during a walk through a graph, by Tarjan's algorithm. All modules
 * of a circle have one root, the first that was entered, as in ECMAScript; one in no circle is its own.
 */
export class Circles {
  readonly #roots = new Map<string, string>();
  /** Modules that were entered and whose circle is still open. */
  readonly #open: string[] = [];
  readonly #entered = new Map<string, { readonly index: number; lowest: number }>();
  #next = 0;

  /** The root of a module that the walk has left. */
  rootOf(name: string): string {
    return this.#roots.get(name) ?? name;
  }

  /** The walk begins with a module. */
  enter(name: string): void {
    const index = this.#next++;
    this.#entered.set(name, { index, lowest: index });
    this.#open.push(name);
  }

  /** A module imports one that was entered before. */
  meet(from: string, target: string): void {
    const there = this.#entered.get(target);
    if (there !== undefined && !this.#roots.has(target)) this.#lower(from, there.index);
  }

  /** All imports of a module have been seen; `importer` is what led to it. */
  leave(name: string, importer: string | undefined): void {
    const { index = 0, lowest = 0 } = this.#entered.get(name) ?? {};
    if (importer !== undefined) this.#lower(importer, lowest);
    if (lowest < index) return;
    let member: string | undefined;
    do {
      member = this.#open.pop();
      if (member !== undefined) this.#roots.set(member, name);
    } while (member !== undefined && member !== name);
  }

  #lower(name: string, index: number): void {
    const place = this.#entered.get(name);
    if (place !== undefined) place.lowest = Math.min(place.lowest, index);
  }
}
