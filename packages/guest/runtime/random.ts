/**
 * The guest's own `Math.random()`. The engine's generator is part of the image every run starts
 * from and would repeat itself in each of them; this one is seeded per run by the host.
 * (sfc32: 128 bits of state, passes PractRand; not for secrets.)
 */
let a = 0;
let b = 0;
let c = 0;
let d = 1;

/** Starts the sequence of one run. */
export function seedRandom(s0: number, s1: number, s2: number, s3: number): void {
  a = s0 | 0;
  b = s1 | 0;
  c = s2 | 0;
  d = s3 | 1;
}

function next(): number {
  const sum = (((a + b) | 0) + d) | 0;
  d = (d + 1) | 0;
  a = b ^ (b >>> 9);
  b = (c + (c << 3)) | 0;
  c = (c << 21) | (c >>> 11);
  c = (c + sum) | 0;
  return sum >>> 0;
}

/** A number from 0 to 1 with 53 random bits. */
export const random = {
  random(): number {
    return ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;
  },
}.random;
