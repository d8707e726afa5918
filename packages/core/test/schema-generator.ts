/** Seeded random schemas, values that fit them, and damaged values. */

type Schema = boolean | { [keyword: string]: unknown };

/** A generated schema; `constructive` ones have only keywords the value maker can satisfy. */
export interface GeneratedSchema {
  schema: Schema;
  constructive: boolean;
}

export class SchemaGenerator {
  #state: number;
  readonly #draft7: boolean;
  #constructive = true;
  #definitions = new Map<string, Schema>();

  constructor(seed: number, draft7 = false) {
    this.#state = seed;
    this.#draft7 = draft7;
  }

  next(): GeneratedSchema {
    this.#constructive = true;
    this.#definitions = new Map();
    if (this.#chance(0.3)) {
      // A recursive definition: every level is optional, so that values can end.
      this.#definitions.set("node", {
        type: "object",
        properties: {
          value: this.#scalar(),
          children: { type: "array", items: { $ref: this.#pointer("node") }, maxItems: 3 },
          next: { $ref: this.#pointer("node") },
        },
        required: ["value"],
      });
      this.#definitions.set("leaf", this.#scalar());
    }
    const schema = this.#chance(0.7) ? this.#object(3) : this.schema(3);
    if (this.#definitions.size === 0 || typeof schema === "boolean") {
      return { schema, constructive: this.#constructive };
    }
    const definitions = Object.fromEntries(this.#definitions);
    return {
      schema: { ...schema, [this.#draft7 ? "definitions" : "$defs"]: definitions },
      constructive: this.#constructive,
    };
  }

  schema(depth: number): Schema {
    const roll = this.#int(0, depth > 0 ? 19 : 7);
    if (roll <= 6) return this.#decorate(this.#scalar());
    if (roll <= 7) return this.#definitions.size > 0 ? this.#reference() : true;
    if (roll <= 11) return this.#object(depth - 1);
    if (roll <= 13) return this.#array(depth - 1);
    if (roll === 14) return this.#tuple(depth - 1);
    if (roll === 15) return this.#record(depth - 1);
    if (roll === 16) return { anyOf: this.#several(() => this.schema(depth - 1), 1, 3) };
    this.#constructive = false;
    return this.#awkward(depth - 1);
  }

  /** A value made to fit; for constructive schemas it always does. */
  value(schema: Schema, root: Schema = schema, depth = 0): unknown {
    if (typeof schema === "boolean") return schema ? this.json(1) : null;
    const reference = schema["$ref"];
    if (typeof reference === "string") {
      const name = reference.split("/").pop() ?? "";
      const definitions = isMap(root) ? (root["$defs"] ?? root["definitions"]) : undefined;
      const target = isMap(definitions) ? definitions[name] : undefined;
      return this.value(isSchema(target) ? target : true, root, depth + 1);
    }
    if ("const" in schema) return schema["const"];
    if (Array.isArray(schema["enum"])) return this.#pick(schema["enum"]);
    for (const keyword of ["anyOf", "oneOf", "allOf"]) {
      const branches = schema[keyword];
      if (Array.isArray(branches)) return this.value(this.#pick(branches), root, depth);
    }
    const { type } = schema;
    switch (Array.isArray(type) ? this.#pick(type) : type) {
      case "string":
        return this.#stringFor(schema);
      case "integer":
        return this.#numberFor(schema, true);
      case "number":
        return this.#numberFor(schema, false);
      case "boolean":
        return this.#chance(0.5);
      case "null":
        return null;
      case "array":
        return this.#arrayFor(schema, root, depth);
      case "object":
        return this.#objectFor(schema, root, depth);
      default:
        return this.json(1);
    }
  }

  /** The value with one thing changed somewhere. */
  damage(value: unknown): unknown {
    if (this.#chance(0.25)) return this.json(2);
    if (Array.isArray(value) && value.length > 0) {
      const copy = [...value];
      const index = this.#int(0, copy.length - 1);
      const roll = this.#int(0, 4);
      if (roll === 0) copy.push(copy[index]);
      else if (roll === 1) copy.splice(index, 1);
      else copy[index] = this.damage(copy[index]);
      return copy;
    }
    if (isMap(value)) {
      const copy = { ...value };
      const key = this.#pick([...Object.keys(copy), this.#key()]);
      const roll = this.#int(0, 4);
      if (roll === 0) delete copy[key];
      else if (roll === 1) copy[this.#key()] = this.json(1);
      else copy[key] = this.damage(copy[key] ?? null);
      return copy;
    }
    if (typeof value === "number") return value + this.#pick([-100, -1, -0.5, 0.5, 1, 100]);
    if (typeof value === "string")
      return this.#pick([`${value}x`, value.slice(1), "", `😀${value}`]);
    return this.json(1);
  }

  json(depth: number): unknown {
    const roll = this.#int(0, depth > 0 ? 7 : 5);
    if (roll === 0) return null;
    if (roll === 1) return this.#chance(0.5);
    if (roll === 2) return this.#int(-5, 20);
    if (roll === 3) return this.#int(-50, 50) / 4;
    if (roll <= 5) return this.#text();
    if (roll === 6) return this.#several(() => this.json(depth - 1), 0, 3);
    return Object.fromEntries(this.#several(() => [this.#key(), this.json(depth - 1)], 0, 3));
  }

  #scalar(): { [keyword: string]: unknown } {
    switch (this.#int(0, 7)) {
      case 0:
        return { type: "integer", minimum: this.#int(-5, 3), maximum: this.#int(4, 20) };
      case 1:
        return { type: "number", exclusiveMinimum: -8, multipleOf: this.#pick([0.5, 0.25, 2]) };
      case 2:
        return { type: "boolean" };
      case 3:
        return {
          enum: [...new Set(this.#several(() => this.#text(), 1, 4)), this.#int(0, 9), null],
        };
      case 4:
        return { const: this.#pick(["fixed", 7, true, null, 'it\'s */ "quoted"\n', { a: [1] }]) };
      case 5:
        return { type: [this.#pick(["string", "integer"]), "null"] };
      case 6:
        return { type: "string", pattern: "^[a-z]*$", maxLength: 12 };
      default:
        return { type: "string", minLength: this.#int(0, 2), maxLength: this.#int(3, 12) };
    }
  }

  /** Annotations change no verdict, but types must survive them. */
  #decorate(schema: { [keyword: string]: unknown }): Schema {
    const decorated = { ...schema };
    if (this.#chance(0.4)) decorated["description"] = this.#hostileText();
    if (this.#chance(0.2)) decorated["default"] = this.json(1);
    if (this.#chance(0.2)) decorated["format"] = this.#pick(["date-time", "uri", "*/", "email"]);
    if (this.#chance(0.1)) decorated["title"] = this.#hostileText();
    if (this.#chance(0.1)) decorated["examples"] = [this.#hostileText()];
    return decorated;
  }

  #object(depth: number): Schema {
    const properties = Object.fromEntries(
      this.#several(() => [this.#key(), this.schema(depth)], 0, 5),
    );
    const keys = Object.keys(properties);
    const schema: { [keyword: string]: unknown } = { type: "object", properties };
    const required = keys.filter(() => this.#chance(0.5));
    if (required.length > 0 || this.#chance(0.3)) schema["required"] = required;
    if (this.#chance(0.4)) schema["additionalProperties"] = false;
    else if (this.#chance(0.2)) schema["additionalProperties"] = this.schema(0);
    return this.#decorate(schema);
  }

  #record(depth: number): Schema {
    if (this.#chance(0.5)) return { type: "object", additionalProperties: this.schema(depth) };
    return { type: "object", patternProperties: { "^[a-m]": this.schema(depth) } };
  }

  #array(depth: number): Schema {
    const schema: { [keyword: string]: unknown } = { type: "array", items: this.schema(depth) };
    if (this.#chance(0.3)) schema["minItems"] = 1;
    if (this.#chance(0.3)) schema["maxItems"] = 4;
    return this.#decorate(schema);
  }

  #tuple(depth: number): Schema {
    const members = this.#several(() => this.schema(depth), 1, 3);
    const rest = this.#pick([false, undefined, this.schema(0)]);
    const schema: { [keyword: string]: unknown } = { type: "array", minItems: members.length };
    schema[this.#draft7 ? "items" : "prefixItems"] = members;
    if (rest !== undefined) schema[this.#draft7 ? "additionalItems" : "items"] = rest;
    return schema;
  }

  #awkward(depth: number): Schema {
    const key = this.#key();
    const [a, b, c] = [this.schema(depth), this.schema(depth), this.schema(depth)];
    const object = { type: "object", properties: { [key]: a, other: b } };
    const forms: (() => Schema)[] = [
      () => ({ oneOf: [a, b, c] }),
      () => ({ allOf: [a, b] }),
      () => ({ ...object, allOf: [{ required: [key] }, { properties: { third: c } }] }),
      () => ({ not: a }),
      // biome-ignore lint/suspicious/noThenProperty: the keyword
      () => ({ if: { properties: { [key]: a } }, then: { required: [key] }, else: b }),
      () => ({ type: "array", contains: a }),
      () => ({ type: "array", uniqueItems: true, items: this.schema(0) }),
      () => ({ ...object, minProperties: 1, maxProperties: 2 }),
      () => ({ type: "object", propertyNames: { maxLength: 5 }, additionalProperties: c }),
      () => ({ ...object, anyOf: [{ required: [key] }, { required: ["other"] }] }),
      () => ({ type: ["object", "array", "string"], properties: { [key]: a }, minItems: 1 }),
      () => ({ properties: { [key]: a }, required: ["undeclared"], minimum: 3, minLength: 2 }),
    ];
    const modern: (() => Schema)[] = [
      () => ({ ...object, unevaluatedProperties: false }),
      () => ({ allOf: [object, { properties: { third: c } }], unevaluatedProperties: false }),
      () => ({ anyOf: [object, { properties: { third: c } }], unevaluatedProperties: c }),
      // biome-ignore lint/suspicious/noThenProperty: the keyword
      () => ({ ...object, if: { required: [key] }, then: object, unevaluatedProperties: false }),
      () => ({ prefixItems: [a], anyOf: [{ prefixItems: [true, b] }, c], unevaluatedItems: false }),
      () => ({ ...object, dependentRequired: { [key]: ["other"] } }),
      () => ({ ...object, dependentSchemas: { [key]: { required: ["third"] } } }),
      () => ({ type: "array", contains: a, minContains: 2, maxContains: 3 }),
      () => ({ type: "object", oneOf: [object, { required: ["x"] }], unevaluatedProperties: b }),
    ];
    const older: (() => Schema)[] = [
      () => ({ ...object, dependencies: { [key]: ["other"], other: { required: [key] } } }),
    ];
    return this.#pick([...forms, ...(this.#draft7 ? older : modern)])();
  }

  #reference(): Schema {
    return { $ref: this.#pointer(this.#pick([...this.#definitions.keys()])) };
  }

  #pointer(name: string): string {
    return `#/${this.#draft7 ? "definitions" : "$defs"}/${name}`;
  }

  #stringFor(schema: { [keyword: string]: unknown }): string {
    const least = typeof schema["minLength"] === "number" ? schema["minLength"] : 0;
    const most = typeof schema["maxLength"] === "number" ? schema["maxLength"] : 10;
    const length = this.#int(least, most);
    const alphabet = schema["pattern"] === undefined ? ["a", "Z", "😀", " ", "é"] : ["a", "b", "z"];
    return Array.from({ length }, () => this.#pick(alphabet)).join("");
  }

  #numberFor(schema: { [keyword: string]: unknown }, whole: boolean): number {
    const { minimum, maximum, multipleOf } = schema;
    const least = typeof minimum === "number" ? minimum : -7;
    const most = typeof maximum === "number" ? maximum : 30;
    const number = this.#int(least, most);
    if (typeof multipleOf === "number") return Math.max(0, number) * multipleOf;
    return whole ? number : number + (number < most ? 0.5 : 0);
  }

  #arrayFor(schema: { [keyword: string]: unknown }, root: Schema, depth: number): unknown[] {
    const { items } = schema;
    const tuple = Array.isArray(items) ? items : schema["prefixItems"];
    const rest = Array.isArray(items) ? schema["additionalItems"] : items;
    const members: unknown[] = Array.isArray(tuple)
      ? tuple.map((member: Schema) => this.value(member, root, depth + 1))
      : [];
    const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
    const more = depth > 6 || !isSchema(rest) || rest === false ? 0 : this.#int(0, 2);
    while (members.length < least || (members.length < least + more && more > 0)) {
      members.push(this.value(isSchema(rest) ? rest : true, root, depth + 1));
    }
    return members;
  }

  #objectFor(schema: { [keyword: string]: unknown }, root: Schema, depth: number): object {
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    const entries: [string, unknown][] = [];
    const { properties, additionalProperties: extra, patternProperties: patterns } = schema;
    for (const [key, member] of Object.entries(isMap(properties) ? properties : {})) {
      if (!required.includes(key) && (depth > 3 || this.#chance(0.4))) continue;
      if (isSchema(member)) entries.push([key, this.value(member, root, depth + 1)]);
    }
    const isRecord = !isMap(properties) || Object.keys(properties).length === 0;
    if (isSchema(extra) && extra !== false && isRecord && depth <= 3) {
      entries.push(["zebra", this.value(extra, root, depth + 1)]);
    }
    const pattern = isMap(patterns) ? Object.values(patterns)[0] : undefined;
    if (isSchema(pattern) && depth <= 3)
      entries.push(["ant", this.value(pattern, root, depth + 1)]);
    return Object.fromEntries(entries);
  }

  // Not `toString` or `constructor`: Ajv's `unevaluatedProperties` and TypeScript both find
  // these in every object. The table tests cover them.
  #key(): string {
    return this.#pick([
      ...["name", "title", "id", "other", "third", "zoo", "items", "x"],
      ...["then", "delete", "a-b", "with space", "日本", "*/", "new", '"', "1", "\u2028"],
    ]);
  }

  #text(): string {
    return this.#pick(["", "a", "abc", "fixed", "héllo", "😀😀", "UPPER", "line\nbreak", "12345"]);
  }

  #hostileText(): string {
    return this.#pick([
      ...["Plain words.", "ends */ alert(1) /*", "two\nlines", "@ts-expect-error", "`$" + "{x}`"],
      ...["\u2028\u2029", "*\u200b/ hidden", "\u202e reversed", "x".repeat(900), "*/", "//", "\\"],
    ]);
  }

  #several<T>(make: () => T, least: number, most: number): T[] {
    return Array.from({ length: this.#int(least, most) }, make);
  }

  #pick<T>(items: readonly T[]): T {
    const item = items[this.#int(0, items.length - 1)];
    if (item === undefined && items.length === 0) throw new RangeError("nothing to pick from");
    return item as T;
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  #int(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  #random(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = this.#state ^ (this.#state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 2 ** 32;
  }
}

function isMap(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || isMap(value);
}
