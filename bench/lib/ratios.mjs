/** Ratios of things measured in the same rounds: nothing here is absolute, as machines differ. */
import { median } from "./statistics.mjs";

/**
 * Everything `rounds` times, in an order that changes every round, so that nobody always pays for
 * what its neighbour left; medians in milliseconds.
 */
export async function interleave(cases, rounds, warmUp) {
  const samples = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const [name, once] of shuffled(Object.entries(cases))) {
      const start = performance.now();
      await once();
      if (round >= 0) samples[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, median(list)]));
}

function shuffled(list) {
  return list
    .map((entry) => ({ entry, place: Math.random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ entry }) => entry);
}

/** A busy machine may be given room: what a change breaks, it breaks by more than this. */
const SLACK = Number(process.env.EXECBOX_BENCH_SLACK ?? 1);

/** Prints what must hold, `value` at most `limit` times `against`, and says whether it does. */
export function judge(requirements) {
  let held = true;
  for (const [title, value, against, limit] of requirements) {
    const ratio = value / against;
    const right = ratio <= limit * SLACK;
    held &&= right;
    const figures = `${show(value)} / ${show(against)} = ${ratio.toFixed(2)} (${limit})`;
    console.log(`  ${right ? "ok  " : "MISS"} ${title.padEnd(50)} ${figures}`);
  }
  return held;
}

/** A time for people. */
export function show(ms) {
  return ms >= 1 ? `${ms.toFixed(1)} ms` : `${(ms * 1000).toFixed(1)} µs`;
}
