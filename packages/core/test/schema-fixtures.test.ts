import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { resolveProvider } from "../src/provider/resolve-provider.js";
import { compileSchema } from "../src/schema/compile-schema.js";
import { generateToolDeclaration } from "../src/typegen/generate-types.js";
import { TOOL_FIXTURES } from "./schema-fixtures.js";
import { compileErrors } from "./typegen-compiler.js";

const provider = resolveProvider({
  name: "real",
  tools: Object.fromEntries(
    TOOL_FIXTURES.map(({ good: _, bad: __, name, ...tool }) => [
      name,
      { ...tool, execute: () => null },
    ]),
  ),
});

for (const { name, inputSchema, good, bad } of TOOL_FIXTURES) {
  test(`${name}: takes what it should and explains what it refuses, as Ajv does`, () => {
    const ours = compileSchema(inputSchema);
    const options = { strict: false, validateFormats: false };
    const isOlder = JSON.stringify(inputSchema).includes("draft-07");
    const theirs = (isOlder ? new Ajv(options) : new Ajv2020(options)).compile(inputSchema);
    assert.equal(ours.explain(good), "");
    assert.equal(ours.matches(good), true);
    assert.equal(theirs(good), true);
    assert.equal(ours.matches(bad), false);
    assert.equal(theirs(bad), false);
    const problems = ours.explain(bad);
    assert.ok(problems !== "" && problems.length < 250, problems);
  });
}

test("the types of all of them compile, and the samples have them", async () => {
  const uses = TOOL_FIXTURES.map(({ name, good }) => `real.${name}(${JSON.stringify(good)});`);
  assert.equal(await compileErrors([provider.types, ...uses].join("\n")), "");
});

test("types are smaller than the schemas they stand for", () => {
  const types = TOOL_FIXTURES.map((tool) => generateToolDeclaration(tool.name, tool)).join("\n");
  const schemas = TOOL_FIXTURES.map(({ good: _, bad: __, ...tool }) => JSON.stringify(tool)).join(
    "\n",
  );
  assert.ok(types.length < 0.6 * schemas.length, `${types.length} of ${schemas.length}`);
});
