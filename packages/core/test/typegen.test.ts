// Verifies types.constructs, types.docs, types.hostile-text.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  generateToolDeclaration,
  generateTypesFromJsonSchema,
} from "../src/typegen/generate-types.js";
import type { JsonSchema } from "../src/types.js";
import { compileErrors } from "./typegen-compiler.js";

/** The type an output schema is given. */
function typeOf(schema: JsonSchema): string {
  const declaration = generateToolDeclaration("t", { outputSchema: schema });
  const found = /^function t\(input\?: unknown\): Promise<(.*)>;$/s.exec(declaration);
  return found?.[1] ?? declaration;
}

const string = { type: "string" };
const number = { type: "number" };

const TYPES: [string, JsonSchema, string][] = [
  ["anything", true, "unknown"],
  ["anything, described", { description: "x" }, "unknown"],
  ["nothing", false, "never"],
  ["string", string, "string"],
  ["integer", { type: "integer" }, "number"],
  ["null", { type: "null" }, "null"],
  ["type list", { type: ["string", "null"] }, "string | null"],
  ["nullable", { type: "string", nullable: true }, "string | null"],
  ["const", { const: "a" }, '"a"'],
  ["const null", { const: null }, "null"],
  ["const object", { const: { a: [1, -2], "b c": null } }, '{ a: [1, -2]; "b c": null }'],
  ["enum", { enum: ["a", 1, true, null] }, '"a" | 1 | true | null'],
  ["enum with both booleans", { enum: [true, false] }, "boolean"],
  ["enum of nothing", { enum: [] }, "never"],
  [
    "enum too long to read",
    { enum: Array.from({ length: 200 }, (_, index) => `v${index}`) },
    "string",
  ],
  ["array", { type: "array", items: string }, "string[]"],
  ["array of anything", { type: "array" }, "unknown[]"],
  ["array of a union", { items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
  ["tuple", { prefixItems: [string, number] }, "[string, number]"],
  [
    "tuple with optional members",
    { prefixItems: [string, { type: ["number", "null"] }], minItems: 1 },
    "[string, (number | null)?]",
  ],
  [
    "tuple with more",
    { prefixItems: [string], items: number, minItems: 1 },
    "[string, ...number[]]",
  ],
  ["tuple of draft-07", { items: [string, number], additionalItems: false }, "[string, number]"],
  [
    "object",
    { type: "object", properties: { a: string, b: number }, required: ["a"] },
    "{ a: string; b?: number }",
  ],
  ["object without a type", { properties: { a: string } }, "{ a?: string }"],
  ["object of anything", { type: "object" }, "{ [key: string]: unknown }"],
  ["empty object", { type: "object", properties: {}, additionalProperties: false }, "{}"],
  ["record", { type: "object", additionalProperties: number }, "{ [key: string]: number }"],
  [
    "record by pattern",
    { type: "object", patternProperties: { "^x": number } },
    "{ [key: string]: number }",
  ],
  [
    "record of listed keys",
    {
      type: "object",
      propertyNames: { enum: ["a", "b"] },
      additionalProperties: number,
      required: ["a"],
    },
    "{ a: number; b?: number }",
  ],
  [
    "object and record",
    { properties: { a: string, b: number }, required: ["a"], additionalProperties: number },
    "{ a: string; b?: number; [key: string]: number | string | undefined }",
  ],
  [
    "object with extras",
    { properties: { a: string }, additionalProperties: true },
    "{ a?: string; [key: string]: unknown }",
  ],
  [
    "required but undeclared",
    { properties: { a: string }, required: ["b"] },
    "{ a?: string; b: unknown }",
  ],
  ["anyOf", { anyOf: [string, { type: "null" }, string] }, "string | null"],
  ["oneOf", { oneOf: [{ const: 1 }, { const: 2 }] }, "1 | 2"],
  [
    "allOf",
    { allOf: [{ properties: { a: string } }, { properties: { b: string }, required: ["b"] }] },
    "{ a?: string } & { b: string }",
  ],
  ["allOf of a union", { allOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }, "(1 | 2) & (2 | 3)"],
  [
    "object with branches",
    { type: "object", anyOf: [{ properties: { a: string } }, { properties: { b: string } }] },
    "{ a?: string } | { b?: string }",
  ],
  [
    "object with required alternatives",
    { properties: { a: string, b: string }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    "{ a?: string; b?: string } & ({ a: unknown } | { b: unknown })",
  ],
  [
    "names that need quotes",
    { properties: { "a-b": string, 日本: string, new: string, "": string } },
    '{ "a-b"?: string; "日本"?: string; new?: string; ""?: string }',
  ],
  [
    "short reference",
    { $defs: { id: string }, properties: { a: { $ref: "#/$defs/id" } } },
    "{ a?: string }",
  ],
  ["unresolvable reference", { $ref: "https://x.test/y" }, "unknown"],
  ["endless reference", { $ref: "#" }, "unknown"],
  [
    "comments",
    {
      properties: {
        a: { type: "integer", description: "How many.", minimum: 1, maximum: 9, default: 3 },
      },
    },
    "{ /** How many. (integer, 1 to 9, default 3) */ a?: number }",
  ],
  [
    "comments of an optional value",
    { properties: { a: { anyOf: [{ type: "string", format: "uri" }, { type: "null" }] } } },
    "{ /** uri */ a?: string | null }",
  ],
];

for (const [name, schema, expected] of TYPES) {
  test(`type: ${name}`, () => {
    assert.equal(typeOf(schema), expected);
  });
}

test("all of these types compile", async () => {
  const tools = Object.fromEntries(
    TYPES.map(([, schema], index) => [`t${index}`, { inputSchema: schema, outputSchema: schema }]),
  );
  assert.equal(await compileErrors(generateTypesFromJsonSchema("all", tools)), "");
});

test("a namespace, as a model reads it", () => {
  const types = generateTypesFromJsonSchema("github", {
    create_issue: {
      description: "Creates an issue.",
      inputSchema: {
        type: "object",
        properties: {
          title: { type: "string", description: "Title", maxLength: 256 },
          body: { type: "string", description: "Markdown text" },
          labels: { type: "array", items: { enum: ["bug", "feature"] } },
        },
        required: ["title"],
      },
      outputSchema: {
        type: "object",
        properties: { number: { type: "integer" } },
        required: ["number"],
      },
    },
    list_issues: { inputSchema: { type: "object", properties: { page: { type: "number" } } } },
  });
  assert.equal(
    types,
    `declare namespace github {
  /** Creates an issue. */
  function create_issue(input: {
    /** Title (at most 256 characters) */ title: string;
    /** Markdown text */ body?: string;
    labels?: ("bug" | "feature")[];
  }): Promise<{ /** integer */ number: number }>;
  function list_issues(input?: { page?: number }): Promise<unknown>;
}`,
  );
});

test("referenced and recursive types have names, shared where they are the same", () => {
  const user = {
    type: "object",
    properties: { login: string, followers: { type: "array", items: { $ref: "#/$defs/user" } } },
    required: ["login"],
  };
  const withUser = (definition: JsonSchema): JsonSchema => ({
    $defs: { user: definition },
    properties: { user: { $ref: "#/$defs/user" } },
    required: ["user"],
  });
  const tree: JsonSchema = {
    type: "object",
    properties: { children: { type: "array", items: { $ref: "#" } } },
  };
  const other = { ...user, required: [] };
  const types = generateTypesFromJsonSchema("x", {
    first: { inputSchema: withUser(user), outputSchema: withUser(user) },
    second: { inputSchema: withUser(other) },
    third: { inputSchema: tree },
  });
  assert.equal(
    types,
    `declare namespace x {
  type User = { login: string; followers?: User[] };
  type SecondInputUser = { login?: string; followers?: SecondInputUser[] };
  type ThirdInput = { children?: ThirdInput[] };
  function first(input: { user: User }): Promise<{ user: User }>;
  function second(input: { user: SecondInputUser }): Promise<unknown>;
  function third(input?: ThirdInput): Promise<unknown>;
}`,
  );
});

test("one tool's declaration stands alone, with the types it needs", () => {
  const schema: JsonSchema = { properties: { next: { $ref: "#" } } };
  assert.equal(
    generateToolDeclaration("walk-on", { description: "Walks.", inputSchema: schema }),
    "type WalkOnInput = { next?: WalkOnInput };\n/** Walks. */\nfunction walk_on(input?: WalkOnInput): Promise<unknown>;",
  );
});

test("hostile names and descriptions stay where they belong", async () => {
  const nasty = [
    "*/ } declare const stolen: string; /*",
    "line\nbreak\r\n\u2028and\u2029more",
    "@ts-expect-error",
    "@ts-ignore",
    "*\u200b/",
    "\u202egnirts\u202c",
    "`$" + "{process.exit()}`",
    "</script>",
    '"; declare const stolen2: string; "',
    "\\",
    "*",
    "\ud800",
    "\0",
    "__proto__",
  ];
  const tools = Object.fromEntries(
    nasty.map((text) => [
      text,
      {
        description: text,
        inputSchema: {
          type: "object",
          description: text,
          $defs: {
            [text]: { type: "object", properties: { [text]: { $ref: "#" } }, description: text },
          },
          properties: Object.fromEntries([
            [
              text,
              {
                type: "string",
                description: text,
                title: text,
                default: text,
                format: text,
                pattern: text,
                examples: [text],
              },
            ],
            ["constant", { const: text }],
            ["choice", { enum: [text, `${text}2`] }],
            ["ref", { $ref: `#/$defs/${text === "\ud800" ? "none" : encodeURIComponent(text)}` }],
          ]),
          required: [text],
        },
      },
    ]),
  );
  const types = generateTypesFromJsonSchema("nasty", tools);
  assert.equal(await compileErrors(`${types}\nexport const used: keyof typeof nasty = "_";`), "");
  assert.doesNotMatch(types, /[\u0000-\u0009\u000b-\u001f\u200b\u202a-\u202e\u2028\u2029]/);
  // Outside strings and comments nothing of the text is left.
  const code = types.replace(/\/\*\*.*?\*\//gs, "").replace(/"(?:\\.|[^"\\])*"/g, '""');
  assert.doesNotMatch(code, /\b(?:const|process|script|exit)\b/);
});

test("long texts, deep and large schemas are cut, not copied", () => {
  const long = generateToolDeclaration("t", {
    description: "word ".repeat(1_000),
    inputSchema: {
      properties: {
        a: { type: "string", description: "x".repeat(10_000), default: "y".repeat(10_000) },
      },
    },
  });
  assert.ok(long.length < 1_000, String(long.length));
  assert.match(long, /word…/);
  let deep: JsonSchema = string;
  for (let level = 0; level < 90; level++) deep = { properties: { [`level${level}`]: deep } };
  assert.match(typeOf(deep), /unknown/);
  const shared = { type: "object", properties: {} as Record<string, JsonSchema> };
  let wide: JsonSchema = shared;
  for (let level = 0; level < 30; level++) wide = { properties: { a: wide, b: wide, c: wide } };
  assert.ok(typeOf(wide).length < 200_000);
});

test("what is no JSON Schema becomes unknown and breaks nothing", () => {
  const circular: { [keyword: string]: unknown } = { type: "object" };
  circular["properties"] = { self: circular };
  circular["anyOf"] = [circular];
  assert.match(generateToolDeclaration("t", { inputSchema: circular }), /^function t\(input/);
  const odd = {
    type: "odd",
    properties: 3,
    enum: "x",
    default: 10n,
    anyOf: [1],
    required: {},
    $ref: 7,
  };
  assert.equal(typeOf(odd), "unknown");
  assert.equal(typeOf({ properties: { a: odd, b: 3 } }), "{ a?: unknown; b?: unknown }");
});

test("keys that are no identifiers get the names that resolveProvider gives them", () => {
  const types = generateTypesFromJsonSchema("x", { "a-b": {}, "a.b": {}, delete: {} });
  assert.deepEqual(types.match(/(?<=function )\w+/g), ["a_b", "a_b__2", "delete_"]);
  assert.equal(generateTypesFromJsonSchema("empty", {}), "declare namespace empty {}");
  assert.throws(() => generateTypesFromJsonSchema("no-name", {}), TypeError);
});

test("comments say only what names and types do not", () => {
  const described = (name: string, schema: JsonSchema): string =>
    typeOf({ properties: { [name]: schema } });
  assert.equal(described("user_id", { type: "string", title: "User ID" }), "{ user_id?: string }");
  assert.equal(
    described("a", {
      anyOf: [{ type: "string", description: "Why" }, { type: "null" }],
      default: null,
    }),
    "{ /** Why */ a?: string | null }",
  );
  assert.equal(described("a", { prefixItems: [string], minItems: 1 }), "{ a?: [string] }");
  assert.equal(
    described("a", { ...string, description: "  two\n words  " }),
    "{ /** two words */ a?: string }",
  );
  assert.equal(
    described("a", { ...string, description: "mail @ts-nocheck * / */ x" }),
    "{ /** mail ts-nocheck * / *\\/ x */ a?: string }",
  );
});

test("whatever may be a namespace or a tool in JavaScript may be one in TypeScript", async () => {
  const names = (
    "any type namespace module global declare async of string never unknown object symbol require " +
    "exports process abstract as asserts get set using infer is keyof unique satisfies accessor from " +
    "Record Partial 検索 größe $ _"
  ).split(" ");
  const tools = Object.fromEntries(
    [...names, "Promise", "Object", "Array", "undefined", "globalThis", "NaN", "eval", "new"].map(
      (name) => [name, { outputSchema: { items: string } }],
    ),
  );
  const types = names.map((name) => generateTypesFromJsonSchema(name, tools));
  assert.equal(await compileErrors(types.join("\n")), "");
});
