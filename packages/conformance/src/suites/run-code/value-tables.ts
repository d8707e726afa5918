import type { RequirementId } from "../../requirements/index.js";

/** A value that crosses in both directions. */
export interface Crossing {
  readonly id: RequirementId;
  /** The value as guest code makes it. */
  readonly code: string;
  /** The same value at the host. */
  readonly make: () => unknown;
  /** Guest code that is true of the value `v` when it arrived whole; equality by default. */
  readonly holds?: string;
}

const primitives: readonly Crossing[] = [
  { id: "code.cross-primitives", code: `"text"`, make: () => "text" },
  { id: "code.cross-primitives", code: `""`, make: () => "" },
  {
    id: "code.cross-primitives",
    code: `"\\u0000\\n\\u2028\\ud83d\\ude00"`,
    make: () => "\u0000\n\u2028\u{1f600}",
  },
  { id: "code.cross-primitives", code: `"half \\ud800"`, make: () => "half \ud800" },
  { id: "code.cross-primitives", code: "1.5e300", make: () => 1.5e300 },
  { id: "code.cross-primitives", code: "-0", make: () => -0, holds: "Object.is(v, -0)" },
  { id: "clone.kinds", code: "NaN", make: () => Number.NaN, holds: "Object.is(v, NaN)" },
  { id: "clone.kinds", code: "-Infinity", make: () => Number.NEGATIVE_INFINITY },
  { id: "code.cross-primitives", code: "true", make: () => true },
  { id: "code.cross-primitives", code: "null", make: () => null },
  { id: "code.cross-primitives", code: "undefined", make: () => undefined },
  { id: "code.cross-primitives", code: "2n ** 200n", make: () => 2n ** 200n },
  { id: "code.cross-primitives", code: "-1n", make: () => -1n },
];

const structures: readonly Crossing[] = [
  {
    id: "code.cross-structures",
    code: `({ a: 1, nested: { list: [1, [2]] }, none: undefined, "": 0, "odd key": 1n })`,
    make: () => ({ a: 1, nested: { list: [1, [2]] }, none: undefined, "": 0, "odd key": 1n }),
    holds: `v.nested.list[1][0] === 2 && "none" in v && v["odd key"] === 1n`,
  },
  {
    id: "code.cross-structures",
    code: `JSON.parse('{"__proto__": 1, "constructor": 2, "toJSON": 3}')`,
    make: () => JSON.parse('{"__proto__": 1, "constructor": 2, "toJSON": 3}'),
    holds: `Object.hasOwn(v, "__proto__") && Object.getPrototypeOf(v) === Object.prototype`,
  },
  {
    id: "code.cross-structures",
    code: "[undefined, null, [], {}]",
    make: () => [undefined, null, [], {}],
    holds: "Array.isArray(v) && v.length === 4 && v[0] === undefined",
  },
  {
    id: "clone.kinds",
    code: "Object.assign(Array(3), { 1: 'hole before' })",
    make: () => Object.assign(Array(3), { 1: "hole before" }),
    holds: "v.length === 3 && !(0 in v) && v[1] === 'hole before'",
  },
  {
    id: "code.cross-structures",
    code: "new Map([['k', { n: 1 }], [{ key: 1 }, new Set([1n])]])",
    make: () =>
      new Map<unknown, unknown>([
        ["k", { n: 1 }],
        [{ key: 1 }, new Set([1n])],
      ]),
    holds: "v instanceof Map && v.get('k').n === 1 && [...v.values()][1].has(1n)",
  },
  {
    id: "code.cross-structures",
    code: "new Set([1, 'two', [3]])",
    make: () => new Set([1, "two", [3]]),
    holds: "v instanceof Set && v.has('two') && v.size === 3",
  },
  {
    id: "code.cross-structures",
    code: "new Date(86400001)",
    make: () => new Date(86_400_001),
    holds: "v instanceof Date && v.getTime() === 86400001",
  },
  {
    id: "clone.kinds",
    code: "new Date(NaN)",
    make: () => new Date(Number.NaN),
    holds: "Number.isNaN(v.getTime())",
  },
  {
    id: "clone.kinds",
    code: "/a+\\//giu",
    make: () => /a+\//giu,
    holds: "v instanceof RegExp && v.flags === 'giu' && v.test('AA/')",
  },
  {
    id: "clone.kinds",
    code: "Object(1)",
    make: () => Object(1),
    holds: "typeof v === 'object' && v.valueOf() === 1",
  },
  {
    id: "clone.kinds",
    code: "Object('s')",
    make: () => Object("s"),
    holds: "v instanceof String && v + '' === 's'",
  },
];

