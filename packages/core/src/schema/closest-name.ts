/** The candidate that was probably meant by `given`, if one is close enough. */
export function closestName(given: string, candidates: readonly string[]): string | undefined {
  // Guests choose `given`: the distance below costs its length times the candidate's.
  if (given.length > 60) return undefined;
  const allowed = given.length < 4 ? 1 : Math.floor(given.length / 3);
  let best: string | undefined;
  let least = allowed + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - given.length) >= least) continue;
    const distance = editDistance(fold(given), fold(candidate));
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_\-\s]/g, "");
}

/** Insertions, deletions, replacements, and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
