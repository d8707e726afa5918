import type { JsonSchema } from "../types.js";
import type { SchemaObject } from "./keywords.js";
import { formatProblems, type Problem, ProblemReport } from "./problems.js";
import { References } from "./references.js";
import { ACCEPT_ALL, type Check, type PhrasedRule, REFUSE_ALL, type Rule } from "./rule.js";
import { containsRule, itemsRule, lengthRules } from "./rules/arrays.js";
import { allOfRule, alternativesRule, conditionRule, notRule } from "./rules/branches.js";
import { dependencyRules, namesRule, shapeRule, sizeRules } from "./rules/objects.js";
import { constantRule, numberRules, stringRules, typeRule } from "./rules/scalars.js";
import { withUnevaluated } from "./rules/unevaluated.js";

/** A JSON Schema made ready to judge values. It changes no value and applies no default. */
export interface SchemaValidator {
  /** Whether the value fits; the cheap question, asked on every call. */
  matches(value: unknown): boolean;
  /** What is wrong with the value, in one line; empty when it fits. */
  explain(value: unknown): string;
}

/**
 * Compiles a JSON Schema (2020-12 or draft-07) that `checkSchema` has passed into closures:
 * no `eval`, so that it works under any content security policy.
 */
export function compileSchema(schema: JsonSchema): SchemaValidator {
  const check = new Compiler(schema).run();
  return {
    matches: (value) => bounded(() => check.test(value, undefined), false),
    explain(value) {
      const report = new ProblemReport();
      const unfinished: Problem[] = [{ at: "", text: "too complex to check", kind: "other" }];
      const problems = bounded(() => {
        check.explain(value, "", report);
        return report.problems;
      }, unfinished);
      return formatProblems(problems);
    },
  };
}

/**
 * How many times one judgement may follow a `$ref`. Only recursive schemas can make the work
 * grow faster than the value, and a guest chooses the value; 32 MiB of honest JSON stays below.
 */
const MAX_STEPS = 5_000_000;

let stepsLeft = 0;

class OutOfSteps extends Error {}

/** Runs one judgement; a value too deep for the stack or too costly is refused, not fatal. */
function bounded<T>(judge: () => T, refusal: T): T {
  stepsLeft = MAX_STEPS;
  try {
    return judge();
  } catch (error) {
    if (error instanceof OutOfSteps || error instanceof RangeError) return refusal;
    throw error;
  }
}

/** Turns the schemas of one document into checks, each once. */
export class Compiler {
  readonly #root: JsonSchema;
  readonly #checks = new Map<SchemaObject, Check>();
  /** Targets of references still to compile; a queue, for they may refer to each other. */
  readonly #queue: SchemaObject[] = [];
  #references: References | undefined;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  run(): Check {
    const check = this.compile(this.#root);
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      this.compile(next);
    }
    return check;
  }

  compile(schema: JsonSchema): Check {
    if (typeof schema === "boolean") return schema ? ACCEPT_ALL : REFUSE_ALL;
    let check = this.#checks.get(schema);
    if (check === undefined) {
      check = this.#compileObject(schema);
      this.#checks.set(schema, check);
    }
    return check;
  }

  #compileObject(schema: SchemaObject): Check {
    const type = typeRule(schema);
    const constant = constantRule(schema);
    const named = [constant, type].filter((rule) => rule !== undefined);
    const rules: Rule[] = [];
    let phrase = constant ?? type;
    if (schema["$ref"] !== undefined) {
      const reference = this.#referenceRule(schema);
      rules.push(reference);
      phrase ??= reference;
    }
    const made = new Set<RuleMaker>();
    for (const keyword of Object.keys(schema)) {
      const maker = schema[keyword] === undefined ? undefined : RULE_MAKERS.get(keyword);
      if (maker === undefined || made.has(maker)) continue;
      made.add(maker);
      for (const rule of maker(schema, this)) {
        rules.push(rule);
        phrase ??= "expected" in rule ? rule : undefined;
      }
    }
    const others = withUnevaluated(rules, schema, this);
    if (named.length + others.length === 0) return ACCEPT_ALL;
    return joinRules(named, others, () => phrase?.expected() ?? "another value");
  }

  #referenceRule(schema: SchemaObject): PhrasedRule {
    const slot = this.#targetOf(schema);
    return {
      test(value, seen) {
        if (--stepsLeft < 0) throw new OutOfSteps();
        return slot().test(value, seen);
      },
      explain(value, at, report) {
        if (--stepsLeft < 0) throw new OutOfSteps();
        if (!report.full) slot().explain(value, at, report);
      },
      expected: () => slot().expected(),
    };
  }

  /** The check of a target that may not be compiled yet; it is by the time anybody asks. */
  #targetOf(schema: SchemaObject): () => Check {
    let target: JsonSchema | undefined;
    if (typeof this.#root !== "boolean") {
      this.#references ??= new References(this.#root);
      target = this.#references.resolve(schema);
    }
    if (target === undefined || typeof target === "boolean") {
      return () => (target ? ACCEPT_ALL : REFUSE_ALL);
    }
    const found = target;
    this.#queue.push(found);
    let check: Check | undefined;
    return () => {
      check ??= this.#checks.get(found) ?? REFUSE_ALL;
      return check;
    };
  }
}

