import { toRegExp } from "../check-schema.js";
import { jsonEquals } from "../equality.js";
import { isRecord, type SchemaObject } from "../keywords.js";
import { listAlternatives, showValue } from "../problems.js";
import { readNumber } from "../read-keyword.js";
import { type PhrasedRule, type Rule, simpleRule } from "../rule.js";

/** `type`, with OpenAPI's `nullable`, which many generators still write. */
export function typeRule(schema: SchemaObject): PhrasedRule | undefined {
  const given = schema["type"];
  if (given === undefined) return undefined;
  const types = new Set(Array.isArray(given) ? given : [given]);
  if (schema["nullable"] === true) types.add("null");
  const tests = [...types].map((name) => TYPE_TESTS.get(name) ?? (() => false));
  const [first = () => false] = tests;
  const test = tests.length === 1 ? first : (value: unknown) => tests.some((is) => is(value));
  const wanted = [...types].join(" or ");
  return {
    expected: () => wanted,
    test,
    explain(value, at, report) {
      if (test(value)) return;
      const got = typeof value === "number" && types.has("integer") ? "fraction" : typeName(value);
      report.add(at, `expected ${wanted}, got ${got}`, "type");
    },
  };
}

/** The JSON type of a value, for messages; values themselves are never repeated in them. */
export function typeName(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

/** `const` and `enum`. */
export function constantRule(schema: SchemaObject): PhrasedRule | undefined {
  const lists: unknown[][] = [];
  if (schema["const"] !== undefined) lists.push([schema["const"]]);
  if (Array.isArray(schema["enum"])) lists.push(schema["enum"]);
  if (lists.length === 0) return undefined;
  const tests = lists.map(oneOfTest);
  const [first = () => false] = tests;
  const test =
    tests.length === 1 ? first : (value: unknown) => tests.every((matches) => matches(value));
  const shown = (lists[0] ?? []).map(showValue);
  const wanted = shown.length === 1 ? String(shown[0]) : `one of ${listAlternatives(shown, ", ")}`;
  return {
    expected: () => wanted,
    test,
    explain(value, at, report) {
      const kind = shown.length === 1 ? "constant" : "choice";
      if (!test(value)) report.add(at, `expected ${wanted}`, kind);
    },
  };
}

function oneOfTest(options: readonly unknown[]): (value: unknown) => boolean {
  const composites = options.filter((option) => typeof option === "object" && option !== null);
  const primitives = new Set(options);
  const [only] = options;
  if (options.length === 1 && composites.length === 0) return (value) => value === only;
  if (composites.length === 0) return (value) => primitives.has(value);
  return (value) => primitives.has(value) || composites.some((option) => jsonEquals(option, value));
}

/** `minLength`, `maxLength` and `pattern`. `format` is an annotation: types show it, no more. */
export function stringRules(schema: SchemaObject): Rule[] {
  const rules: Rule[] = [];
  const least = readNumber(schema, "minLength");
  if (least !== undefined && least > 0) {
    const complaint =
      least === 1 ? "expected a non-empty string" : `expected at least ${least} characters`;
    rules.push(
      simpleRule(
        // A character outside the BMP is two units long, so twice the length needs no counting.
        (value) =>
          typeof value !== "string" ||
          value.length >= 2 * least ||
          (value.length >= least && countCharacters(value) >= least),
        complaint,
      ),
    );
  }
  const most = readNumber(schema, "maxLength");
  if (most !== undefined) {
    rules.push(
      simpleRule(
        (value) =>
          typeof value !== "string" ||
          value.length <= most ||
          (value.length <= 2 * most && countCharacters(value) <= most),
        `expected at most ${most} characters`,
      ),
    );
  }
  const { pattern } = schema;
  const regex = typeof pattern === "string" ? toRegExp(pattern) : undefined;
  if (regex !== undefined) {
    rules.push(
      simpleRule(
        (value) => typeof value !== "string" || regex.test(value),
        `expected a string that matches ${regex.source.slice(0, 100)}`,
      ),
    );
  }
  return rules;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** `minimum`, `maximum`, their exclusive forms and `multipleOf`. */
export function numberRules(schema: SchemaObject): Rule[] {
  const rules: Rule[] = [];
  const bound = (
    keyword: string,
    sign: string,
    holds: (value: number, limit: number) => boolean,
  ): void => {
    const limit = readNumber(schema, keyword);
    if (limit === undefined) return;
    rules.push(
      simpleRule(
        (value) => typeof value !== "number" || holds(value, limit),
        `expected a number ${sign} ${limit}`,
      ),
    );
  };
  bound("minimum", ">=", (value, limit) => value >= limit);
  bound("maximum", "<=", (value, limit) => value <= limit);
  bound("exclusiveMinimum", ">", (value, limit) => value > limit);
  bound("exclusiveMaximum", "<", (value, limit) => value < limit);
  const step = readNumber(schema, "multipleOf");
  if (step !== undefined) {
    rules.push(
      simpleRule(
        (value) => typeof value !== "number" || isMultiple(value, step),
        `expected a multiple of ${step}`,
      ),
    );
  }
  return rules;
}

/** 19.99 is a multiple of 0.01 although their binary quotient is 1998.9999999999998. */
function isMultiple(value: number, step: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(step)) return value % step === 0;
  const quotient = value / step;
  if (!Number.isFinite(quotient)) return value % step === 0;
  const nearest = Math.round(quotient);
  return Math.abs(quotient - nearest) <= Number.EPSILON * 4 * Math.abs(nearest);
}

const TYPE_TESTS: ReadonlyMap<unknown, (value: unknown) => boolean> = new Map([
  ["string", (value: unknown) => typeof value === "string"],
  ["number", (value: unknown) => typeof value === "number" && Number.isFinite(value)],
  ["integer", (value: unknown) => Number.isInteger(value)],
  ["boolean", (value: unknown) => typeof value === "boolean"],
  ["object", isRecord],
  ["array", (value: unknown) => Array.isArray(value)],
  ["null", (value: unknown) => value === null],
]);
