import { describe } from "../options.js";
import type { JsonSchema } from "../types.js";
import { isJsonSerializable } from "../values.js";
import {
  isJsonSchema,
  isRecord,
  type SchemaObject,
  type SubschemaForm,
  subschemaForm,
} from "./keywords.js";
import { References } from "./references.js";

/** Deeper or larger schemas are a mistake or an attack; a schema that contains itself is both. */
const MAX_DEPTH = 100;
const MAX_SCHEMAS = 100_000;

/**
 * Refuses what is wrong with a JSON Schema: a keyword with a value it cannot have, a `$ref`
 * that leads nowhere or in circles. Throws a `TypeError` that names the place. Everything
 * after this trusts the schema, so that compiling can wait until the first call.
 */
export function checkSchema(schema: unknown, where: string): asserts schema is JsonSchema {
  if (!isJsonSchema(schema)) {
    throw new TypeError(
      `${where} must be a JSON Schema, a Zod schema or shape, or a Standard Schema, ` +
        `got ${describe(schema)}`,
    );
  }
  if (typeof schema !== "boolean") new SchemaCheck(schema, where).run();
}

/** A place in a schema. Its text is made only when there is something to complain about. */
interface Place {
  readonly parent: Place | undefined;
  readonly key: string | number;
}

class SchemaCheck {
  readonly #root: SchemaObject;
  readonly #where: string;
  readonly #withReference: { schema: SchemaObject; place: Place | undefined }[] = [];
  #schemasLeft = MAX_SCHEMAS;

  constructor(root: SchemaObject, where: string) {
    this.#root = root;
    this.#where = where;
  }

  run(): void {
    this.#checkKeywords(this.#root, undefined, 0);
    if (this.#withReference.length > 0) this.#checkReferences();
  }

  #checkKeywords(schema: SchemaObject, place: Place | undefined, depth: number): void {
    if (depth > MAX_DEPTH || this.#schemasLeft-- <= 0) {
      throw new TypeError(
        `${this.#where} is too deep or too large; a schema that contains itself needs $ref`,
      );
    }
    if (place !== undefined && isLibrarySchema(schema)) {
      throw this.#mistake(place, "JSON", "a schema object of a validation library");
    }
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword];
      if (value === undefined) continue;
      const form = subschemaForm(keyword);
      if (form !== undefined) {
        this.#checkMembers(form, value, { parent: place, key: keyword }, depth + 1);
        continue;
      }
      const rule = VALUE_RULES.get(keyword);
      if (rule !== undefined && !rule.fits(value)) {
        throw this.#mistake({ parent: place, key: keyword }, rule.wanted, describe(value));
      }
      if (keyword === "$ref") this.#withReference.push({ schema, place });
    }
  }

  #checkMembers(form: SubschemaForm, value: unknown, place: Place, depth: number): void {
    if (form === "map") this.#checkMap(value, place, depth);
    // draft-07's `items` may be a list.
    else if (form === "list" || (place.key === "items" && Array.isArray(value))) {
      if (!Array.isArray(value)) throw this.#mistake(place, "an array of schemas", describe(value));
      for (const [index, item] of value.entries()) {
        this.#checkMember(item, { parent: place, key: index }, depth);
      }
    } else this.#checkMember(value, place, depth);
  }

  #checkMap(value: unknown, place: Place, depth: number): void {
    if (!isRecord(value)) throw this.#mistake(place, "an object", describe(value));
    for (const key of Object.keys(value)) {
      const item = value[key];
      if (item === undefined || (place.key === "dependencies" && isNames(item))) continue;
      const at = { parent: place, key };
      if (place.key === "patternProperties" && !isPattern(key)) {
        throw this.#mistake(at, "named by a regular expression JavaScript understands", key);
      }
      this.#checkMember(item, at, depth);
    }
  }

  #checkMember(item: unknown, at: Place, depth: number): void {
    if (isRecord(item)) this.#checkKeywords(item, at, depth);
    else if (typeof item !== "boolean") throw this.#mistake(at, "a schema", describe(item));
  }

  #checkReferences(): void {
    const references = new References(this.#root);
    for (const { schema, place } of this.#withReference) {
      const at = { parent: place, key: "$ref" };
      if (references.resolve(schema) === undefined) {
        const wanted = "a reference within the schema, such as #/$defs/name (nothing is fetched)";
        throw this.#mistake(at, wanted, describe(schema["$ref"]));
      }
      if (references.loops(schema)) {
        throw new TypeError(
          `${this.#text(at)} leads back to itself without entering a property or an item`,
        );
      }
    }
  }

  #mistake(place: Place | undefined, wanted: string, got: string): TypeError {
    return new TypeError(`${this.#text(place)} must be ${wanted}, got ${got}`);
  }

  #text(place: Place | undefined): string {
    if (place === undefined) return this.#where;
    const parent = this.#text(place.parent);
    return typeof place.key === "number" ? `${parent}[${place.key}]` : `${parent}.${place.key}`;
  }
}

