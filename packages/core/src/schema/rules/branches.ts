import type { Compiler } from "../compile-schema.js";
import { Evaluated } from "../evaluated.js";
import type { SchemaObject } from "../keywords.js";
import { formatProblems, type Problem, ProblemReport } from "../problems.js";
import { readSchema, readSchemas } from "../read-keyword.js";
import type { Check, PhrasedRule, Rule } from "../rule.js";
import { typeName } from "./scalars.js";

/** `allOf`. */
export function allOfRule(schema: SchemaObject, compiler: Compiler): PhrasedRule {
  const checks = readSchemas(schema, "allOf").map((branch) => compiler.compile(branch));
  return {
    test: (value, seen) => checks.every((check) => check.test(value, seen)),
    explain(value, at, report) {
      for (const check of checks) check.explain(value, at, report);
    },
    expected: () => checks.find((check) => !check.acceptsAll)?.expected() ?? "any value",
  };
}

/** `anyOf` and `oneOf`. */
export function alternativesRule(
  keyword: "anyOf" | "oneOf",
  schema: SchemaObject,
  compiler: Compiler,
): PhrasedRule {
  const checks = readSchemas(schema, keyword).map((branch) => compiler.compile(branch));
  const exclusive = keyword === "oneOf";
  const expected = (): string => [...new Set(checks.map((check) => check.expected()))].join(" or ");
  return {
    test: (value, seen) => testAlternatives(checks, exclusive, value, seen),
    explain(value, at, report) {
      const matches = checks.filter((check) => check.test(value, undefined)).length;
      if (matches === 0) explainNone(checks, expected, value, at, report);
      else if (exclusive && matches > 1) {
        report.add(at, `fits ${matches} of the allowed forms, expected exactly one`);
      }
    },
    expected,
  };
}

function testAlternatives(
  checks: readonly Check[],
  exclusive: boolean,
  value: unknown,
  seen: Evaluated | undefined,
): boolean {
  let matches = 0;
  for (const check of checks) {
    const branch = seen === undefined ? undefined : new Evaluated();
    if (!check.test(value, branch)) continue;
    matches++;
    if (exclusive && matches > 1) return false;
    if (branch === undefined) {
      if (!exclusive) return true;
    } else seen?.merge(branch);
  }
  return matches > 0;
}

/**
 * Nothing fits. The alternative the author had in mind is the one of the right type, with the
 * right constants (they tell alternatives apart) and the fewest other problems.
 */
function explainNone(
  checks: readonly Check[],
  expected: () => string,
  value: unknown,
  at: string,
  report: ProblemReport,
): void {
  const candidates = checks
    .map((check) => {
      const own = new ProblemReport();
      check.explain(value, at, own);
      return own.problems;
    })
    .filter((problems) => !problems.some((problem) => problem.at === at && isVerdict(problem)))
    .sort((a, b) => weigh(a) - weigh(b));
  const [best, next] = candidates;
  if (best === undefined || best.length === 0) {
    report.add(at, `expected ${expected()}, got ${typeName(value)}`, "type");
  } else if (next === undefined || weigh(best) < weigh(next)) report.addAll(best);
  else {
    const hints = candidates.slice(0, 3).map((problems) => formatProblems(problems.slice(0, 2)));
    report.add(at, `fits none of the ${checks.length} allowed forms (${hints.join(" | ")})`);
  }
}

function isVerdict({ kind }: Problem): boolean {
  return kind !== "other";
}

function weigh(problems: readonly Problem[]): number {
  return problems.reduce((sum, { kind }) => sum + (kind === "constant" ? 10 : 1), 0);
}

/** `not`. */
export function notRule(schema: SchemaObject, compiler: Compiler): Rule {
  const check = compiler.compile(readSchema(schema, "not") ?? false);
  return {
    test: (value) => !check.test(value, undefined),
    explain(value, at, report) {
      if (check.test(value, undefined)) report.add(at, "has a form that is not allowed");
    },
  };
}

/** `if` with `then` and `else`. */
export function conditionRule(schema: SchemaObject, compiler: Compiler): Rule {
  const compile = (keyword: string): Check => compiler.compile(readSchema(schema, keyword) ?? true);
  const [check, yes, no] = [compile("if"), compile("then"), compile("else")];
  return {
    test(value, seen) {
      const branch = seen === undefined ? undefined : new Evaluated();
      if (!check.test(value, branch)) return no.test(value, seen);
      if (branch !== undefined) seen?.merge(branch);
      return yes.test(value, seen);
    },
    explain(value, at, report) {
      (check.test(value, undefined) ? yes : no).explain(value, at, report);
    },
  };
}
