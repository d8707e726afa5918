import type { JsonSchema } from "../types.js";

/** A JSON Schema that is not just `true` or `false`. */
export type SchemaObject = Exclude<JsonSchema, boolean>;

/** Whether a value has the outer form of a JSON Schema. */
export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isRecord(value);
}

/** Whether a value is what JSON calls an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** How a keyword holds schemas: one, a list or a map of them. */
export type SubschemaForm = "one" | "list" | "map";

/** How a keyword holds schemas; `undefined` if it holds none. */
export function subschemaForm(keyword: string): SubschemaForm | undefined {
  return FORMS.get(keyword);
}

/** Calls `visit` for every schema directly inside `schema`, with the keyword that holds it. */
export function eachSubschema(
  schema: SchemaObject,
  visit: (subschema: SchemaObject, keyword: string) => void,
): void {
  for (const keyword of Object.keys(schema)) {
    const form = FORMS.get(keyword);
    if (form === undefined) continue;
    const value = schema[keyword];
    if (Array.isArray(value)) {
      if (form === "map") continue;
      for (const item of value) if (isRecord(item)) visit(item, keyword);
    } else if (isRecord(value)) {
      if (form === "one") visit(value, keyword);
      else if (form === "map") {
        for (const item of Object.values(value)) if (isRecord(item)) visit(item, keyword);
      }
    }
  }
}

/** Keywords whose schemas apply to the very value their parent applies to, not to a part of it. */
export const IN_PLACE_KEYWORDS: ReadonlySet<string> = new Set(
  "allOf anyOf oneOf not if then else dependentSchemas dependencies".split(" "),
);

/** draft-07's `items` may also be a list. */
const FORMS: ReadonlyMap<string, SubschemaForm> = new Map([
  ["additionalItems", "one"],
  ["additionalProperties", "one"],
  ["allOf", "list"],
  ["anyOf", "list"],
  ["contains", "one"],
  ["contentSchema", "one"],
  ["definitions", "map"],
  ["dependencies", "map"],
  ["dependentSchemas", "map"],
  ["$defs", "map"],
  ["else", "one"],
  ["if", "one"],
  ["items", "one"],
  ["not", "one"],
  ["oneOf", "list"],
  ["patternProperties", "map"],
  ["prefixItems", "list"],
  ["properties", "map"],
  ["propertyNames", "one"],
  ["then", "one"],
  ["unevaluatedItems", "one"],
  ["unevaluatedProperties", "one"],
]);
