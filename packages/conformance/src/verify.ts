import type { RequirementId } from "./requirements/index.js";

/**
 * What is true of the thing under test although the contract leaves it open. A fact that is
 * not stated counts as false; cases that need it are then left out, visibly.
 */
export interface Facts {
  /** A deadline also holds inside one long call of a builtin. Not so in `inline`. */
  readonly deadlineInBuiltins?: boolean;
  /** The host's event loop turns while a guest computes. Not so in `inline`. */
  readonly hostStaysFree?: boolean;
  /** A guest can catch the error of its own endless recursion. Needs a large thread stack. */
  readonly catchableRecursion?: boolean;
  /** A guest can catch the exhaustion of its memory. V8 ends the isolate instead. */
  readonly catchableMemory?: boolean;
  /** The engine bounds a guest's memory and knows when it ran out. */
  readonly memoryLimit?: boolean;
  /** A deadline holds in guest code that never waits. */
  readonly deadlineInLoops?: boolean;
  /** A runner hears a cancel while guest code computes. Not so in `inline`. */
  readonly cancelInLoops?: boolean;
  /** The engine knows bigint. */
  readonly bigint?: boolean;
}

/** The name of a fact that a case may need. */
export type FactName = keyof Facts;

/** One test as plain data: what it verifies, what it is called, how it runs. */
export interface Case<Context> {
  readonly ids: readonly RequirementId[];
  /** What it verifies besides, as every case of its kind does. */
  readonly besides?: readonly RequirementId[];
  readonly name: string;
  readonly needs: readonly FactName[];
  run(context: Context): void | Promise<void>;
}

/** Cases that belong together, independent of any test runner. */
export interface Suite<Context> {
  readonly name: string;
  readonly cases: readonly Case<Context>[];
}

/** The thing under test: how to open it, and what is known of it beforehand. */
export interface Subject<Context> {
  readonly name: string;
  readonly facts: Facts;
  open(): Promise<OpenSubject<Context>>;
}

/** An opened subject; whoever opened it closes it. */
export interface OpenSubject<Context> {
  readonly context: Context;
  close(): Promise<void>;
}

/** Adds one case to the suite being defined. */
export type DefineCase<Context> = (
  ids: RequirementId | readonly RequirementId[],
  name: string,
  run: Case<Context>["run"],
) => void;

/** What a suite's definition is given. */
export interface SuiteBuilder<Context> {
  readonly test: DefineCase<Context>;
  /** The same as `test`, for cases that make sense only where these facts hold. */
  needs(...facts: FactName[]): DefineCase<Context>;
}

/**
 * Collects the cases of a suite.
 *
 * @example
 * const freshness = defineSuite<ExecuteContext>("freshness", ({ test }) => {
 *   test("exec.fresh-state", "globals do not carry over", async ({ execute }) => {
 *     await execute("globalThis.leak = 1");
 *     assert.equal(success(await execute("typeof leak")), "undefined");
 *   });
 * });
 */
export function defineSuite<Context>(
  name: string,
  define: (builder: SuiteBuilder<Context>) => void,
): Suite<Context> {
  const cases: Case<Context>[] = [];
  const needs =
    (...facts: FactName[]): DefineCase<Context> =>
    (ids, caseName, run) => {
      cases.push({ ids: [ids].flat(), name: caseName, needs: facts, run });
    };
  define({ test: needs(), needs });
  return { name, cases };
}

/** Why a case makes no sense for a subject, or `undefined` when it does. */
export function leftOutBecause(
  { needs }: Pick<Case<never>, "needs">,
  facts: Facts,
): string | undefined {
  const missing = needs.filter((fact) => facts[fact] !== true);
  return missing.length === 0 ? undefined : `not promised here: ${missing.join(", ")}`;
}