const binary: readonly Crossing[] = [
  {
    id: "code.cross-binary",
    code: "new Uint8Array([0, 127, 255])",
    make: () => new Uint8Array([0, 127, 255]),
    holds: "v instanceof Uint8Array && v[2] === 255 && v.buffer.byteLength === 3",
  },
  {
    id: "code.cross-binary",
    code: "new Uint8Array([1, 2, 3]).buffer",
    make: () => new Uint8Array([1, 2, 3]).buffer,
    holds: "v instanceof ArrayBuffer && new Uint8Array(v).join() === '1,2,3'",
  },
  {
    id: "code.cross-binary",
    code: "new ArrayBuffer(0)",
    make: () => new ArrayBuffer(0),
    holds: "v.byteLength === 0",
  },
  ...[
    ["Int8Array", "[-1]"],
    ["Uint8ClampedArray", "[255]"],
    ["Int16Array", "[-32768, 5]"],
    ["Uint16Array", "[65535]"],
    ["Int32Array", "[-1]"],
    ["Uint32Array", "[4294967295]"],
    ["Float32Array", "[0.5]"],
    ["Float64Array", "[1e300, NaN]"],
  ].map(([name, list]): Crossing => {
    const Constructor = Reflect.get(globalThis, String(name)) as new (list: number[]) => unknown;
    const numbers = String(list)
      .slice(1, -1)
      .split(",")
      .map((text) => Number(text));
    return {
      id: "code.cross-structures",
      code: `new ${name}(${list})`,
      make: () => new Constructor(numbers),
      holds: `v instanceof ${name} && [...v].every((n, i) => Object.is(n, ${list}[i]))`,
    };
  }),
  {
    id: "clone.kinds",
    code: "new BigInt64Array([-5n])",
    make: () => new BigInt64Array([-5n]),
    holds: "v instanceof BigInt64Array && v[0] === -5n",
  },
  {
    id: "clone.kinds",
    code: "new DataView(new Uint8Array([1, 2, 3]).buffer, 1)",
    make: () => new DataView(new Uint8Array([1, 2, 3]).buffer, 1),
    holds: "v instanceof DataView && v.byteLength === 2 && v.getUint8(0) === 2",
  },
];

const errors: readonly Crossing[] = ["Error", "TypeError", "RangeError", "SyntaxError"].map(
  (name): Crossing => ({
    id: "clone.kinds",
    code: `new ${name}("of the ${name} kind")`,
    make: () => new (Reflect.get(globalThis, name) as ErrorConstructor)(`of the ${name} kind`),
    holds: `v instanceof ${name} && v.message === "of the ${name} kind" && v.name === "${name}"`,
  }),
);

/** Every kind of value that crosses. */
export const crossings: readonly Crossing[] = [...primitives, ...structures, ...binary, ...errors];

/** What a guest cannot send, and what the message says of it. */
export const refusedFromGuest: readonly (readonly [code: string, reason: RegExp])[] = [
  ["() => 1", /function/],
  ["class Made {}", /function|class/],
  ["new (class Made {})()", /Made/],
  ["Symbol('s')", /symbol/],
  ["new WeakMap()", /cannot cross/],
  ["new WeakRef({})", /cannot cross/],
  ["[Promise.resolve(1)]", /promise/],
  ["Object.create({ inherited: 1 })", /cannot cross/],
];

class Account {
  owner = "Ada";
}

/** What a host cannot send; functions and promises it can. */
export const refusedFromHost: Readonly<Record<string, () => unknown>> = {
  "a class instance": () => new Account(),
  "a WeakMap": () => new WeakMap(),
  "a WeakRef": () => new WeakRef({}),
  "a symbol": () => Symbol("host"),
  "a generator": () =>
    (function* () {
      yield 1;
    })(),
};
