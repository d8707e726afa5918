import { isJsonSchema, isRecord, type SchemaObject } from "../schema/keywords.js";
import { References } from "../schema/references.js";
import type { JsonSchema } from "../types.js";
import { AliasNames } from "./alias-names.js";
import { literalUnion } from "./literals.js";
import { ANY_OBJECT, objectType } from "./object-type.js";
import {
  arrayOf,
  intersectionOf,
  NEVER,
  single,
  type TypeText,
  toOperand,
  toText,
  UNKNOWN,
  unionOf,
} from "./type-text.js";

/** Types nested deeper, or larger in all, than a model would read end in `unknown`. */
const MAX_DEPTH = 10;
const MAX_NODES = 2_000;
const MAX_OPEN_REFERENCES = 40;

/** A referenced type that is shorter than this is repeated rather than given a name. */
const MAX_INLINE_CHARS = 40;

/** The type of one schema, and the named types it uses. */
export interface WrittenType {
  readonly text: string;
  readonly aliases: ReadonlyMap<string, string>;
}

/**
 * The TypeScript type of a JSON Schema. `rootName` names the type if it refers to itself;
 * `prefix` goes before the names of referenced types.
 */
export function writeType(schema: JsonSchema, rootName: string, prefix: string): WrittenType {
  const first = new TypeWriter(schema, new AliasNames(rootName, prefix), new Map());
  const text = toText(first.writeRoot());
  if (first.targets.size === 0) return { text, aliases: first.aliases };
  // Now that it is known what is referred to, it can have its name wherever it appears.
  const second = new TypeWriter(schema, new AliasNames(rootName, prefix), first.targets);
  return { text: toText(second.writeRoot()), aliases: second.aliases };
}

class TypeWriter {
  readonly aliases = new Map<string, string>();
  /** The schemas that are referred to, with a reference that does. */
  readonly targets = new Map<SchemaObject, string>();
  readonly #knownTargets: ReadonlyMap<SchemaObject, string>;
  readonly #root: JsonSchema;
  readonly #names: AliasNames;
  /** Referenced schemas: their types, or their names once something refers back to them. */
  readonly #finished = new Map<SchemaObject, TypeText>();
  readonly #open = new Map<SchemaObject, { alias: string | undefined }>();
  #references: References | undefined;
  #depth = 0;
  #nodesLeft = MAX_NODES;

  constructor(
    root: JsonSchema,
    names: AliasNames,
    knownTargets: ReadonlyMap<SchemaObject, string>,
  ) {
    this.#knownTargets = knownTargets;
    this.#root = root;
    this.#names = names;
  }

  writeRoot(): TypeText {
    return typeof this.#root === "boolean"
      ? this.#write(this.#root)
      : this.#writeNamed(this.#root, "#");
  }

