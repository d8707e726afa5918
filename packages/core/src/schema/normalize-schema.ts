import type { JsonSchema } from "../types.js";
import { checkSchema } from "./check-schema.js";
import { compileSchema, type SchemaValidator } from "./compile-schema.js";
import { isRecord } from "./keywords.js";
import { formatProblems, memberPath } from "./problems.js";
import { isRawShape, joinShape, renderShape } from "./raw-shape.js";
import { renderJsonSchema, type SchemaSide } from "./render-json-schema.js";
import { isStandardSchema, type StandardIssue, type StandardSchema } from "./standard-schema.js";

/** What a host may give as a tool's schema. */
export type SchemaSource = JsonSchema | StandardSchema | { [field: string]: StandardSchema };

/** A schema in the one form the rest of Execbox knows. */
export interface NormalizedSchema {
  /** What manifests and types are made of. */
  readonly jsonSchema: JsonSchema;
  /** Whether `parse` may return another value than it was given. */
  readonly converts: boolean;
  /** Judges a value. A library's own schema may also convert it; a JSON Schema never does. */
  parse(value: unknown): Parsed | Promise<Parsed>;
}

/** A value that fits, or one line that says why it does not. */
export type Parsed = { ok: true; value: unknown } | { ok: false; problems: string };

/**
 * Accepts a JSON Schema, a Zod schema or raw shape, or any Standard Schema that can render
 * JSON Schema. Throws a `TypeError` that names `where` and the remedy for anything else.
 */
export function normalizeSchema(
  source: unknown,
  where: string,
  side: SchemaSide,
): NormalizedSchema {
  if (isStandardSchema(source)) {
    return fromStandardSchema(source, renderJsonSchema(source, where, side), where);
  }
  if (isRawShape(source)) {
    return fromStandardSchema(joinShape(source), renderShape(source, where, side), where);
  }
  checkSchema(source, where);
  return fromJsonSchema(source);
}

/** Compiled at the first call: a run uses few of the tools that a catalogue offers. */
function fromJsonSchema(jsonSchema: JsonSchema): NormalizedSchema {
  let validator: SchemaValidator | undefined;
  return {
    jsonSchema,
    converts: false,
    parse(value) {
      validator ??= compileSchema(jsonSchema);
      if (validator.matches(value)) return { ok: true, value };
      return { ok: false, problems: validator.explain(value) };
    },
  };
}

/** The library judges, so that its conversions, defaults and refinements apply. */
function fromStandardSchema(
  schema: StandardSchema,
  jsonSchema: JsonSchema,
  where: string,
): NormalizedSchema {
  const { validate } = schema["~standard"];
  checkSchema(jsonSchema, where);
  return {
    jsonSchema,
    converts: true,
    async parse(value) {
      const result = await validate(value);
      if (result.issues === undefined) return { ok: true, value: result.value };
      return { ok: false, problems: formatProblems(result.issues.map(toProblem)) };
    },
  };
}

function toProblem({ message, path = [] }: StandardIssue): { at: string; text: string } {
  let at = "";
  for (const segment of path) {
    const key = isRecord(segment) && "key" in segment ? segment["key"] : segment;
    at = memberPath(at, typeof key === "number" ? key : String(key));
  }
  const text = String(message).replace(/^Invalid (?:input|type): (?=expected)/i, "");
  return { at, text: text.length > 300 ? `${text.slice(0, 299)}…` : text };
}
