import type { JsonSchema } from "../types.js";
import { compileSchema } from "./compile-schema.js";
import { isRecord } from "./keywords.js";

/** Whether guests may call the tool with no input at all: `{}` would do. */
export function inputMayBeOmitted(schema: JsonSchema): boolean {
  if (isRecord(schema) && Object.keys(schema).every((keyword) => SIMPLE.has(keyword))) {
    const { type, required } = schema;
    const isForObjects = type === undefined || type === "object";
    return isForObjects && !(Array.isArray(required) && required.length > 0);
  }
  try {
    return compileSchema(schema).matches({});
  } catch {
    // Only a schema nobody has checked, and that contains itself, gets here.
    return false;
  }
}

/** With only these keywords the answer needs no compiling. */
const SIMPLE: ReadonlySet<string> = new Set(
  "$schema $defs definitions title description type properties required additionalProperties".split(
    " ",
  ),
);

/**
 * What a call without input means. A schema for objects gets `{}`, so that either the call
 * works or the guest learns which fields are missing; any other schema gets `undefined`.
 */
export function missingInput(schema: JsonSchema): unknown {
  const isForObjects =
    isRecord(schema) && (schema["type"] === "object" || schema["properties"] !== undefined);
  return isForObjects || inputMayBeOmitted(schema) ? {} : undefined;
}
