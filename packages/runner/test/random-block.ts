/** Random runner blocks: mostly right, often wrong in one place. */

/** Repeatable random choices. */
export interface RandomNumbers {
  /** A number from 0 to below 1. */
  next(): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** The same numbers for the same seed. */
export function randomNumbers(seed: number): RandomNumbers {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, pick: (items) => items[Math.floor(next() * items.length)]! };
}

/** A block whose fields are each there or not, and each right or, rarely, wrong. */
export function randomBlock(random: RandomNumbers): unknown {
  if (random.next() < 0.03) return random.pick(WRONG);
  return fields(random, {
    engine: () => random.pick(["subprocess", "sandbox", "in-process"]),
    image: () => random.pick(["any", "any", "other"]),
    needs: () =>
      fields(random, {
        language: () => random.pick(["node", "python", "multi"]),
        native: () => list(random, NATIVE),
        npm: () => list(random, NPM),
        pip: () => list(random, PIP),
      }),
    limits: () =>
      fields(random, {
        memory_mb: () => random.pick(NUMBERS),
        timeout_ms: () => random.pick(NUMBERS),
        cpu_ms: () => random.pick(NUMBERS),
      }),
  });
}

function fields(random: RandomNumbers, makers: Record<string, () => unknown>): object {
  const entries: [string, unknown][] = [];
  for (const [name, make] of Object.entries(makers)) {
    if (random.next() < 0.5) continue;
    entries.push([name, random.next() < 0.03 ? random.pick(WRONG) : make()]);
  }
  if (random.next() < 0.04) entries.push([random.pick(STRANGE), random.pick(WRONG)]);
  // Unlike assignment, this makes an own property of __proto__.
  return Object.fromEntries(entries);
}

function list(random: RandomNumbers, items: readonly string[]): unknown[] {
  const length = Math.floor(random.next() * 4);
  return Array.from({ length }, () =>
    random.next() < 0.02 ? random.pick(WRONG) : random.pick(items),
  );
}

const WRONG: readonly unknown[] = [null, true, 0, -1, 1.5, "", "x", [], ["x"], {}, { a: 1 }];
const STRANGE = ["env", "network", "fs", "secrets", "vcpus", "__proto__", "constructor", "Engine"];
const NUMBERS = [1, 64, 0.5, 1_000, 600_000, 1e9, 2_147_483_647, 2_147_483_648, 1e-300];
const NATIVE = ["ffmpeg", "libstdc++6", "g++", "a", "x264.1", "0ad"];
const NPM = ["stripe@^11.0.0", "@a/b@1.2.3", "a@>=1 <2 || 3.x", "left-pad@*", "left-pad@latest"];
const PIP = ["requests==2.31.0", "requests", "a[b,c]>=1,<2", "Foo_Bar~=1.0", "pkg===1", "x y"];