type RuleMaker = (schema: SchemaObject, compiler: Compiler) => readonly (Rule | PhrasedRule)[];

/** Which rules a keyword brings about. Keywords that work together share a maker. */
const RULE_MAKERS: ReadonlyMap<string, RuleMaker> = new Map(
  ruleMakers([
    ["minLength maxLength pattern", stringRules],
    ["minimum maximum exclusiveMinimum exclusiveMaximum multipleOf", numberRules],
    [
      "properties required patternProperties additionalProperties",
      (schema, compiler) => [shapeRule(schema, compiler)],
    ],
    ["minProperties maxProperties", sizeRules],
    ["propertyNames", (schema, compiler) => [namesRule(schema, compiler)]],
    ["dependentRequired dependentSchemas dependencies", dependencyRules],
    ["items prefixItems", (schema, compiler) => [itemsRule(schema, compiler)]],
    ["minItems maxItems uniqueItems", lengthRules],
    ["contains", (schema, compiler) => [containsRule(schema, compiler)]],
    ["allOf", (schema, compiler) => [allOfRule(schema, compiler)]],
    ["anyOf", (schema, compiler) => [alternativesRule("anyOf", schema, compiler)]],
    ["oneOf", (schema, compiler) => [alternativesRule("oneOf", schema, compiler)]],
    ["not", (schema, compiler) => [notRule(schema, compiler)]],
    ["if", (schema, compiler) => [conditionRule(schema, compiler)]],
  ]),
);

function ruleMakers(table: readonly (readonly [string, RuleMaker])[]): [string, RuleMaker][] {
  return table.flatMap(([keywords, maker]) =>
    keywords.split(" ").map((keyword): [string, RuleMaker] => [keyword, maker]),
  );
}

/** One check of all rules; when the type or constant is wrong, nothing else is worth saying. */
function joinRules(named: readonly Rule[], others: readonly Rule[], expected: () => string): Check {
  const rules = [...named, ...others];
  const [first, second] = rules;
  let test: Check["test"] = (value, seen) => {
    for (const rule of rules) if (!rule.test(value, seen)) return false;
    return true;
  };
  if (first !== undefined && rules.length === 1) {
    test = (value, seen) => first.test(value, seen);
  } else if (first !== undefined && second !== undefined && rules.length === 2) {
    test = (value, seen) => first.test(value, seen) && second.test(value, seen);
  }
  return {
    test,
    explain(value, at, report) {
      const failed = named.find((rule) => !rule.test(value, undefined));
      if (failed !== undefined) failed.explain(value, at, report);
      else for (const rule of others) rule.explain(value, at, report);
    },
    expected,
  };
}
