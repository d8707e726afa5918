/** Longer words are not compared: no typing mistake is found in them, only time lost. */
const MAX_LENGTH = 64;

/** The most candidates that are looked at: a guest may export as many as it likes. */
const MAX_CANDIDATES = 1_000;

/** The candidate that somebody who wrote `word` most likely meant, if any comes close. */
export function nearestOf(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const lower = word.toLowerCase();
  let best: string | undefined;
  // A third of the word may be wrong, but at most three characters.
  let limit = Math.min(3, Math.floor(word.length / 3));
  let looked = 0;
  for (const candidate of candidates) {
    if (++looked > MAX_CANDIDATES) break;
    if (candidate.toLowerCase() === lower) return candidate;
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const distance = distanceBetween(lower, candidate.toLowerCase());
    if (distance > limit || (best !== undefined && distance === limit)) continue;
    best = candidate;
    limit = distance;
  }
  return best;
}

/** How many characters must be added, removed or changed to make one word the other. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const changed = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
