// Verifies provider.json-schema-drafts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSchema } from "../src/schema/check-schema.js";
import { compileSchema, type SchemaValidator } from "../src/schema/compile-schema.js";

function compile(schema: unknown): SchemaValidator {
  checkSchema(schema, "schema");
  return compileSchema(schema);
}

/** A schema, values that fit it, and values that do not with what is said about them. */
const TABLE: [name: string, schema: unknown, good: unknown[], bad: [unknown, string][]][] = [
  ["true", true, [1, null, {}], []],
  ["false", false, [], [[1, "not allowed here"]]],
  ["no keywords", { description: "x" }, [1, undefined], []],
  [
    "type",
    { type: "string" },
    ["", "a"],
    [
      [1, "expected string, got number"],
      [null, "expected string, got null"],
      [undefined, "expected string, got nothing"],
    ],
  ],
  [
    "integer",
    { type: "integer" },
    [1, -0, 2e20, 1.0],
    [
      [1.5, "expected integer, got fraction"],
      ["1", "expected integer, got string"],
    ],
  ],
  ["number", { type: "number" }, [1.5], [[Number.NaN, "expected number, got number"]]],
  [
    "type list",
    { type: ["string", "null"] },
    ["a", null],
    [[[], "expected string or null, got array"]],
  ],
  [
    "nullable",
    { type: "string", nullable: true },
    ["a", null],
    [[1, "expected string or null, got number"]],
  ],
  [
    "const",
    { const: { a: [1, 2], b: null } },
    [{ b: null, a: [1, 2] }],
    [[{ a: [2, 1], b: null }, 'expected {"a":[1,2],"b":null}']],
  ],
  ["const null", { const: null }, [null], [[0, "expected null"]]],
  [
    "enum",
    { enum: ["a", 1, null, [1]] },
    ["a", 1, null, [1]],
    [
      ["1", 'expected one of "a", 1, null, [1]'],
      [[2], 'expected one of "a", 1, null, [1]'],
    ],
  ],
  ["enum of nothing", { enum: [] }, [], [[1, "expected one of "]]],
  ["minimum", { minimum: 2 }, [2, "x"], [[1.9, "expected a number >= 2"]]],
  ["maximum", { maximum: 2 }, [2], [[2.1, "expected a number <= 2"]]],
  [
    "exclusive bounds",
    { exclusiveMinimum: 0, exclusiveMaximum: 1 },
    [0.5],
    [
      [0, "expected a number > 0"],
      [1, "expected a number < 1"],
    ],
  ],
  [
    "multipleOf",
    { multipleOf: 0.01 },
    [19.99, 0, 1, 4.35, -0.07],
    [
      [0.005, "expected a multiple of 0.01"],
      [19.991, "expected a multiple of 0.01"],
    ],
  ],
  [
    "multipleOf of large numbers",
    { multipleOf: 3 },
    [9_007_199_254_740_990],
    [[1e308, "expected a multiple of 3"]],
  ],
  [
    "minLength counts characters",
    { minLength: 2 },
    ["ab", "😀😀"],
    [
      ["😀", "expected at least 2 characters"],
      ["a", "expected at least 2 characters"],
    ],
  ],
  ["minLength 1", { minLength: 1 }, ["a"], [["", "expected a non-empty string"]]],
  [
    "maxLength counts characters",
    { maxLength: 2 },
    ["😀😀", ""],
    [
      ["abc", "expected at most 2 characters"],
      ["😀😀😀", "expected at most 2 characters"],
    ],
  ],
  ["pattern", { pattern: "^\\p{Lu}" }, ["Éa"], [["a", "expected a string that matches ^\\p{Lu}"]]],
  [
    "pattern of another dialect",
    { pattern: "^[\\w\\-\\.]+$" },
    ["a-b.c"],
    [["a b", "expected a string that matches ^[\\w\\-\\.]+$"]],
  ],
  ["format is an annotation", { type: "string", format: "email" }, ["not an address"], []],
  [
    "required",
    { required: ["a", "b"] },
    [{ a: 1, b: 0 }, "x"],
    [
      [{ a: 1 }, "b: missing"],
      [{ a: undefined, b: 1 }, "a: missing"],
    ],
  ],
  [
    "properties",
    { properties: { a: { type: "string" } }, required: ["a"] },
    [{ a: "x", more: 1 }],
    [
      [{}, "a: missing, expected string"],
      [{ a: 1 }, "a: expected string, got number"],
    ],
  ],
  [
    "additionalProperties false",
    { properties: { title: {}, body: {} }, additionalProperties: false },
    [{ title: 1 }, { title: 1, x: undefined }],
    [
      [{ titel: 1 }, 'unexpected field "titel" (did you mean "title"?)'],
      [{ zzz: 1 }, 'unexpected field "zzz" (allowed: title, body)'],
    ],
  ],
  [
    "additionalProperties schema",
    { properties: { a: true }, additionalProperties: { type: "number" } },
    [{ a: "x", b: 1 }],
    [[{ b: "x" }, "b: expected number, got string"]],
  ],
  [
    "required but undeclared in a closed object",
    { required: ["a"], additionalProperties: false },
    [],
    [[{ a: 1 }, 'unexpected field "a"']],
  ],
  [
    "patternProperties",
    { patternProperties: { "^x": { type: "number" } }, additionalProperties: false },
    [{ x1: 1 }],
    [
      [{ x1: "a" }, "x1: expected number, got string"],
      [{ y: 1 }, 'unexpected field "y"'],
    ],
  ],
  [
    "propertyNames",
    { propertyNames: { enum: ["a", "b"] } },
    [{ a: 1 }],
    [[{ c: 1 }, 'field name "c": expected one of "a", "b"']],
  ],
  [
    "minProperties, maxProperties",
    { minProperties: 1, maxProperties: 2 },
    [{ a: 1 }],
    [
      [{ a: undefined }, "expected at least 1 field"],
      [{ a: 1, b: 2, c: 3 }, "expected at most 2 fields"],
    ],
  ],
  [
    "dependentRequired",
    { dependentRequired: { a: ["b"] } },
    [{ a: 1, b: 1 }, { b: 1 }],
    [[{ a: 1 }, 'b: missing, needed together with "a"']],
  ],
  [
    "dependentSchemas",
    { dependentSchemas: { a: { properties: { b: { type: "string" } } } } },
    [{ b: 1 }, { a: 1, b: "x" }],
    [[{ a: 1, b: 1 }, "b: expected string, got number"]],
  ],
  [
    "dependencies of draft-07",
    { dependencies: { a: ["b"], c: { required: ["d"] } } },
    [{ a: 1, b: 1 }],
    [
      [{ a: 1 }, 'b: missing, needed together with "a"'],
      [{ c: 1 }, "d: missing"],
    ],
  ],
  [
    "items",
    { items: { type: "string" } },
    [[], ["a"], {}],
    [[["a", 1], "[1]: expected string, got number"]],
  ],
  [
    "prefixItems with items",
    { prefixItems: [{ type: "string" }], items: { type: "number" } },
    [["a", 1, 2], []],
    [
      [[1], "[0]: expected string, got number"],
      [["a", "b"], "[1]: expected number, got string"],
    ],
  ],
  [
    "a closed tuple",
    { prefixItems: [{}, {}], items: false },
    [[1, 2], [1]],
    [[[1, 2, 3], "expected at most 2 items"]],
  ],
  [
    "items list of draft-07",
    { items: [{ type: "string" }], additionalItems: false },
    [["a"]],
    [[["a", 1], "expected at most 1 items"]],
  ],
  [
    "minItems, maxItems",
    { minItems: 1, maxItems: 2 },
    [[1]],
    [
      [[], "expected at least 1 item"],
      [[1, 2, 3], "expected at most 2 items"],
    ],
  ],
  [
    "uniqueItems",
    { uniqueItems: true },
    [[1, "1", [1], ["1"], { a: 1 }]],
    [
      [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        "[1]: repeats an earlier item",
      ],
      [[0, -0], "[1]: repeats an earlier item"],
    ],
  ],
  [
    "contains",
    { contains: { type: "string" } },
    [[1, "a"]],
    [[[1], "expected at least 1 items that are string"]],
  ],
  [
    "minContains 0",
    { contains: { type: "string" }, minContains: 0, maxContains: 1 },
    [[], ["a"]],
    [[["a", "b"], "expected 0 to 1 items that are string"]],
  ],
  ["allOf", { allOf: [{ minimum: 1 }, { maximum: 3 }] }, [2], [[0, "expected a number >= 1"]]],
  [
    "anyOf of types",
    { anyOf: [{ type: "string" }, { type: "number" }] },
    ["a", 1],
    [[{}, "expected string or number, got object"]],
  ],
  [
    "oneOf",
    { oneOf: [{ minimum: 5 }, { multipleOf: 2 }] },
    [6.5, 2],
    [[6, "fits 2 of the allowed forms, expected exactly one"]],
  ],
  ["not", { not: { type: "string" } }, [1], [["a", "has a form that is not allowed"]]],
  [
    "if, then, else",
    condition({ properties: { kind: { const: "a" } } }, { required: ["x"] }, { required: ["y"] }),
    [
      { kind: "a", x: 1 },
      { kind: "b", y: 1 },
    ],
    [
      [{ kind: "a" }, "x: missing"],
      [{ kind: "b" }, "y: missing"],
    ],
  ],
  [
    "unevaluatedProperties",
    { allOf: [{ properties: { a: true } }], properties: { b: true }, unevaluatedProperties: false },
    [{ a: 1, b: 1 }],
    [[{ c: 1 }, 'unexpected field "c"']],
  ],
  [
    "unevaluatedProperties and failed branches",
    {
      anyOf: [{ required: ["a"], properties: { a: true, b: true } }, true],
      unevaluatedProperties: false,
    },
    [{ a: 1, b: 1 }],
    [[{ b: 1 }, 'unexpected field "b"']],
  ],
  [
    "unevaluatedItems",
    { prefixItems: [true], contains: { type: "string" }, unevaluatedItems: { type: "null" } },
    [[1, "a", null]],
    [[[1, "a", 2], "[2]: expected null, got number"]],
  ],
  [
    "unevaluatedItems after a branch that takes all items",
    { anyOf: [{ prefixItems: [{ type: "null" }] }, { items: true }], unevaluatedItems: false },
    [[1, 2], []],
    [],
  ],
  [
    "$ref",
    {
      $defs: { name: { type: "string" } },
      properties: { a: { $ref: "#/$defs/name" } },
      required: ["a"],
    },
    [{ a: "x" }],
    [
      [{}, "a: missing, expected string"],
      [{ a: 1 }, "a: expected string, got number"],
    ],
  ],
  [
    "$ref with siblings",
    { $defs: { n: { type: "number" } }, $ref: "#/$defs/n", minimum: 3 },
    [3],
    [[2, "expected a number >= 3"]],
  ],
  [
    "$ref to the whole, recursively",
    { properties: { next: { $ref: "#" } }, additionalProperties: false },
    [{ next: { next: {} } }],
    [[{ next: { nxt: 1 } }, 'next: unexpected field "nxt" (did you mean "next"?)']],
  ],
  [
    "$ref by $anchor",
    { $defs: { x: { $anchor: "here", type: "null" } }, items: { $ref: "#here" } },
    [[null]],
    [[[1], "[0]: expected null, got number"]],
  ],
  [
    "$ref by $id",
    {
      $id: "https://x.test/a",
      $defs: {
        b: {
          $id: "https://x.test/b",
          $defs: { c: { type: "null" } },
          items: { $ref: "#/$defs/c" },
        },
      },
      $ref: "https://x.test/b",
    },
    [[null]],
    [[[1], "[0]: expected null, got number"]],
  ],
  [
    "$ref with escapes",
    { $defs: { "a/b ~c%": { type: "null" } }, $ref: "#/$defs/a~1b%20~0c%25" },
    [null],
    [[1, "expected null, got number"]],
  ],
  [
    "definitions of draft-07",
    { definitions: { a: { type: "null" } }, $ref: "#/definitions/a" },
    [null],
    [[1, "expected null, got number"]],
  ],
];

