import type { JsonSchema } from "@execbox/core";
import { isObject } from "../upstream/shapes.js";

/**
 * The schema without its regular expressions. They are the upstream's, the text they would be tried
 * on is the guest's or the upstream's, and a pattern such as `(a+)+$` on the right text never
 * returns. The upstream checks them itself; the types show them all the same.
 */
export function withoutPatterns(schema: JsonSchema): JsonSchema {
  return isObject(schema) ? strip(schema, 0) : schema;
}

const MAX_DEPTH = 100;

function strip(schema: { readonly [key: string]: unknown }, depth: number): JsonSchema {
  if (depth > MAX_DEPTH) return true;
  const hasPatterns = isObject(schema["patternProperties"]);
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === "pattern" || keyword === "patternProperties") return [];
    // What the patterns allowed must not be refused in their absence.
    if (hasPatterns && CLOSING.has(keyword)) return [];
    if (DATA.has(keyword)) return [[keyword, value]];
    return [[keyword, MAPS.has(keyword) ? stripMap(value, depth) : stripAny(value, depth)]];
  });
  return Object.fromEntries(entries);
}

function stripAny(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => stripAny(item, depth));
  return isObject(value) ? strip(value, depth + 1) : value;
}

/** In a map of schemas a key is a name, and a property may be called `pattern`. */
function stripMap(value: unknown, depth: number): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, stripAny(item, depth)]),
  );
}

const CLOSING: ReadonlySet<string> = new Set(["additionalProperties", "unevaluatedProperties"]);
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "examples"]);
const MAPS: ReadonlySet<string> = new Set([
  "properties",
  "$defs",
  "definitions",
  "dependentSchemas",
  "dependencies",
]);

/**
 * The schema of the envelope around results of the given schema. The `$id` makes the upstream's
 * schema a document of its own, so that its references stay inside it.
 */
export function envelopeSchema(outputSchema: JsonSchema): JsonSchema {
  const inner = isObject(outputSchema)
    ? { $id: "urn:execbox:output", ...withoutAnchors(outputSchema) }
    : outputSchema;
  return {
    type: "object",
    properties: { structuredContent: inner },
    required: ["structuredContent"],
  };
}

/** draft-07 spells an anchor as an `$id`; at the root it would undo ours. */
function withoutAnchors({ $id, ...schema }: { readonly [key: string]: unknown }): object {
  return typeof $id === "string" && !$id.startsWith("#") ? { $id, ...schema } : schema;
}
