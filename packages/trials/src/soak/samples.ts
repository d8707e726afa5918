import { collectGarbage } from "../collect.js";
import { descendants, openDescriptors } from "./process-tree.js";

/** What the program held at one moment. */
export interface Sample {
  readonly atSeconds: number;
  readonly rssBytes: number;
  readonly heapBytes: number;
  readonly childrenRssBytes: number;
  readonly descriptors: number;
  readonly children: number;
}

/** Looks once. Garbage is collected first, so that a sample shows what is held. */
export function takeSample(atSeconds: number): Sample {
  collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  const below = descendants();
  return {
    atSeconds,
    rssBytes: rss,
    heapBytes: heapUsed,
    childrenRssBytes: below.reduce((sum, { rssBytes }) => sum + rssBytes, 0),
    descriptors: openDescriptors(),
    children: below.length,
  };
}

/** How a figure moved between the first and the last third after warm-up. */
export interface Trend {
  readonly before: number;
  readonly after: number;
  readonly flat: boolean;
}

const WARM_UP_SHARE = 0.2;

/** Compares medians: one sample in the middle of a run proves nothing. */
export function trendOf(
  samples: readonly Sample[],
  read: (sample: Sample) => number,
  slack: { share: number; absolute: number },
): Trend {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE)).map(read);
  const third = Math.max(1, Math.floor(warm.length / 3));
  const before = median(warm.slice(0, third));
  const after = median(warm.slice(-third));
  return { before, after, flat: after <= before * (1 + slack.share) + slack.absolute };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
