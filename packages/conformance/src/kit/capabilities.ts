import type { FactName, Facts } from "../verify.js";

/** What a runner may lack because its engine does: the word for `--without`, and what it means. */
export const capabilities = {
  memory: {
    fact: "memoryLimit",
    about: "the engine bounds a guest's memory and knows when it ran out",
  },
  "loop-deadline": {
    fact: "deadlineInLoops",
    about: "the engine can be stopped by the clock in code that never waits",
  },
  "loop-cancel": {
    fact: "cancelInLoops",
    about: "the runner hears a cancel while guest code computes",
  },
  bigint: { fact: "bigint", about: "the engine knows bigint" },
} as const satisfies Record<string, { fact: FactName; about: string }>;

/** A word for `--without`. */
export type Capability = keyof typeof capabilities;

/** Whether a text is such a word. */
export function isCapability(word: string): word is Capability {
  return Object.hasOwn(capabilities, word);
}

/** The facts of a runner that can do everything but this. */
export function factsWithout(missing: readonly Capability[]): Facts {
  const facts: Partial<Record<FactName, boolean>> = {};
  for (const [word, { fact }] of Object.entries(capabilities)) {
    facts[fact] = !missing.some((each) => each === word);
  }
  return facts;
}