/** A Zod or Valibot schema in the middle of a JSON Schema also has a `type`, but means another. */
function isLibrarySchema(schema: SchemaObject): boolean {
  const isPlain = Object.getPrototypeOf(schema) === Object.prototype;
  return isPlain ? Object.hasOwn(schema, "~standard") : "~standard" in schema;
}

interface ValueRule {
  readonly wanted: string;
  fits(value: unknown): boolean;
}

const COUNT: ValueRule = {
  wanted: "a whole number of at least 0",
  fits: (value) => Number.isInteger(value) && Number(value) >= 0,
};
const NUMBER: ValueRule = { wanted: "a number", fits: (value) => Number.isFinite(value) };
const NAMES: ValueRule = { wanted: "an array of names", fits: isNames };
const JSON_VALUE: ValueRule = { wanted: "a JSON value", fits: isJsonSerializable };
const UNSUPPORTED: ValueRule = { wanted: "replaced by $ref", fits: () => false };

/** The names of JSON Schema's types. */
const TYPE_NAMES = ["array", "boolean", "integer", "null", "number", "object", "string"];

const VALUE_RULES: ReadonlyMap<string, ValueRule> = new Map<string, ValueRule>([
  ["$dynamicRef", UNSUPPORTED],
  ["$recursiveRef", UNSUPPORTED],
  ["$ref", { wanted: "a string", fits: (value) => typeof value === "string" }],
  [
    "dependentRequired",
    {
      wanted: "an object of arrays of names",
      fits: (value) => isRecord(value) && Object.values(value).every(isNames),
    },
  ],
  ["const", JSON_VALUE],
  ["default", JSON_VALUE],
  [
    "enum",
    {
      wanted: "an array of JSON values",
      fits: (value) => Array.isArray(value) && isJsonSerializable(value),
    },
  ],
  ["exclusiveMaximum", NUMBER],
  ["exclusiveMinimum", NUMBER],
  ["maxContains", COUNT],
  ["maximum", NUMBER],
  ["maxItems", COUNT],
  ["maxLength", COUNT],
  ["maxProperties", COUNT],
  ["minContains", COUNT],
  ["minimum", NUMBER],
  ["minItems", COUNT],
  ["minLength", COUNT],
  ["minProperties", COUNT],
  ["multipleOf", { wanted: "a number above 0", fits: (value) => Number(value) > 0 }],
  ["pattern", { wanted: "a regular expression JavaScript understands", fits: isPattern }],
  ["required", NAMES],
  [
    "type",
    {
      wanted: `one or more of ${TYPE_NAMES.join(", ")}`,
      fits: (value) =>
        Array.isArray(value)
          ? value.every((name) => TYPE_NAMES.includes(name))
          : typeof value === "string" && TYPE_NAMES.includes(value),
    },
  ],
  ["uniqueItems", { wanted: "true or false", fits: (value) => typeof value === "boolean" }],
]);

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

function isPattern(value: unknown): boolean {
  return typeof value === "string" && toRegExp(value) !== undefined;
}

/** The regular expression of a `pattern`, or `undefined` when JavaScript cannot read it. */
export function toRegExp(source: string): RegExp | undefined {
  // Other languages' generators write escapes such as `\-` that only the older syntax knows.
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {}
  }
  return undefined;
}