for (const [name, schema, good, bad] of TABLE) {
  test(`rule: ${name}`, () => {
    const validator = compile(schema);
    for (const value of good) {
      assert.equal(validator.matches(value), true, JSON.stringify(value));
      assert.equal(validator.explain(value), "");
    }
    for (const [value, said] of bad) {
      assert.equal(validator.matches(value), false, JSON.stringify(value));
      assert.equal(validator.explain(value), said);
    }
  });
}

function condition(test: unknown, yes: unknown, no: unknown): unknown {
  return Object.fromEntries([
    ["if", test],
    // biome-ignore lint/suspicious/noThenProperty: the keyword
    ["then", yes],
    ["else", no],
  ]);
}

test("names that every object inherits are ordinary names", () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  for (const name of names) {
    const closed = compile(
      JSON.parse(
        `{"required":["${name}"],"properties":{"${name}":{"type":"number"}},"additionalProperties":false}`,
      ),
    );
    assert.equal(closed.matches(JSON.parse(`{"${name}":1}`)), true, name);
    assert.equal(closed.explain({}), `${name}: missing, expected number`);
    assert.equal(
      closed.explain(JSON.parse(`{"${name}":"x"}`)),
      `${name}: expected number, got string`,
    );
    assert.equal(
      compile({ additionalProperties: false }).explain(JSON.parse(`{"${name}":1}`)),
      `unexpected field "${name}"`,
    );
    assert.equal(
      compile({ unevaluatedProperties: false }).matches(JSON.parse(`{"${name}":1}`)),
      false,
    );
    assert.equal(compile({ dependentRequired: { [name]: ["x"] } }).matches({}), true);
  }
});

