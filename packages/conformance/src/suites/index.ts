import type { Case, Suite } from "../verify.js";
import { enduranceSuites, executeSuites } from "./execute/index.js";
import { hostSuites } from "./host/index.js";
import { codeSuites } from "./run-code/index.js";
import { runnerSuites } from "./runner/index.js";

/** A case and the suite it stands in, without the means to run it. */
export type ListedCase = Pick<Case<never>, "ids" | "name" | "needs"> & { readonly suite: string };

const list = (suites: readonly Suite<never>[]): ListedCase[] =>
  suites.flatMap((suite) =>
    suite.cases.map(({ ids, besides = [], name, needs }) => {
      return { ids: [...ids, ...besides], name, needs, suite: suite.name };
    }),
  );

/** Every case of every suite, for coverage and score cards. */
export const allCases: readonly ListedCase[] = [
  ...list(executeSuites),
  ...list(enduranceSuites),
  ...list(runnerSuites),
  ...list(hostSuites),
  ...list(codeSuites),
];
