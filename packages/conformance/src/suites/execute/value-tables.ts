import type { RequirementId } from "../../requirements/index.js";

/** A value that crosses: guest code for it, and what the host must see. */
export interface CrossingValue {
  readonly id: RequirementId;
  readonly code: string;
  readonly value: unknown;
}

/** Values that cross, in both directions, unchanged. */
export const crossing: readonly CrossingValue[] = [
  { id: "value.null", code: "null", value: null },
  { id: "value.booleans", code: "[true, false]", value: [true, false] },
  { id: "value.strings", code: `""`, value: "" },
  { id: "value.strings", code: `"Grüße, 世界 🎉"`, value: "Grüße, 世界 🎉" },
  {
    id: "value.strings",
    code: `"\\u0000\\u0001\\u2028\\u2029\\"\\\\\\n"`,
    value: '\0\x01\u2028\u2029"\\\n',
  },
  { id: "value.surrogates", code: `"a\\ud800b\\udc00c"`, value: "a\ud800b\udc00c" },
  { id: "value.surrogates", code: `({ "\\udfff": 1 })`, value: { "\udfff": 1 } },
  { id: "value.finite-numbers", code: "[0, 1.5, -7]", value: [0, 1.5, -7] },
  {
    id: "value.finite-numbers",
    code: "[Number.MAX_VALUE, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER, 1e21, 0.1 + 0.2]",
    value: [Number.MAX_VALUE, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER, 1e21, 0.1 + 0.2],
  },
  { id: "value.arrays", code: "[[], [1, [2, [3]]]]", value: [[], [1, [2, [3]]]] },
  { id: "value.plain-objects", code: "({})", value: {} },
  {
    id: "value.plain-objects",
    code: `({ a: { b: [{ c: null }] }, "with space": 1, "": 2, 7: 3 })`,
    value: { a: { b: [{ c: null }] }, "with space": 1, "": 2, 7: 3 },
  },
  {
    id: "value.plain-objects",
    code: "Object.assign(Object.create(null), { bare: true })",
    value: { bare: true },
  },
  {
    id: "value.plain-objects",
    code: "((shared) => [shared, shared])({ twice: 1 })",
    value: [{ twice: 1 }, { twice: 1 }],
  },
  {
    id: "value.plain-objects",
    code: `({ constructor: 1, hasOwnProperty: 2, toString: 3, then: 4, length: 5 })`,
    value: JSON.parse(`{"constructor":1,"hasOwnProperty":2,"toString":3,"then":4,"length":5}`),
  },
  {
    id: "value.undefined-property",
    code: "({ gone: undefined, kept: 1, deep: { gone: undefined } })",
    value: { kept: 1, deep: {} },
  },
];

/** A value that does not cross. */
export interface RefusedValue {
  readonly id: RequirementId;
  readonly code: string;
}

/** Values a guest can make that do not cross, alone or inside another value. */
export const refused: readonly RefusedValue[] = [
  { id: "value.bigint-rejected", code: "10n" },
  { id: "value.function-rejected", code: "() => 1" },
  { id: "value.function-rejected", code: "class {}" },
  { id: "value.function-rejected", code: "Math.max" },
  { id: "value.symbol-rejected", code: `Symbol("s")` },
  { id: "value.symbol-rejected", code: "Symbol.iterator" },
  { id: "value.nan-rejected", code: "NaN" },
  { id: "value.infinity-rejected", code: "Infinity" },
  { id: "value.infinity-rejected", code: "-Infinity" },
  { id: "value.cycle-rejected", code: "((a) => { a.self = a; return a })({})" },
  { id: "value.cycle-rejected", code: "((a) => { a.push([a]); return a })([])" },
  { id: "value.non-plain-rejected", code: "new Date(0)" },
  { id: "value.non-plain-rejected", code: "new Map([[1, 2]])" },
  { id: "value.non-plain-rejected", code: "new Set([1])" },
  { id: "value.non-plain-rejected", code: "new WeakMap()" },
  { id: "value.non-plain-rejected", code: "/x/g" },
  { id: "value.non-plain-rejected", code: `new Error("e")` },
  { id: "value.non-plain-rejected", code: "new Uint8Array(2)" },
  { id: "value.non-plain-rejected", code: "new ArrayBuffer(2)" },
  { id: "value.non-plain-rejected", code: "new (class Point { x = 1 })()" },
  { id: "value.non-plain-rejected", code: "Object.create({ inherited: 1 })" },
  { id: "value.non-plain-rejected", code: "Object(1)" },
  { id: "value.non-plain-rejected", code: `Object("text")` },
  { id: "value.non-plain-rejected", code: "(function* () {})()" },
  { id: "value.undefined-item", code: "[undefined]" },
  { id: "value.undefined-item", code: "[1, , 3]" },
];

/** A value of the host that does not cross, with the words for it. */
export interface RefusedHostValue {
  readonly id: RequirementId;
  readonly name: string;
  make(): unknown;
}

/** Values a tool may return by mistake. */
export const refusedFromHost: readonly RefusedHostValue[] = [
  { id: "value.bigint-rejected", name: "a bigint", make: () => 10n },
  { id: "value.function-rejected", name: "a function", make: () => ({ f: () => 1 }) },
  { id: "value.symbol-rejected", name: "a symbol", make: () => [Symbol("s")] },
  { id: "value.nan-rejected", name: "NaN", make: () => ({ n: Number.NaN }) },
  { id: "value.infinity-rejected", name: "Infinity", make: () => [Number.POSITIVE_INFINITY] },
  { id: "value.non-plain-rejected", name: "a Date", make: () => ({ at: new Date(0) }) },
  { id: "value.non-plain-rejected", name: "a Map", make: () => new Map([[1, 2]]) },
  { id: "value.non-plain-rejected", name: "a Buffer", make: () => new Uint8Array(4) },
  { id: "value.undefined-item", name: "undefined in an array", make: () => [undefined] },
  { id: "value.cycle-rejected", name: "a cycle", make: makeCycle },
  { id: "value.deep", name: "100,000 levels", make: () => makeDeep(100_000) },
];

function makeCycle(): unknown {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  return cycle;
}

/** An array nested `depth` times. */
export function makeDeep(depth: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}
