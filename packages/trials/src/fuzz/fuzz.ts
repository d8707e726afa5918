import { collectGarbage } from "../collect.js";
import { modulesTarget, programsTarget } from "../differential/targets.js";
import { Random } from "../random.js";
import { hostTarget } from "./host.js";
import { runnerTarget } from "./runner.js";
import type { FuzzTarget } from "./target.js";
import { framesTarget, garbageTarget, valuesTarget } from "./values.js";

/** Everything that can be fuzzed, by name. */
export const targets: readonly FuzzTarget[] = [
  hostTarget,
  runnerTarget,
  valuesTarget,
  garbageTarget,
  framesTarget,
  programsTarget,
  modulesTarget,
];

/** What came of fuzzing one target. */
export interface FuzzReport {
  readonly target: string;
  readonly cases: number;
  readonly seconds: number;
  readonly figures: Record<string, number>;
  /** Heap after a tenth of the cases, and in the end; collected first. */
  readonly heapBytes: readonly [number, number];
  readonly slowestMs: number;
}

/** A case that takes longer hangs, for all that matters; machines are busy. */
const HANG_MS = 20_000;
/** What may be held more at the end than after a tenth. */
const GROWTH_BYTES = 24 * 1024 * 1024;

/**
 * Runs cases of one target; throws at the first that shows a defect, with the seed that repeats
 * it. Unhandled rejections and warnings of Node are defects, too.
 */
export async function fuzz(
  target: FuzzTarget,
  seed: number,
  cases: number,
  onProgress?: (line: string) => void,
): Promise<FuzzReport> {
  const stray = watchStray();
  const open = await target.open();
  const startedAt = performance.now();
  let early = 0;
  let slowestMs = 0;
  try {
    for (let index = 0; index < cases; index++) {
      if (index === Math.floor(cases / 10)) early = heapBytes();
      const caseStarted = performance.now();
      try {
        await open.run(new Random(seed + index));
        stray.assertNone();
      } catch (error) {
        throw new Error(
          `${target.name}: npm run fuzz -- --only ${target.name} --seed ${seed + index} --cases 1`,
          { cause: error },
        );
      }
      const took = performance.now() - caseStarted;
      slowestMs = Math.max(slowestMs, took);
      if (took > HANG_MS) throw new Error(`${target.name}: seed ${seed + index} took ${took} ms`);
      if ((index + 1) % 50_000 === 0) onProgress?.(`${target.name}: ${index + 1} cases`);
    }
    const late = heapBytes();
    if (late > early + GROWTH_BYTES) {
      throw new Error(`${target.name}: the heap grew from ${early} to ${late} bytes`);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const figures = open.figures();
    return { target: target.name, cases, seconds, figures, heapBytes: [early, late], slowestMs };
  } finally {
    await open.close();
    stray.stop();
  }
}

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** What a defect may do besides throwing. */
function watchStray(): { assertNone(): void; stop(): void } {
  const seen: unknown[] = [];
  const note = (thing: unknown): void => {
    seen.push(thing);
  };
  const events = ["unhandledRejection", "uncaughtException", "warning"] as const;
  for (const event of events) process.on(event, note);
  return {
    assertNone: () => {
      if (seen.length > 0)
        throw new Error("something went wrong outside the case", { cause: seen[0] });
    },
    stop: () => {
      for (const event of events) process.off(event, note);
    },
  };
}
