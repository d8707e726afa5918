import assert from "node:assert/strict";
import test from "node:test";
import vm from "node:vm";
import { decodeValue, encodeValue, SerializationError } from "../src/values.js";
import { GuestRealm } from "./values-realm.js";
import { assertSameGraph, VIEWS } from "./values-support.js";

/** Every kind of value, with the text it has on the wire. */
const KINDS: [string, unknown, string][] = [
  ["null", null, "null"],
  ["a boolean", true, "true"],
  ["text", "é\ud800\u2028", '"é\\ud800\u2028"'],
  ["text that is the tag", "$", '"$"'],
  ["a number", 1.5, "1.5"],
  ["plain data", { a: [1, { b: null }] }, '{"a":[1,{"b":null}]}'],
  ["undefined", undefined, '{"$":"undefined"}'],
  [
    "undefined inside",
    { a: undefined, b: [undefined] },
    '{"a":{"$":"undefined"},"b":[{"$":"undefined"}]}',
  ],
  ["negative zero", [-0], '[{"$":"-0"}]'],
  [
    "numbers JSON lacks",
    [Number.NaN, Infinity, -Infinity],
    '[{"$":"NaN"},{"$":"Infinity"},{"$":"-Infinity"}]',
  ],
  [
    "bigints",
    [0n, 31n, -31n],
    '[{"$":"bigint","v":"0"},{"$":"bigint","v":"1f"},{"$":"bigint","v":"-1f"}]',
  ],
  ["a date", new Date(1e12), '{"$":"date","v":1000000000000}'],
  ["an invalid date", new Date(Number.NaN), '{"$":"date","v":null}'],
  ["an expression", /a\/[\n]/dgimsuy, '{"$":"regexp","v":"a\\\\/[\\\\n]","f":"dgimsuy"}'],
  [
    "a map",
    new Map<unknown, unknown>([
      ["a", 1],
      [{}, []],
    ]),
    '{"$":"map","v":["a",1,{},[]]}',
  ],
  ["a set", new Set(["a", 1]), '{"$":"set","v":["a",1]}'],
  [
    "boxes",
    [Object(true), Object(-0), Object("a"), Object(1n)],
    '[{"$":"box","v":true},{"$":"box","v":{"$":"-0"}},{"$":"box","v":"a"},{"$":"box","v":{"$":"bigint","v":"1"}}]',
  ],
  // biome-ignore lint/suspicious/noSparseArray: holes are what this is about
  ["holes", [1, , 3, ,], '{"$":"array","n":4,"v":{"0":1,"2":3}}'],
  ["an array with a name", Object.assign([1], { a: 2 }), '{"$":"array","n":1,"v":{"0":1,"a":2}}'],
  ["an object with the tag's key", { a: 1, $: "ref" }, '{"$":"object","v":{"a":1,"$":"ref"}}'],
  [
    "a property called __proto__",
    JSON.parse('{"__proto__":1,"a":{"$":2}}'),
    '{"__proto__":1,"a":{"$":"object","v":{"$":2}}}',
  ],
  [
    "an error",
    new TypeError("bad", { cause: 1n }),
    '{"$":"error","n":"TypeError","m":"bad","c":{"$":"bigint","v":"1"}}',
  ],
  ["a buffer", new Uint8Array([1, 2]).buffer, '{"$":"buffer","v":0}'],
  [
    "a view",
    new Uint8Array([1, 2]),
    '{"$":"view","t":"Uint8Array","v":{"$":"buffer","v":0},"o":0,"n":2}',
  ],
];

test("every kind of value crosses from host to guest and back", async (t) => {
  const realm = new GuestRealm();
  for (const [name, value, text] of KINDS) {
    await t.test(name, () => {
      const sent = encodeValue(value, { root: "value" });
      assert.equal(sent.text, text);
      assertSameGraph(decodeValue(sent.text, sent.blobs), value);
      const back = realm.encode(realm.decode(encodeValue(value, { root: "value" })));
      assert.equal(back.text, text);
      assertSameGraph(decodeValue(back.text, back.blobs), value);
    });
  }
});

function roundTrip<T>(value: T): T {
  const { text, blobs } = encodeValue(value, { root: "value" });
  return decodeValue(text, blobs) as T;
}

test("objects that occur twice, or in themselves, do so on the other side", () => {
  const shared = { when: new Date(0) };
  const value: Record<string, unknown> = { shared, list: [shared, shared], at: shared.when };
  const map = new Map<unknown, unknown>();
  map.set(map, new Set([map]));
  const error = new Error("loop");
  error.cause = { error };
  const array: unknown[] = [];
  array[2] = array;
  Object.assign(value, { self: value, map, error, array });
  const { text } = encodeValue(value, { root: "value" });
  assert.match(
    text,
    /"list":\[\{"\$":"ref","v":1\},\{"\$":"ref","v":1\}\],"at":\{"\$":"ref","v":2\}/,
  );
  Object.defineProperty(error, "cause", { enumerable: false });
  assertSameGraph(decodeValue(text), value);
});

test("views of one buffer share it, and show nothing that the value did not", () => {
  const pool = new Uint8Array(64).fill(7);
  const [first, second] = roundTrip([pool.subarray(3, 5), pool.subarray(40, 41)]);
  assert.equal(first!.buffer, second!.buffer);
  const bytes = [...new Uint8Array(first!.buffer)];
  assert.deepEqual(bytes, [7, 7, ...new Array(35).fill(0), 7]);
  assert.equal(roundTrip(Buffer.from("secret pool")).buffer.byteLength, 11);
  const whole = roundTrip([pool.subarray(3, 5), pool.buffer]);
  assert.deepEqual([...new Uint8Array(whole[1] as ArrayBuffer)], [...pool]);
  assert.equal((whole[0] as Uint8Array).buffer, whole[1]);
  for (const View of VIEWS) {
    const all = [new View(pool.buffer, 8, 2), pool.subarray(3, 4), new View(new ArrayBuffer(0))];
    assertSameGraph(roundTrip(all), structuredClone(all));
  }
});

