// Verifies name.schemas, provider.schemas-normalised, provider.zod, provider.standard-schema.
import assert from "node:assert/strict";
import { test } from "node:test";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import * as z from "zod";
import * as zm from "zod/mini";
import { isExecuteFailure } from "../src/errors.js";
import { resolveProvider } from "../src/provider/resolve-provider.js";
import type { ToolDescriptor } from "../src/provider/tool-provider.js";
import type { JsonSchema, ResolvedToolDescriptor } from "../src/types.js";

const context = {
  signal: new AbortController().signal,
  providerName: "p",
  safeToolName: "t",
  originalToolName: "t",
};

function resolve(tool: Partial<ToolDescriptor>): ResolvedToolDescriptor {
  const execute = (input: unknown): unknown => input;
  const resolved = resolveProvider({ name: "p", tools: { t: { execute, ...tool } } }).tools["t"];
  assert.ok(resolved);
  return resolved;
}

async function outcome(tool: ResolvedToolDescriptor, input: unknown): Promise<unknown> {
  try {
    return await tool.execute(input, context);
  } catch (thrown) {
    assert.ok(isExecuteFailure(thrown));
    return `${thrown.code}: ${thrown.message}`;
  }
}

const libraries: [string, ToolDescriptor["inputSchema"]][] = [
  ["Zod", z.object({ title: z.string(), count: z.int().min(1).optional() })],
  ["a Zod raw shape", { title: z.string(), count: z.int().min(1).optional() }],
  [
    "JSON Schema rendered by Zod",
    z.toJSONSchema(z.object({ title: z.string(), count: z.int().min(1).optional() })),
  ],
  [
    "Zod Mini, rendered",
    zm.toJSONSchema(
      zm.object({ title: zm.string(), count: zm.optional(zm.int().check(zm.gte(1))) }),
    ),
  ],
  [
    "Valibot",
    toStandardJsonSchema(
      v.object({
        title: v.string(),
        count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      }),
    ),
  ],
  [
    "a Valibot shape",
    {
      title: toStandardJsonSchema(v.string()),
      count: toStandardJsonSchema(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)))),
    },
  ],
  ["ArkType", type({ title: "string", "count?": "number.integer >= 1" })],
];

for (const [library, inputSchema] of libraries) {
  test(`${library}: rendered as JSON Schema, validated by the library`, async () => {
    const tool = resolve(inputSchema === undefined ? {} : { inputSchema });
    const schema = tool.inputSchema;
    assert.ok(typeof schema === "object");
    assert.equal(schema["type"], "object");
    assert.deepEqual(Object.keys(schema["properties"] ?? {}), ["title", "count"]);
    assert.deepEqual(schema["required"], ["title"]);
    assert.deepEqual(await outcome(tool, { title: "x", count: 2 }), { title: "x", count: 2 });
    assert.match(
      String(await outcome(tool, { title: 1 })),
      /^validation_error: Invalid input for p\.t: title: /,
    );
    assert.match(
      String(await outcome(tool, undefined)),
      /^validation_error: Invalid input for p\.t: title: /,
    );
    assert.match(
      String(await outcome(tool, { title: "x", count: 0 })),
      /^validation_error: Invalid input for p\.t: count: /,
    );
  });
}

test("Zod's own words lose only their preamble", async () => {
  const tool = resolve({
    inputSchema: z.object({ user: z.object({ tags: z.array(z.string()) }) }),
  });
  assert.equal(
    await outcome(tool, { user: { tags: ["a", 1] } }),
    "validation_error: Invalid input for p.t: user.tags[1]: expected string, received number",
  );
});

