import { isRecord, type SchemaObject } from "../schema/keywords.js";
import type { JsonSchema } from "../types.js";
import { isJsonSerializable } from "../values.js";

const MAX_TOOL_CHARS = 600;
const MAX_FIELD_CHARS = 200;
const MAX_DETAIL_CHARS = 60;

/** The doc comment of a tool, with a line break after it, or nothing. */
export function toolComment(description: string | undefined): string {
  const text = commentText(description ?? "", MAX_TOOL_CHARS);
  return text === "" ? "" : `/** ${text} */\n`;
}

/** The doc comment of the field `name`, with a space after it, or nothing. */
export function fieldComment(name: string, schema: JsonSchema): string {
  if (typeof schema === "boolean") return "";
  const subject = soleAlternative(schema) ?? schema;
  const described = schema["description"] ?? subject["description"] ?? titleOf(schema, name);
  const text = typeof described === "string" ? commentText(described, MAX_FIELD_CHARS) : "";
  const details = commentText(listDetails(schema, subject).join(", "), MAX_FIELD_CHARS);
  if (text === "" && details === "") return "";
  if (details === "") return `/** ${text} */ `;
  return text === "" ? `/** ${details} */ ` : `/** ${text} (${details}) */ `;
}

/** The title, unless a generator made it from the name: "User ID" adds nothing to `user_id`. */
function titleOf({ title }: SchemaObject, name: string): string | undefined {
  return typeof title === "string" && letters(title) !== letters(name) ? title : undefined;
}

function letters(text: string): string {
  return text.replace(/[\W_]/g, "").toLowerCase();
}

/**
 * Text that stays inside its comment whatever it contains. Line breaks, control and invisible
 * characters become spaces; `*\/` is broken up; compiler directives lose their `@`.
 */
function commentText(text: string, limit: number): string {
  if (text.length <= limit && HARMLESS.test(text)) return text;
  const line = text
    .slice(0, 20 * limit)
    .replace(/[\p{C}\p{Z}\s]+/gu, " ")
    .trim()
    .replace(/@(?=ts-)/gi, "");
  return shorten(line, limit).replaceAll("*/", "*\\/");
}

/** Printable ASCII, single spaces, nothing that means something to a compiler: most texts. */
const HARMLESS = /^[!-)+-?A-~]+(?: [!-)+-?A-~]+)*$/;

/** Cuts at a word where there is one near the end. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // By code points: half a character is no character.
  const cut = Array.from(text)
    .slice(0, limit - 1)
    .join("");
  const space = cut.lastIndexOf(" ");
  return `${space > limit * 0.8 ? cut.slice(0, space) : cut}…`;
}

/** What the type cannot say: formats, bounds, defaults. */
function listDetails(schema: SchemaObject, subject: SchemaObject): string[] {
  const isInteger = mentions(subject["type"], "integer");
  if (subject === schema && !isInteger && !Object.keys(schema).some(hasDetail)) return [];
  const isTuple = Array.isArray(subject["prefixItems"]) || Array.isArray(subject["items"]);
  const details: (string | undefined)[] = [
    isInteger ? "integer" : undefined,
    shortText(subject["format"]),
    range(subject["minimum"], subject["maximum"], ""),
    exclusive(subject),
    typeof subject["multipleOf"] === "number" ? `multiple of ${subject["multipleOf"]}` : undefined,
    range(subject["minLength"], subject["maxLength"], " character"),
    shortText(subject["pattern"], "matches "),
    isTuple ? undefined : range(subject["minItems"], subject["maxItems"], " item"),
    subject["uniqueItems"] === true ? "unique" : undefined,
    // That an optional field is null when absent goes without saying.
    (schema["default"] ?? null) === null ? undefined : jsonDetail("default ", schema["default"]),
    schema["deprecated"] === true ? "deprecated" : undefined,
    firstExample(schema["examples"]),
  ];
  return details.filter((detail) => detail !== undefined);
}

const DETAIL_KEYWORDS: ReadonlySet<string> = new Set(
  (
    "format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength " +
    "pattern minItems maxItems uniqueItems default deprecated examples"
  ).split(" "),
);

function hasDetail(keyword: string): boolean {
  return DETAIL_KEYWORDS.has(keyword);
}

/** Generators write an optional number as `anyOf: [{ type: "number", … }, { type: "null" }]`. */
function soleAlternative(schema: SchemaObject): SchemaObject | undefined {
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  if (!Array.isArray(alternatives)) return undefined;
  const others = alternatives.filter((item) => isRecord(item) && item["type"] !== "null");
  const [sole] = others;
  return others.length === 1 && isRecord(sole) ? sole : undefined;
}

function mentions(type: unknown, name: string): boolean {
  return Array.isArray(type) ? type.includes(name) : type === name;
}

function range(least: unknown, most: unknown, unit: string): string | undefined {
  const hasLeast = typeof least === "number" && !(unit !== "" && least === 0);
  const hasMost = typeof most === "number";
  const counted = (count: number): string =>
    unit === "" || count === 1 ? `${count}${unit}` : `${count}${unit}s`;
  if (hasLeast && hasMost) {
    return least === most ? `exactly ${counted(least)}` : `${least} to ${counted(most)}`;
  }
  if (hasLeast) return unit === "" ? `>= ${least}` : `at least ${counted(least)}`;
  if (hasMost) return unit === "" ? `<= ${most}` : `at most ${counted(most)}`;
  return undefined;
}

function exclusive(schema: SchemaObject): string | undefined {
  const [above, below] = [schema["exclusiveMinimum"], schema["exclusiveMaximum"]];
  const parts = [
    typeof above === "number" ? `> ${above}` : "",
    typeof below === "number" ? `< ${below}` : "",
  ];
  return parts.join("") === "" ? undefined : parts.filter((part) => part !== "").join(" and ");
}

function shortText(value: unknown, prefix = ""): string | undefined {
  const isShort = typeof value === "string" && value !== "" && value.length <= MAX_DETAIL_CHARS;
  return isShort ? prefix + value : undefined;
}

function jsonDetail(prefix: string, value: unknown): string | undefined {
  return isJsonSerializable(value) ? shortText(JSON.stringify(value), prefix) : undefined;
}

function firstExample(examples: unknown): string | undefined {
  return Array.isArray(examples) && examples.length > 0
    ? jsonDetail("e.g. ", examples[0])
    : undefined;
}