test("of several alternatives the one that was meant is explained", () => {
  const shapes = compile({
    oneOf: ["circle", "square"].map((kind, index) => ({
      type: "object",
      properties: { kind: { const: kind }, [index === 0 ? "radius" : "side"]: { type: "number" } },
      required: ["kind", index === 0 ? "radius" : "side"],
    })),
  });
  assert.equal(shapes.explain({ kind: "square", side: "2" }), "side: expected number, got string");
  assert.equal(shapes.explain({ kind: "circle" }), "radius: missing, expected number");
  assert.equal(shapes.explain("circle"), "expected object, got string");
  assert.equal(
    shapes.explain({}),
    'fits none of the 2 allowed forms (kind: missing, expected "circle"; radius: missing, expected number | kind: missing, expected "square"; side: missing, expected number)',
  );
  const optional = compile({ anyOf: [{ type: "string", maxLength: 2 }, { type: "null" }] });
  assert.equal(optional.explain("abc"), "expected at most 2 characters");
});

test("a message lists five problems and counts the rest", () => {
  const numbers = compile({ items: { type: "number" } });
  assert.match(
    numbers.explain(["a", "b", "c", "d", "e", "f", "g", "h"]),
    /^(\[\d\]: expected number, got string; ){5}and 3 more$/,
  );
  assert.match(numbers.explain(Array(100_000).fill("x")), /; and many more$/);
});

