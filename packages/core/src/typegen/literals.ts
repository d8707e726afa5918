import { isRecord } from "../schema/keywords.js";
import { single, type TypeText, UNKNOWN, unionOf } from "./type-text.js";

/** More alternatives than this tell a model less than the type they share. */
const MAX_ALTERNATIVES = 60;
const MAX_LITERAL_CHARS = 200;
const MAX_LITERAL_DEPTH = 4;

/** The type of exactly the given JSON values: `"bug" | "feature"`. */
export function literalUnion(values: readonly unknown[]): TypeText {
  if (values.length <= MAX_ALTERNATIVES) return unionOf(values.map((value) => literal(value, 0)));
  return unionOf([...new Set(values.map(widen))].map(single));
}

/** A JSON string as a TypeScript literal that looks like what it is in every editor. */
export function stringLiteral(text: string): string {
  // Direction marks and the like could make the literal read as something else.
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** A property name, in quotes only when it needs them. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

function literal(value: unknown, depth: number): TypeText {
  if (typeof value === "string") {
    return single(value.length > MAX_LITERAL_CHARS ? "string" : stringLiteral(value));
  }
  if (value === null || typeof value === "boolean") return single(String(value));
  if (typeof value === "number") {
    return single(Number.isFinite(value) ? JSON.stringify(value) : "number");
  }
  if (depth >= MAX_LITERAL_DEPTH) return UNKNOWN;
  const textOf = (item: unknown): string => literal(item, depth + 1).parts.join();
  if (Array.isArray(value)) return single(`[${value.map(textOf).join(", ")}]`);
  if (!isRecord(value)) return UNKNOWN;
  const members = Object.keys(value).map((key) => `${propertyName(key)}: ${textOf(value[key])}`);
  return single(members.length === 0 ? "{}" : `{ ${members.join("; ")} }`);
}

function widen(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "object" || value === undefined) return "unknown";
  return typeof value;
}
