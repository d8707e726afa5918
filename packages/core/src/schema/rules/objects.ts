import { toRegExp } from "../check-schema.js";
import { closestName } from "../closest-name.js";
import type { Compiler } from "../compile-schema.js";
import { presentKeys } from "../equality.js";
import type { Evaluated } from "../evaluated.js";
import { isRecord, type SchemaObject } from "../keywords.js";
import { memberPath, ProblemReport, quote } from "../problems.js";
import { asNames, readNames, readNumber, readSchema, readSchemaMap } from "../read-keyword.js";
import { type Check, type Rule, simpleRule } from "../rule.js";

interface Field {
  readonly key: string;
  /** `undefined` when the schema accepts everything. */
  readonly check: Check | undefined;
  readonly required: boolean;
}

/** `properties`, `required`, `patternProperties` and `additionalProperties`, in one pass. */
export function shapeRule(schema: SchemaObject, compiler: Compiler): Rule {
  return new Shape(schema, compiler);
}

class Shape implements Rule {
  readonly #fields: readonly Field[];
  readonly #undeclared: readonly string[];
  readonly #patterns: { regex: RegExp; check: Check }[] = [];
  readonly #declared: ReadonlySet<string>;
  readonly #extra: Check | undefined;
  readonly #closed: boolean;
  readonly #takesAll: boolean;

