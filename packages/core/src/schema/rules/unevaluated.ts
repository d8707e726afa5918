import type { Compiler } from "../compile-schema.js";
import { presentKeys } from "../equality.js";
import { Evaluated } from "../evaluated.js";
import { isRecord, type SchemaObject } from "../keywords.js";
import { memberPath, type ProblemReport } from "../problems.js";
import { readSchema } from "../read-keyword.js";
import type { Check, Rule } from "../rule.js";
import { unexpectedField } from "./objects.js";

/**
 * `unevaluatedProperties` and `unevaluatedItems`: rules about the members that none of the
 * other rules of the same schema, or of the branches that passed, has looked at. They need to
 * know what the others did, so they wrap them.
 */
export function withUnevaluated(
  others: readonly Rule[],
  schema: SchemaObject,
  compiler: Compiler,
): readonly Rule[] {
  const [properties, items] = ["unevaluatedProperties", "unevaluatedItems"].map((keyword) => {
    const member = readSchema(schema, keyword);
    return member === undefined ? undefined : compiler.compile(member);
  });
  if (properties === undefined && items === undefined) return others;
  const passesOthers = (value: unknown, seen: Evaluated): boolean =>
    others.every((rule) => rule.test(value, seen));
  const closed = schema["unevaluatedProperties"] === false;

  return [
    {
      test(value, seen) {
        const own = new Evaluated();
        if (!passesOthers(value, own)) return false;
        if (!testRest(value, own, properties, items)) return false;
        if (properties !== undefined) own.addAllKeys();
        if (items !== undefined) own.addLeadingItems(Number.POSITIVE_INFINITY);
        seen?.merge(own);
        return true;
      },
      explain(value, at, report) {
        const before = report.problems.length;
        for (const rule of others) rule.explain(value, at, report);
        if (report.problems.length > before) return;
        const own = new Evaluated();
        passesOthers(value, own);
        explainRest(value, at, report, own, properties, items, closed);
      },
    },
  ];
}

function testRest(
  value: unknown,
  own: Evaluated,
  properties: Check | undefined,
  items: Check | undefined,
): boolean {
  if (Array.isArray(value)) {
    return (
      items === undefined ||
      value.every((item, index) => own.hasIndex(index) || items.test(item, undefined))
    );
  }
  return (
    properties === undefined ||
    !isRecord(value) ||
    presentKeys(value).every((key) => own.hasKey(key) || properties.test(value[key], undefined))
  );
}

function explainRest(
  value: unknown,
  at: string,
  report: ProblemReport,
  own: Evaluated,
  properties: Check | undefined,
  items: Check | undefined,
  closed: boolean,
): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      if (!own.hasIndex(index)) items?.explain(item, memberPath(at, index), report);
    });
  } else if (isRecord(value)) {
    for (const key of presentKeys(value)) {
      if (own.hasKey(key)) continue;
      if (closed) report.add(at, unexpectedField(key, value, []));
      else properties?.explain(value[key], memberPath(at, key), report);
    }
  }
}