test("builtins cross as what they are, whatever their prototype; other realms' too", () => {
  class Failure extends Error {
    override name = "Failure";
    code = 1;
  }
  const failure = roundTrip<Error>(new Failure("x"));
  assert.deepEqual([failure.constructor, failure.name, failure.message], [Error, "Failure", "x"]);
  const aborted = roundTrip<Error>(new DOMException("stop", "AbortError"));
  assert.deepEqual(
    [aborted.constructor, aborted.name, aborted.message],
    [Error, "AbortError", "stop"],
  );
  class Tags extends Map<number, number> {}
  assertSameGraph(roundTrip(new Tags([[1, 2]])), new Map([[1, 2]]));
  const code =
    "({ a: [1, new Date(5)], m: new Map([[1, /x/g]]), s: new Set([1n]), b: new Uint8Array([1, 2]), e: new RangeError('r'), o: Object('s') })";
  assertSameGraph(roundTrip(vm.runInNewContext(code)), vm.runInThisContext(code));
});

test("functions and promises of a host cross through its hooks, once each", () => {
  const kept: unknown[] = [];
  const keep = (value: unknown) => kept.push(value) - 1;
  const run = () => 1;
  const later = Promise.resolve();
  const value = { run, later, again: [run, later], toJSON: run };
  const { text } = encodeValue(value, { root: "value", onFunction: keep, onPromise: keep });
  assert.deepEqual(kept, [run, later]);
  assert.equal(
    text,
    '{"run":{"$":"fn","v":0},"later":{"$":"promise","v":1},' +
      '"again":[{"$":"ref","v":1},{"$":"ref","v":2}],"toJSON":{"$":"ref","v":1}}',
  );
  const fetched = decodeValue(text, [], {
    makeFunction: (id) => kept[id] as () => number,
    makePromise: (id) => kept[id] as Promise<void>,
  });
  assert.deepEqual(fetched, value);
});

/** What cannot cross, and the sentence that says so. */
const REFUSED: [string, unknown, RegExp][] = [
  ["a function", [() => 1], /^args\[0\]: a function cannot cross/],
  ["a symbol", { a: Symbol("s") }, /^args\.a: a symbol cannot cross/],
  ["a boxed symbol", Object(Symbol("s")), /^args: a class instance of Symbol/],
  ["a promise", { "a b": Promise.resolve() }, /^args\["a b"\]: a promise cannot cross; await/],
  ["a class", new (class Temporal {})(), /^args: a class instance of Temporal cannot cross/],
  ["weak things", [new WeakMap(), new WeakSet()], /^args\[0\]: a class instance of WeakMap/],
  ["a weak reference", new WeakRef({}), /WeakRef/],
  ["a generator", (function* () {})(), /^args: an object with a prototype of its own|Generator/],
  ["an object's heir", Object.create({}), /^args: a class instance of Object/],
  ["in a map", new Map([["k", () => 1]]), /^args\.get\("k"\): a function/],
  ["a map's key", new Map([[() => 1, 1]]), /^args\.keys\(\)\[0\]: a function/],
  ["in a set", new Set([1, () => 1]), /^args\.values\(\)\[1\]: a function/],
  ["in a cause", new Error("", { cause: [() => 1] }), /^args\.cause\[0\]: a function/],
  ["shared memory", new Uint8Array(new SharedArrayBuffer(1)), /^args: a view of shared/],
  ["a detached buffer", detached(), /^args: a detached/],
  [
    "holes by the billion",
    Object.assign([], { length: 2 ** 31 }),
    /^args: more than 1048576 empty/,
  ],
  [
    "too many large keys",
    new Set(Array.from({ length: 20_000 }, (_, i) => i + 0.5)),
    /^args: so many/,
  ],
  ["a giant bigint", { a: 1n << 600_000n }, /^args\.a: a bigint of more than 524288 bits/],
  ["too much text", "x".repeat(34e6), /^args: 34000002 characters and bytes cannot cross/],
  ["too many bytes", new Uint8Array(34e6), /^args: 34000000 bytes of binary data cannot cross/],
];

test("what cannot cross is refused with its path", async (t) => {
  for (const [name, value, message] of REFUSED) {
    await t.test(name, () => {
      assert.throws(() => encodeValue(value, { root: "args" }), {
        name: "SerializationError",
        message,
      });
      assert.throws(() => encodeValue(value, { root: "args" }), SerializationError);
    });
  }
});

function detached(): Uint8Array {
  const view = new Uint8Array(8);
  structuredClone(view.buffer, { transfer: [view.buffer] });
  return view;
}

test("depth is bounded in what is written, and at the bound it still arrives", () => {
  const nest = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
    let value: unknown = new Date(0);
    for (let level = 0; level < levels; level++) value = wrap(value);
    return value;
  };
  const wraps = [(inner: unknown) => [inner], (inner: unknown) => new Set([inner])];
  for (const [index, wrap] of wraps.entries()) {
    const most = index === 0 ? 499 : 249;
    const value = nest(most, wrap);
    assertSameGraph(roundTrip(value), value);
    assert.throws(
      () => encodeValue(nest(most + 1, wrap), { root: "args" }),
      /deeper than 500 levels/,
    );
  }
  let plain: unknown = 1;
  for (let level = 0; level < 500; level++) plain = [plain];
  assert.deepEqual(roundTrip(plain), plain);
  assert.throws(() => encodeValue([plain], { root: "args" }), /^SerializationError: args.*deeper/);
});