test("conversions, defaults and refinements of a library apply", async () => {
  const inputSchema = z.object({
    limit: z.number().default(10),
    name: z.string().transform((name) => name.trim()),
    even: z
      .number()
      .refine(async (value) => value % 2 === 0, "must be even")
      .optional(),
  });
  const tool = resolve({ inputSchema });
  assert.deepEqual(await outcome(tool, { name: " a " }), { limit: 10, name: "a" });
  assert.equal(
    await outcome(tool, { name: "a", even: 3 }),
    "validation_error: Invalid input for p.t: even: must be even",
  );
  const { shape } = inputSchema;
  assert.deepEqual(await outcome(resolve({ inputSchema: shape }), { name: " a ", other: 1 }), {
    limit: 10,
    name: "a",
  });
});

test("an output schema may turn what JSON cannot hold into what it can", async () => {
  const outputSchema = z.object({
    when: z.codec(z.date(), z.string(), {
      decode: (date) => date.toISOString(),
      encode: (text) => new Date(text),
    }),
  });
  const execute = (): unknown => ({ when: new Date(0) });
  const tool = resolve({ outputSchema, execute });
  assert.deepEqual(await outcome(tool, {}), { when: "1970-01-01T00:00:00.000Z" });
  const plain = resolve({ outputSchema: { type: "object" }, execute });
  assert.match(
    String(await outcome(plain, {})),
    /^serialization_error: p\.t: result\.when is an instance of Date/,
  );
});

test("recursive schemas of a library keep their references, also inside a raw shape", async () => {
  const node = z.object({
    name: z.string(),
    get children() {
      return z.array(node);
    },
  });
  const { inputSchema } = resolve({ inputSchema: { "the root": node } });
  assert.deepEqual(inputSchema && properties(inputSchema)["the root"], {
    type: "object",
    properties: {
      name: { type: "string" },
      children: { type: "array", items: { $ref: "#/properties/the%20root" } },
    },
    required: ["name", "children"],
  });
  const provider = resolveProvider({
    name: "p",
    tools: { t: { inputSchema: { "the root": node }, execute: () => 1 } },
  });
  assert.equal(
    provider.types,
    [
      "declare namespace p {",
      "  type TheRoot = { name: string; children: TheRoot[] };",
      '  function t(input: { "the root": TheRoot }): Promise<unknown>;',
      "}",
    ].join("\n"),
  );
});

function properties(schema: JsonSchema): Record<string, unknown> {
  assert.ok(typeof schema === "object" && typeof schema["properties"] === "object");
  return { ...schema["properties"] };
}

test("what cannot be rendered is refused with a remedy", () => {
  const refusals: [ToolDescriptor["inputSchema"] | unknown, string | RegExp][] = [
    [
      zm.object({}),
      "provider.tools.t.inputSchema is a zod schema that cannot render JSON Schema; use Zod 4.2 or newer, or pass z.toJSONSchema(schema)",
    ],
    [
      v.object({}),
      "provider.tools.t.inputSchema is a valibot schema that cannot render JSON Schema; wrap it in toStandardJsonSchema() of @valibot/to-json-schema",
    ],
    [{ a: v.string() }, /^provider\.tools\.t\.inputSchema\.a is a valibot schema/],
    [
      { "~standard": { version: 1, vendor: "acme", validate: () => ({ value: 1 }) } },
      /is a acme schema.*pass the JSON Schema itself/,
    ],
    [
      z.object({ when: z.date() }),
      /^provider\.tools\.t\.inputSchema has no JSON Schema \(Date cannot be represented in JSON Schema\)\. Only JSON crosses/,
    ],
    [
      { a: z.string(), b: "string" },
      "provider.tools.t.inputSchema.b must be a schema object like the fields beside it",
    ],
  ];
  for (const [inputSchema, message] of refusals) {
    assert.throws(() => resolve({ inputSchema: inputSchema as JsonSchema }), {
      name: "TypeError",
      message,
    });
  }
});

test("a library that throws while it validates is a tool_error without its secrets", async () => {
  const tool = resolve({
    inputSchema: z.object({
      a: z.string().refine(() => {
        throw new Error("broken");
      }),
    }),
  });
  assert.equal(await outcome(tool, { a: "x" }), "tool_error: broken");
});
