import { isJsonSchema, isRecord, type SchemaObject } from "../schema/keywords.js";
import type { JsonSchema } from "../types.js";
import { fieldComment } from "./comments.js";
import { propertyName } from "./literals.js";
import { single, type TypeText, toText, UNKNOWN, unionOf } from "./type-text.js";

/** Shorter object types stay on one line. */
const MAX_LINE_CHARS = 90;
const MAX_INDEX_CHARS = 80;

/** The type of anything that is an object, when a schema says no more than that. */
export const ANY_OBJECT = "{ [key: string]: unknown }";

/** The type literal of an object schema; `write` makes the types of its members. */
export function objectType(
  schema: SchemaObject,
  write: (member: JsonSchema) => TypeText,
): TypeText {
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const extra = extraSchemas(schema);
  const fields = fieldsOf(schema, extra, required).map(([key, member]) => {
    const isOptional = !required.has(key);
    const type = write(member);
    const name = `${propertyName(key)}${isOptional ? "?" : ""}`;
    return { isOptional, type, line: `${fieldComment(key, member)}${name}: ${toText(type)}` };
  });
  const lines = fields.map(({ line }) => line);
  if (extra.length > 0) {
    const own = extra.map(write);
    const others = fields.map(({ type }) => type);
    if (fields.some(({ isOptional }) => isOptional)) others.push(single("undefined"));
    lines.push(`[key: string]: ${indexType(own, others)}`);
  } else if (lines.length === 0 && isOpen(schema)) return single(ANY_OBJECT);
  return single(layOut(lines));
}

/** The declared fields; a record whose keys are listed is an object with these fields. */
function fieldsOf(
  schema: SchemaObject,
  extra: readonly JsonSchema[],
  required: ReadonlySet<unknown>,
): [string, JsonSchema][] {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const fields = new Map<string, JsonSchema>();
  for (const [key, member] of Object.entries(properties)) {
    fields.set(key, isJsonSchema(member) ? member : true);
  }
  const other = extra.length === 1 ? (extra[0] ?? true) : true;
  const names = listedNames(schema);
  for (const key of [...(names ?? []), ...required]) {
    if (typeof key === "string" && !fields.has(key))
      fields.set(key, names ? (restOf(schema) ?? other) : other);
  }
  return [...fields];
}

/** What undeclared fields may hold; nothing when the author did not invite them. */
function extraSchemas(schema: SchemaObject): JsonSchema[] {
  const patterns = schema["patternProperties"];
  const extra = isRecord(patterns) ? Object.values(patterns).filter(isJsonSchema) : [];
  const rest = restOf(schema);
  if (rest !== undefined && rest !== false && listedNames(schema) === undefined) extra.push(rest);
  return extra.filter((member) => member !== false);
}

function restOf(schema: SchemaObject): JsonSchema | undefined {
  const rest = schema["additionalProperties"];
  return isJsonSchema(rest) ? rest : undefined;
}

function isOpen(schema: SchemaObject): boolean {
  return schema["additionalProperties"] !== false && !isRecord(schema["properties"]);
}

function listedNames(schema: SchemaObject): string[] | undefined {
  const names = schema["propertyNames"];
  const listed = isRecord(names) ? names["enum"] : undefined;
  if (!Array.isArray(listed) || listed.length > 60) return undefined;
  return listed.filter((name) => typeof name === "string");
}

/** TypeScript wants the index signature to cover the declared fields as well. */
function indexType(own: readonly TypeText[], others: readonly TypeText[]): string {
  if (others.length === 0) return toText(unionOf(own));
  const text = toText(unionOf([...own, ...others]));
  return text.length > MAX_INDEX_CHARS || text.includes("\n") ? toText(UNKNOWN) : text;
}

function layOut(lines: readonly string[]): string {
  if (lines.length === 0) return "{}";
  const inline = `{ ${lines.join("; ")} }`;
  if (inline.length <= MAX_LINE_CHARS && !inline.includes("\n")) return inline;
  // No literal or comment contains a line break, so that every one is layout.
  return `{\n${lines.map((line) => `  ${line.replaceAll("\n", "\n  ")};`).join("\n")}\n}`;
}
