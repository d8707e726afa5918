import type { JsonSchema } from "../types.js";
import { eachSubschema, isRecord, type SchemaObject } from "./keywords.js";
import { renderJsonSchema, type SchemaSide } from "./render-json-schema.js";
import { typeName } from "./rules/scalars.js";
import {
  isStandardSchema,
  type StandardIssue,
  type StandardResult,
  type StandardSchema,
} from "./standard-schema.js";

/** The fields of an object, each with its schema: `{ title: z.string() }`. */
export type RawShape = { readonly [field: string]: StandardSchema };

/**
 * Whether a value is a raw shape. One schema object is enough: a JSON Schema holds none, and a
 * shape with something else in it is better reported as such.
 */
export function isRawShape(value: unknown): value is RawShape {
  return isRecord(value) && Object.values(value).some(isStandardSchema);
}

/** One schema for all fields. As Zod's objects do, it leaves out fields nobody declared. */
export function joinShape(shape: RawShape): StandardSchema {
  const fields = Object.entries(shape);
  const validate = (value: unknown): Promise<StandardResult> => validateFields(fields, value);
  return { "~standard": { version: 1, vendor: "execbox", validate } };
}

/** The JSON Schema of a raw shape. */
export function renderShape(shape: RawShape, where: string, side: SchemaSide): JsonSchema {
  const fields = Object.entries(shape);
  const properties = fields.map(([key, schema]): [string, JsonSchema] => {
    if (!isStandardSchema(schema)) {
      throw new TypeError(`${where}.${key} must be a schema object like the fields beside it`);
    }
    const rendered = renderJsonSchema(schema, `${where}.${key}`, side);
    if (typeof rendered === "boolean") return [key, rendered];
    // A copy, to change: libraries may hand out the same object twice.
    const { $schema: _, ...rest } = structuredClone(rendered);
    moveReferences(rest, `#/properties/${encodeToken(key)}`);
    return [key, rest];
  });
  const required = fields.filter(([, schema]) => !isOptional(schema)).map(([key]) => key);
  return { type: "object", properties: Object.fromEntries(properties), required };
}

async function validateFields(
  fields: readonly [string, StandardSchema][],
  value: unknown,
): Promise<StandardResult> {
  if (!isRecord(value)) {
    return { issues: [{ message: `expected object, got ${typeName(value)}` }] };
  }
  const entries: [string, unknown][] = [];
  const issues: StandardIssue[] = [];
  for (const [key, schema] of fields) {
    const given = Object.hasOwn(value, key) ? value[key] : undefined;
    const result = await schema["~standard"].validate(given);
    if (result.issues === undefined) {
      if (result.value !== undefined) entries.push([key, result.value]);
    } else for (const issue of result.issues) issues.push(under(key, issue));
  }
  // fromEntries defines members, so that a field called `__proto__` stays a field.
  return issues.length > 0 ? { issues } : { value: Object.fromEntries(entries) };
}

function under(key: string, { message, path = [] }: StandardIssue): StandardIssue {
  return { message, path: [key, ...path] };
}

/** A field may be left out when its schema takes `undefined`; only the schema can tell. */
function isOptional(schema: StandardSchema): boolean {
  try {
    const result = schema["~standard"].validate(undefined);
    if (!("then" in result)) return result.issues === undefined;
    // An asynchronous schema answers too late for us; its late objections are nobody's concern.
    result.then(undefined, () => {});
    return false;
  } catch {
    return false;
  }
}

/** A field's schema was a document of its own; its references now start at the field. */
function moveReferences(schema: SchemaObject, base: string): void {
  if (typeof schema["$id"] === "string") return;
  const reference = schema["$ref"];
  if (reference === "#") schema["$ref"] = base;
  else if (typeof reference === "string" && reference.startsWith("#/")) {
    schema["$ref"] = base + reference.slice(1);
  }
  eachSubschema(schema, (subschema) => moveReferences(subschema, base));
}

function encodeToken(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}
