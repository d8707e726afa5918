import { textIndexOf } from "../primordials.ts";

/** Empty slots of arrays: the text names a length, the engine may allocate it. */
const MAX_HOLES = 1_048_576;

/** V8 looks at the stack for each error it makes: 12 µs, where its text has 20 characters. */
const MAX_ERRORS = 16_384;

/** Engines parse a source at once, and `\p{RGI_Emoji}` costs V8 87 µs a character. */
const MAX_REGEXP_CHARS = 65_536;
const SET_NOTATION_FACTOR = 16;

/**
 * V8 hashes numbers without a seed, and bigints by their lowest 64 bits: whoever chooses the
 * keys can put all of them into one bucket, and a `Map` of n keys then costs n² steps. 32,768
 * such bigints took 4.7 s. Integers below 2^16 are too few to collide by the thousand.
 */
const MAX_KEY_STEPS = 16_384 ** 2;
const SMALL_INTEGER = 65_536;

/**
 * What one value may spend of things that cost its reader more than their text. The writer
 * keeps the same accounts, so that what was written can be read.
 */
export interface Budget {
  holes: number;
  errors: number;
  regExpChars: number;
  keySteps: number;
}

/** The whole budget, for one value. */
export function newBudget(): Budget {
  return {
    holes: MAX_HOLES,
    errors: MAX_ERRORS,
    regExpChars: MAX_REGEXP_CHARS,
    keySteps: MAX_KEY_STEPS,
  };
}

/** Says what is too much, or nothing. */
export function spendHoles(budget: Budget, holes: number): string | undefined {
  budget.holes -= holes;
  if (budget.holes >= 0) return undefined;
  return "more than " + MAX_HOLES + " empty slots cannot cross; send the items with their indexes";
}

/** Says what is too much, or nothing. */
export function spendError(budget: Budget): string | undefined {
  if (--budget.errors >= 0) return undefined;
  return "more than " + MAX_ERRORS + " errors cannot cross; send their messages";
}

/** Says what is too much, or nothing. */
export function spendRegExp(budget: Budget, source: string, flags: string): string | undefined {
  const hasSets = textIndexOf(flags, "v", 0) >= 0;
  // An empty expression is not free either.
  budget.regExpChars -= (source.length + 8) * (hasSets ? SET_NOTATION_FACTOR : 1);
  if (budget.regExpChars >= 0) return undefined;
  const most = hasSets ? MAX_REGEXP_CHARS / SET_NOTATION_FACTOR : MAX_REGEXP_CHARS;
  return "regular expressions of more than " + most + " characters cannot cross";
}

/** Counts the keys of one `Map` or members of one `Set` that an enemy can make collide. */
export function weighKey(key: unknown): number {
  if (typeof key === "bigint") return 2;
  if (typeof key !== "number") return 0;
  return key >= 0 && key < SMALL_INTEGER && key % 1 === 0 ? 0 : 1;
}

/** Says what is too much, or nothing. */
export function spendKeys(budget: Budget, weight: number): string | undefined {
  budget.keySteps -= weight * weight;
  if (budget.keySteps >= 0) return undefined;
  return "so many keys that are large numbers or bigints cannot cross; send an array of pairs";
}
