import type { JsonSchema } from "../types.js";
import { isJsonSchema, isRecord, type SchemaObject } from "./keywords.js";

/**
 * Typed access to the keywords of a schema that `checkSchema` has passed: what a keyword
 * cannot be according to the check counts as absent here.
 */
export function readNumber(schema: SchemaObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

/** A keyword that lists names. */
export function readNames(schema: SchemaObject, keyword: string): readonly string[] {
  return asNames(schema[keyword]);
}

/** The names in a list. */
export function asNames(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

/** A keyword that holds one schema. */
export function readSchema(schema: SchemaObject, keyword: string): JsonSchema | undefined {
  const value = schema[keyword];
  return isJsonSchema(value) ? value : undefined;
}

/** A keyword that holds a list of schemas. */
export function readSchemas(schema: SchemaObject, keyword: string): readonly JsonSchema[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value.filter(isJsonSchema) : [];
}

/** A keyword that maps names to schemas. */
export function readSchemaMap(schema: SchemaObject, keyword: string): [string, JsonSchema][] {
  const value = schema[keyword];
  const entries: [string, JsonSchema][] = [];
  if (!isRecord(value)) return entries;
  for (const key of Object.keys(value)) {
    const item = value[key];
    if (isJsonSchema(item)) entries.push([key, item]);
  }
  return entries;
}
