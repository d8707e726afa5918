import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { checkSchema } from "../src/schema/check-schema.js";

const circular: { items?: unknown } = {};
circular.items = circular;

let deep: unknown = true;
for (let level = 0; level < 200; level++) deep = { not: deep };

/** A schema with a mistake, and the sentence that names it. */
const MISTAKES: [unknown, string | RegExp][] = [
  ["string", 's must be a JSON Schema, a Zod schema or shape, or a Standard Schema, got "string"'],
  [null, /got null$/],
  [[], /got an array$/],
  [
    { type: "text" },
    's.type must be one or more of array, boolean, integer, null, number, object, string, got "text"',
  ],
  [{ type: ["string", "any"] }, /^s.type must be/],
  [
    { properties: { a: { required: true } } },
    "s.properties.a.required must be an array of names, got true",
  ],
  [{ properties: [] }, "s.properties must be an object, got an array"],
  [{ properties: { a: "string" } }, 's.properties.a must be a schema, got "string"'],
  [
    { properties: { a: z.string() } },
    "s.properties.a must be JSON, got a schema object of a validation library",
  ],
  [{ items: 3 }, "s.items must be a schema, got 3"],
  [{ items: [{}, 3] }, "s.items[1] must be a schema, got 3"],
  [{ anyOf: {} }, "s.anyOf must be an array of schemas, got a value of type object"],
  [
    { anyOf: [{}, { minLength: -1 }] },
    "s.anyOf[1].minLength must be a whole number of at least 0, got -1",
  ],
  [{ maxItems: "3" }, 's.maxItems must be a whole number of at least 0, got "3"'],
  [{ minimum: "3" }, 's.minimum must be a number, got "3"'],
  [{ exclusiveMinimum: true }, "s.exclusiveMinimum must be a number, got true"],
  [{ multipleOf: 0 }, "s.multipleOf must be a number above 0, got 0"],
  [{ pattern: "(" }, 's.pattern must be a regular expression JavaScript understands, got "("'],
  [
    { patternProperties: { "(": {} } },
    /^s.patternProperties.\( must be named by a regular expression/,
  ],
  [{ enum: "a" }, 's.enum must be an array of JSON values, got "a"'],
  [{ uniqueItems: "yes" }, 's.uniqueItems must be true or false, got "yes"'],
  [{ dependentRequired: { a: "b" } }, /^s.dependentRequired must be/],
  [{ $dynamicRef: "#x" }, 's.$dynamicRef must be replaced by $ref, got "#x"'],
  [
    { properties: { a: { $ref: "https://x.test/s.json" } } },
    's.properties.a.$ref must be a reference within the schema, such as #/$defs/name (nothing is fetched), got "https://x.test/s.json"',
  ],
  [{ $ref: "#/$defs/none" }, /^s.\$ref must be a reference within the schema/],
  [{ $ref: "#/__proto__" }, /^s.\$ref must be a reference within the schema/],
  [{ $ref: "#" }, "s.$ref leads back to itself without entering a property or an item"],
  [
    { allOf: [{ $ref: "#" }] },
    "s.allOf[0].$ref leads back to itself without entering a property or an item",
  ],
  [
    {
      $defs: { a: { anyOf: [{ $ref: "#/$defs/b" }] }, b: { not: { $ref: "#/$defs/a" } } },
      items: { $ref: "#/$defs/a" },
    },
    /leads back to itself/,
  ],
  [{ default: 10n }, "s.default must be a JSON value, got a value of type bigint"],
  [{ const: new Date() }, "s.const must be a JSON value, got a value of type object"],
  [{ enum: [() => 1] }, "s.enum must be an array of JSON values, got an array"],
  [circular, "s is too deep or too large; a schema that contains itself needs $ref"],
  [deep, /^s is too deep/],
];

for (const [schema, message] of MISTAKES) {
  test(`refused: ${String(message)}`, () => {
    assert.throws(() => checkSchema(schema, "s"), { name: "TypeError", message });
  });
}

test("unknown keywords and absent ones are fine", () => {
  checkSchema(
    { type: "object", "x-order": 3, description: undefined, examples: [1], readOnly: true },
    "s",
  );
  checkSchema({ properties: { a: undefined } }, "s");
});