  constructor(schema: SchemaObject, compiler: Compiler) {
    const required = new Set(readNames(schema, "required"));
    this.#fields = readSchemaMap(schema, "properties").map(([key, member]) => {
      const check = compiler.compile(member);
      return { key, check: check.acceptsAll ? undefined : check, required: required.delete(key) };
    });
    // What is left is required without being declared.
    this.#undeclared = [...required];
    this.#declared = new Set(this.#fields.map(({ key }) => key));
    for (const [source, member] of readSchemaMap(schema, "patternProperties")) {
      const regex = toRegExp(source);
      if (regex !== undefined) this.#patterns.push({ regex, check: compiler.compile(member) });
    }
    const extra = readSchema(schema, "additionalProperties");
    this.#closed = extra === false;
    this.#takesAll = extra !== undefined;
    const check = compiler.compile(extra === undefined || extra === false ? true : extra);
    this.#extra = check.acceptsAll ? undefined : check;
  }

  test(value: unknown, seen: Evaluated | undefined): boolean {
    if (!isRecord(value)) return true;
    let present = 0;
    for (const { key, check, required } of this.#fields) {
      // Guests choose the keys: only own ones count, `__proto__` included.
      const item = Object.hasOwn(value, key) ? value[key] : undefined;
      if (item === undefined) {
        if (required) return false;
        continue;
      }
      present++;
      if (check !== undefined && !check.test(item, undefined)) return false;
      if (seen !== undefined) seen.addKey(key);
    }
    for (const key of this.#undeclared) {
      if (!hasField(value, key)) return false;
    }
    if (seen !== undefined && this.#takesAll) seen.addAllKeys();
    if (!this.#closed && this.#extra === undefined && this.#patterns.length === 0) return true;
    return this.#testOthers(value, present, seen);
  }

  #testOthers(
    value: Record<string, unknown>,
    present: number,
    seen: Evaluated | undefined,
  ): boolean {
    const keys = Object.keys(value);
    if (keys.length === present && this.#patterns.length === 0) return true;
    for (const key of keys) {
      const item = value[key];
      if (item === undefined) continue;
      let known = this.#declared.has(key);
      for (const { regex, check } of this.#patterns) {
        if (!regex.test(key)) continue;
        known = true;
        if (!check.test(item, undefined)) return false;
        if (seen !== undefined) seen.addKey(key);
      }
      if (known) continue;
      if (this.#closed) return false;
      if (this.#extra !== undefined && !this.#extra.test(item, undefined)) return false;
    }
    return true;
  }

  explain(value: unknown, at: string, report: ProblemReport): void {
    if (!isRecord(value)) return;
    for (const { key, check, required } of this.#fields) {
      const item = Object.hasOwn(value, key) ? value[key] : undefined;
      if (item !== undefined) check?.explain(item, memberPath(at, key), report);
      else if (required) report.add(memberPath(at, key), missing(check));
    }
    for (const key of this.#undeclared) {
      if (!hasField(value, key)) report.add(memberPath(at, key), missing(this.#extra));
    }
    for (const key of presentKeys(value)) {
      if (report.full) return;
      this.#explainOther(key, value, at, report);
    }
  }

  #explainOther(
    key: string,
    value: Record<string, unknown>,
    at: string,
    report: ProblemReport,
  ): void {
    const patterns = this.#patterns.filter(({ regex }) => regex.test(key));
    for (const { check } of patterns) check.explain(value[key], memberPath(at, key), report);
    if (patterns.length > 0 || this.#declared.has(key)) return;
    if (this.#closed) report.add(at, unexpectedField(key, value, [...this.#declared]));
    else this.#extra?.explain(value[key], memberPath(at, key), report);
  }
}

/** The complaint about a field nobody declared, with the name that was probably meant. */
export function unexpectedField(
  key: string,
  value: Record<string, unknown>,
  declared: readonly string[],
): string {
  const free = declared.filter((name) => !Object.hasOwn(value, name));
  const meant = closestName(key, free);
  if (meant !== undefined) {
    return `unexpected field ${quote(key)} (did you mean ${quote(meant)}?)`;
  }
  const hint =
    declared.length > 0 && declared.length <= 8 ? ` (allowed: ${declared.join(", ")})` : "";
  return `unexpected field ${quote(key)}${hint}`;
}

function missing(check: Check | undefined): string {
  return check === undefined ? "missing" : `missing, expected ${check.expected()}`;
}

/** `minProperties` and `maxProperties`. */
export function sizeRules(schema: SchemaObject): Rule[] {
  const rules: Rule[] = [];
  const least = readNumber(schema, "minProperties") ?? 0;
  const most = readNumber(schema, "maxProperties");
  if (least > 0) {
    rules.push(
      simpleRule(
        (value) => !isRecord(value) || presentKeys(value).length >= least,
        `expected at least ${least} ${least === 1 ? "field" : "fields"}`,
      ),
    );
  }
  if (most !== undefined) {
    rules.push(
      simpleRule(
        (value) => !isRecord(value) || presentKeys(value).length <= most,
        `expected at most ${most} ${most === 1 ? "field" : "fields"}`,
      ),
    );
  }
  return rules;
}

/** `propertyNames`. */
export function namesRule(schema: SchemaObject, compiler: Compiler): Rule {
  const check = compiler.compile(readSchema(schema, "propertyNames") ?? true);
  return {
    test: (value) =>
      !isRecord(value) || presentKeys(value).every((key) => check.test(key, undefined)),
    explain(value, at, report) {
      if (!isRecord(value)) return;
      for (const key of presentKeys(value)) {
        const own = new ProblemReport();
        check.explain(key, "", own);
        const [problem] = own.problems;
        if (problem !== undefined) report.add(at, `field name ${quote(key)}: ${problem.text}`);
        if (report.full) return;
      }
    },
  };
}

/** `dependentRequired`, `dependentSchemas`, and draft-07's `dependencies`, which is both. */
export function dependencyRules(schema: SchemaObject, compiler: Compiler): Rule[] {
  const rules: Rule[] = [];
  for (const keyword of ["dependentRequired", "dependencies"]) {
    const map = schema[keyword];
    for (const [key, names] of isRecord(map) ? Object.entries(map) : []) {
      if (Array.isArray(names)) rules.push(companionsRule(key, asNames(names)));
    }
  }
  for (const keyword of ["dependentSchemas", "dependencies"]) {
    for (const [key, member] of readSchemaMap(schema, keyword)) {
      const check = compiler.compile(member);
      rules.push({
        test: (value, seen) => !hasField(value, key) || check.test(value, seen),
        explain: (value, at, report) => {
          if (hasField(value, key)) check.explain(value, at, report);
        },
      });
    }
  }
  return rules;
}

function hasField(value: unknown, key: string): value is Record<string, unknown> {
  return isRecord(value) && Object.hasOwn(value, key) && value[key] !== undefined;
}

function companionsRule(key: string, companions: readonly string[]): Rule {
  const lacking = (value: unknown): string | undefined =>
    hasField(value, key) ? companions.find((name) => !hasField(value, name)) : undefined;
  return {
    test: (value) => lacking(value) === undefined,
    explain(value, at, report) {
      const name = lacking(value);
      if (name !== undefined) {
        report.add(memberPath(at, name), `missing, needed together with ${quote(key)}`);
      }
    },
  };
}
