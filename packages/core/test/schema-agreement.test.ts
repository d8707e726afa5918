// Verifies types.compile, types.agree-with-ajv, fuzz.types.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { checkSchema } from "../src/schema/check-schema.js";
import { compileSchema } from "../src/schema/compile-schema.js";
import { generateTypesFromJsonSchema } from "../src/typegen/generate-types.js";
import type { JsonSchema } from "../src/types.js";
import { SchemaGenerator } from "./schema-generator.js";
import { compileErrors } from "./typegen-compiler.js";

// `ownProperties`: without it Ajv finds `toString` in every object.
const OPTIONS = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  ownProperties: true,
  logger: false,
} as const;

for (const [draft, seed, count] of [
  ["2020-12", 20_201_2, 1_500],
  ["draft-07", 7, 500],
] as const) {
  test(`${count} generated ${draft} schemas: verdicts agree with Ajv, made values pass`, () => {
    const generator = new SchemaGenerator(seed, draft === "draft-07");
    const ajv = draft === "draft-07" ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
    const tally = { accepted: 0, refused: 0, constructive: 0 };
    for (let round = 0; round < count; round++) {
      const { schema, constructive } = generator.next();
      checkSchema(schema, "schema");
      const ours = compileSchema(schema);
      const theirs = ajv.compile(schema);
      for (let sample = 0; sample < 3; sample++) {
        const made = generator.value(schema);
        if (constructive) {
          tally.constructive++;
          assert.ok(
            ours.matches(made),
            report("a made value fails", schema, made, ours.explain(made)),
          );
        }
        let value = made;
        for (let damage = 0; damage < 4; damage++) {
          const verdict = ours.matches(value);
          const explained = ours.explain(value);
          const message = report(`ours says ${verdict}`, schema, value, explained);
          assert.equal(verdict, theirs(value), message);
          assert.equal(explained === "", verdict, message);
          tally[verdict ? "accepted" : "refused"]++;
          value = generator.damage(value);
        }
      }
    }
    // Otherwise the test would show nothing.
    assert.ok(tally.accepted > count && tally.refused > count && tally.constructive > count / 2);
  });
}

test("the types of 2,000 generated schemas compile, and made values have their types", async () => {
  const files: string[] = [];
  for (const [seed, draft7] of [
    [20_201_2, false],
    [7, true],
  ] as const) {
    const generator = new SchemaGenerator(seed, draft7);
    for (let group = 0; group < (draft7 ? 5 : 15); group++) {
      const tools: Record<
        string,
        { description: string; inputSchema: JsonSchema; outputSchema: JsonSchema }
      > = {};
      const uses: string[] = [];
      const name = `tools_${draft7 ? "older" : "newer"}_${group}`;
      for (let index = 0; index < 100; index++) {
        const { schema, constructive } = generator.next();
        const key = `tool_${index}`;
        tools[key] = { description: "ends */ here", inputSchema: schema, outputSchema: schema };
        if (!constructive) continue;
        const value = JSON.stringify(generator.value(schema));
        uses.push(`{ const input: Parameters<typeof ${name}.${key}>[0] = ${value}; void input; }`);
      }
      files.push(generateTypesFromJsonSchema(name, tools), ...uses);
    }
  }
  assert.equal(await compileErrors(files.join("\n")), "");
});

function report(what: string, schema: unknown, value: unknown, explained: string): string {
  return `${what}\nschema ${JSON.stringify(schema)}\nvalue ${JSON.stringify(value)}\n${explained}`;
}
