import type { Compiler } from "../compile-schema.js";
import { findDuplicate } from "../equality.js";
import type { SchemaObject } from "../keywords.js";
import { memberPath } from "../problems.js";
import { readNumber, readSchema, readSchemas } from "../read-keyword.js";
import { type Check, type Rule, simpleRule } from "../rule.js";

/** `prefixItems` with `items`, and draft-07's `items` list with `additionalItems`. */
export function itemsRule(schema: SchemaObject, compiler: Compiler): Rule {
  const isDraft7 = Array.isArray(schema["items"]);
  const rest = readSchema(schema, isDraft7 ? "additionalItems" : "items");
  const leading = readSchemas(schema, isDraft7 ? "items" : "prefixItems").map((member) =>
    compiler.compile(member),
  );
  const others = compiler.compile(rest ?? true);
  const evaluated = rest === undefined ? leading.length : Number.POSITIVE_INFINITY;
  const checkAt = (index: number): Check => leading[index] ?? others;
  return {
    test(value, seen) {
      if (!Array.isArray(value)) return true;
      if (seen !== undefined) seen.addLeadingItems(evaluated);
      const end = others.acceptsAll ? Math.min(value.length, leading.length) : value.length;
      for (let index = 0; index < end; index++) {
        if (!checkAt(index).test(value[index], undefined)) return false;
      }
      return true;
    },
    explain(value, at, report) {
      if (!Array.isArray(value)) return;
      if (rest === false && value.length > leading.length) {
        report.add(at, `expected at most ${leading.length} items`);
      }
      const end = rest === false ? Math.min(value.length, leading.length) : value.length;
      for (let index = 0; index < end && !report.full; index++) {
        checkAt(index).explain(value[index], memberPath(at, index), report);
      }
    },
  };
}

/** `minItems`, `maxItems` and `uniqueItems`. */
export function lengthRules(schema: SchemaObject): Rule[] {
  const rules: Rule[] = [];
  const least = readNumber(schema, "minItems") ?? 0;
  const most = readNumber(schema, "maxItems");
  if (least > 0) {
    rules.push(
      simpleRule(
        (value) => !Array.isArray(value) || value.length >= least,
        `expected at least ${least} ${least === 1 ? "item" : "items"}`,
      ),
    );
  }
  if (most !== undefined) {
    rules.push(
      simpleRule(
        (value) => !Array.isArray(value) || value.length <= most,
        `expected at most ${most} ${most === 1 ? "item" : "items"}`,
      ),
    );
  }
  if (schema["uniqueItems"] === true) {
    rules.push({
      test: (value) => !Array.isArray(value) || findDuplicate(value) < 0,
      explain(value, at, report) {
        const index = Array.isArray(value) ? findDuplicate(value) : -1;
        if (index >= 0) report.add(memberPath(at, index), "repeats an earlier item");
      },
    });
  }
  return rules;
}

/** `contains` with `minContains` and `maxContains`. */
export function containsRule(schema: SchemaObject, compiler: Compiler): Rule {
  const check = compiler.compile(readSchema(schema, "contains") ?? true);
  const least = readNumber(schema, "minContains") ?? 1;
  const most = readNumber(schema, "maxContains") ?? Number.POSITIVE_INFINITY;
  return {
    test(value, seen) {
      if (!Array.isArray(value)) return true;
      let count = 0;
      for (let index = 0; index < value.length; index++) {
        if (!check.test(value[index], undefined)) continue;
        count++;
        if (seen !== undefined) seen.addIndex(index);
      }
      return count >= least && count <= most;
    },
    explain(value, at, report) {
      if (this.test(value, undefined)) return;
      const count = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
      const form = check.acceptsAll ? "items" : `items that are ${check.expected()}`;
      report.add(at, `expected ${count} ${form}`);
    },
  };
}
