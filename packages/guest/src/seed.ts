const words = new Uint32Array(1024);
let at = words.length;

/** Four random words of the host's own source; drawn in bulk, as each draw costs more than a run. */
export function nextSeed(): [number, number, number, number] {
  if (at + 4 > words.length) {
    crypto.getRandomValues(words);
    at = 0;
  }
  const seed: [number, number, number, number] = [
    words[at]!,
    words[at + 1]!,
    words[at + 2]!,
    words[at + 3]!,
  ];
  at += 4;
  return seed;
}