test("places and names chosen by a guest stay short and quoted", () => {
  const map = compile({ additionalProperties: { type: "number" } });
  assert.equal(map.explain({ "a b": 1, 'c"]': "x" }), '["c\\"]"]: expected number, got string');
  assert.ok(map.explain({ ["x".repeat(10_000)]: "x" }).length < 120);
});

test("judging changes nothing and applies no default", () => {
  const value = Object.freeze({ a: Object.freeze([1, 2]) });
  const validator = compile({ properties: { a: { uniqueItems: true }, b: { default: 3 } } });
  assert.equal(validator.matches(value), true);
  assert.deepEqual(value, { a: [1, 2] });
});

test("a value too deep for the stack is refused, not fatal", () => {
  const list = compile({ properties: { next: { allOf: [{ anyOf: [{ $ref: "#" }] }] } } });
  const nest = (depth: number): unknown =>
    JSON.parse(`${'{"next":'.repeat(depth)}1${"}".repeat(depth)}`);
  assert.equal(list.matches(nest(500)), true);
  let deep: unknown = 1;
  for (let level = 0; level < 200_000; level++) deep = { next: deep };
  assert.equal(list.matches(deep), false);
  assert.equal(list.explain(deep), "too complex to check");
});

test("a recursive schema cannot be made to take forever", () => {
  const branch = { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] };
  const validator = compile({ anyOf: [branch, { ...branch, minProperties: 1 }, { const: 1 }] });
  let value: unknown = 2;
  for (let level = 0; level < 60; level++) value = { next: value };
  const start = performance.now();
  assert.equal(validator.matches(value), false);
  assert.notEqual(validator.explain(value), "");
  assert.ok(performance.now() - start < 10_000);
});

test("uniqueItems is not quadratic", () => {
  const validator = compile({ uniqueItems: true });
  const start = performance.now();
  assert.equal(validator.matches(Array.from({ length: 100_000 }, (_, index) => ({ index }))), true);
  assert.equal(validator.matches(Array.from({ length: 100_000 }, (_, index) => index)), true);
  assert.ok(performance.now() - start < 5_000);
});

test("a wrong choice inside an alternative does not rule it out", () => {
  const filter = compile({
    anyOf: [
      {
        type: "object",
        properties: { op: { enum: ["=", "<"] } },
        required: ["op"],
        additionalProperties: false,
      },
      { type: "object", properties: { not: {} }, required: ["not"], additionalProperties: false },
    ],
  });
  assert.equal(filter.explain({ op: "~" }), 'op: expected one of "=", "<"');
});
