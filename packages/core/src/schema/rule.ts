import type { Evaluated } from "./evaluated.js";
import type { ProblemReport } from "./problems.js";

/**
 * One compiled constraint. `test` is the path every call takes: it allocates nothing and says
 * only yes or no. `explain` runs after a no and finds the words.
 */
export interface Rule {
  /** Whether the value passes; `seen`, when given, learns which members were looked at. */
  test(value: unknown, seen: Evaluated | undefined): boolean;
  /** Reports what `test` objects to; reports nothing when it passes. */
  explain(value: unknown, at: string, report: ProblemReport): void;
}

/** A rule that can say what it wants in a few words: `string`, `one of "a", "b"`. */
export interface PhrasedRule extends Rule {
  expected(): string;
}

/** A compiled schema: all its rules together. */
export interface Check extends PhrasedRule {
  /** Set for the schema that accepts everything, so that parents can skip it. */
  readonly acceptsAll?: true;
}

/** A rule that is a plain yes or no with one sentence for the no. */
export function simpleRule(test: (value: unknown) => boolean, complaint: string): Rule {
  return {
    test,
    explain(value, at, report) {
      if (!test(value)) report.add(at, complaint);
    },
  };
}

/** The compiled form of `true`. */
export const ACCEPT_ALL: Check = {
  test: () => true,
  explain: () => {},
  expected: () => "any value",
  acceptsAll: true,
};

/** The compiled form of `false`. */
export const REFUSE_ALL: Check = {
  test: () => false,
  explain: (_value, at, report) => report.add(at, "not allowed here"),
  expected: () => "nothing",
};