  #write(schema: JsonSchema): TypeText {
    if (typeof schema === "boolean") return schema ? UNKNOWN : NEVER;
    const reference = this.#knownTargets.get(schema);
    return reference === undefined ? this.#writeBody(schema) : this.#writeNamed(schema, reference);
  }

  #writeBody(schema: SchemaObject): TypeText {
    if (this.#depth >= MAX_DEPTH || this.#nodesLeft-- <= 0) return UNKNOWN;
    this.#depth++;
    try {
      return this.#writeObject(schema);
    } finally {
      this.#depth--;
    }
  }

  #writeObject(schema: SchemaObject): TypeText {
    const parts = [this.#writeReference(schema)];
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = schema[keyword];
      if (!Array.isArray(branches)) continue;
      parts.push(
        unionOf(branches.map((branch) => (isJsonSchema(branch) ? this.#write(branch) : UNKNOWN))),
      );
    }
    if (Array.isArray(schema["allOf"])) {
      for (const branch of schema["allOf"])
        if (isJsonSchema(branch)) parts.push(this.#write(branch));
    }
    const others = intersectionOf(parts);
    const own = this.#writeOwn(schema);
    // `type: "object"` beside branches that say which object adds nothing.
    const isVague = [ANY_OBJECT, "unknown[]"].includes(toText(own));
    if (isVague && toText(others) !== "unknown") return others;
    return intersectionOf([own, others]);
  }

  #writeReference(schema: SchemaObject): TypeText {
    if (typeof schema["$ref"] !== "string" || !isRecord(this.#root)) return UNKNOWN;
    this.#references ??= new References(this.#root);
    const target = this.#references.resolve(schema);
    if (target === undefined || this.#references.loops(schema)) return UNKNOWN;
    if (typeof target === "boolean") return this.#write(target);
    this.targets.set(target, schema["$ref"]);
    return this.#writeNamed(target, schema["$ref"]);
  }

  #writeNamed(target: SchemaObject, reference: string): TypeText {
    const finished = this.#finished.get(target);
    if (finished !== undefined) return finished;
    const open = this.#open.get(target);
    if (open !== undefined) {
      open.alias ??= this.#names.nameFor(reference);
      return single(open.alias);
    }
    if (this.#open.size >= MAX_OPEN_REFERENCES) return UNKNOWN;
    const entry: { alias: string | undefined } = { alias: undefined };
    this.#open.set(target, entry);
    const outerDepth = this.#depth;
    // What gets a name starts at the margin again; what ends up inline is short anyway.
    if (reference !== "#") this.#depth = Math.min(outerDepth, 1);
    const type = this.#writeBody(target);
    this.#depth = outerDepth;
    this.#open.delete(target);
    const text = toText(type);
    const needsName = reference !== "#" && text.length > MAX_INLINE_CHARS;
    const alias = entry.alias ?? (needsName ? this.#names.nameFor(reference) : undefined);
    if (alias !== undefined) this.aliases.set(alias, text);
    const result = alias === undefined ? type : single(alias);
    this.#finished.set(target, result);
    return result;
  }

  /** What the schema says without its branches and references. */
  #writeOwn(schema: SchemaObject): TypeText {
    if (schema["const"] !== undefined) return literalUnion([schema["const"]]);
    if (Array.isArray(schema["enum"])) return literalUnion(schema["enum"]);
    const types = typesOf(schema);
    if (types === undefined) return UNKNOWN;
    return unionOf(types.map((type) => this.#writeType(type, schema)));
  }

  #writeType(type: unknown, schema: SchemaObject): TypeText {
    switch (type) {
      case "string":
      case "boolean":
      case "null":
      case "number":
        return single(type);
      case "integer":
        return single("number");
      case "array":
        return this.#writeArray(schema);
      case "object":
        return objectType(schema, (member) => this.#write(member));
      default:
        return UNKNOWN;
    }
  }

  /**
   * A tuple where the first items have schemas of their own. Authors mean all of them, so all
   * are required unless `minItems` says otherwise, and more only follow where `items` invites.
   */
  #writeArray(schema: SchemaObject): TypeText {
    const items = schema["items"];
    const given = Array.isArray(items) ? items : schema["prefixItems"];
    const rest = Array.isArray(items) ? schema["additionalItems"] : items;
    const restType = isJsonSchema(rest) ? this.#write(rest) : UNKNOWN;
    if (!Array.isArray(given) || given.length === 0) return arrayOf(restType);
    const { minItems, maxItems } = schema;
    const most = typeof maxItems === "number" ? maxItems : given.length;
    const members = given.slice(0, most).map((member, index) => {
      const text = toOperand(isJsonSchema(member) ? this.#write(member) : UNKNOWN);
      return typeof minItems === "number" && index >= minItems ? `${text}?` : text;
    });
    if (isJsonSchema(rest) && rest !== false && most >= given.length) {
      members.push(`...${toOperand(restType)}[]`);
    }
    return single(`[${members.join(", ")}]`);
  }
}

/** The types a schema allows; guessed from its keywords when it does not say. */
function typesOf(schema: SchemaObject): readonly unknown[] | undefined {
  const { type } = schema;
  if (type !== undefined) {
    const types = Array.isArray(type) ? type : [type];
    return schema["nullable"] === true ? [...types, "null"] : types;
  }
  const hasAny = (keywords: readonly string[]): boolean =>
    keywords.some((keyword) => schema[keyword] !== undefined);
  if (hasAny(["properties", "required", "additionalProperties", "patternProperties"])) {
    return ["object"];
  }
  return hasAny(["items", "prefixItems"]) ? ["array"] : undefined;
}
