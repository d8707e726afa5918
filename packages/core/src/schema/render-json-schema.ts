import { messageOf } from "../errors.js";
import type { JsonSchema } from "../types.js";
import { isJsonSchema } from "./keywords.js";
import type { StandardSchema } from "./standard-schema.js";

/** Whether a schema describes what guests send or what they get. */
export type SchemaSide = "input" | "output";

/** The JSON Schema of a library's schema, in the newest dialect the library can write. */
export function renderJsonSchema(
  schema: StandardSchema,
  where: string,
  side: SchemaSide,
): JsonSchema {
  const { jsonSchema, vendor } = schema["~standard"];
  if (typeof jsonSchema?.[side] !== "function") {
    throw new TypeError(
      `${where} is a ${vendor} schema that cannot render JSON Schema; ${remedyFor(vendor)}`,
    );
  }
  let reason = "it rendered something else";
  for (const target of ["draft-2020-12", "draft-07"]) {
    try {
      const rendered = jsonSchema[side]({ target });
      if (isJsonSchema(rendered)) return rendered;
    } catch (error) {
      reason = messageOf(error);
    }
  }
  throw new TypeError(
    `${where} has no JSON Schema (${reason}). Only JSON crosses: describe what crosses (for a ` +
      "date, a string with a format) and convert it inside the tool",
  );
}

function remedyFor(vendor: string): string {
  switch (vendor) {
    case "zod":
      return "use Zod 4.2 or newer, or pass z.toJSONSchema(schema)";
    case "valibot":
      return "wrap it in toStandardJsonSchema() of @valibot/to-json-schema";
    case "arktype":
      return "use ArkType 2.1.28 or newer, or pass schema.toJsonSchema()";
    default:
      return "pass the JSON Schema itself";
  }
}
