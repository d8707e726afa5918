import assert from "node:assert/strict";
import test from "node:test";
import { decodeValue, encodeValue } from "../src/values.js";
import { GuestRealm, spoilBuiltins } from "./values-realm.js";
import { assertSameGraph, makeRandom, ValueMaker } from "./values-support.js";

test("a realm in which every builtin is a trap still echoes every value", () => {
  const realm = new GuestRealm();
  const caught = realm.run(spoilBuiltins);
  assert.match(String(thrownBy(() => realm.evaluate("[1].map(String)"))), /map was called/);
  caught.names = "";
  for (let seed = 1; seed <= 3000; seed++) {
    const value = new ValueMaker(makeRandom(seed), 30).make();
    const sent = encodeValue(value, { root: "value" });
    const back = realm.encode(realm.decode(sent));
    assert.equal(caught.names, "", `seed ${seed} fell into a trap`);
    assert.equal(back.text, sent.text, `seed ${seed}`);
    assertSameGraph(decodeValue(back.text, back.blobs), value);
  }
});

test("a refusal inside a spoiled realm is an error with the path, and shows no class of ours", () => {
  const realm = new GuestRealm();
  const value = realm.evaluate("({ a: [new Map([['k', new (class Temporal {})]])] })");
  realm.run(spoilBuiltins);
  const error = thrownBy(() => realm.encode(value)) as Error;
  assert.equal(error.name, "SerializationError");
  assert.match(error.message, /^value\.a\[0\]\.get\("k"\): a class instance of Temporal cannot/);
  assert.ok(Object.hasOwn(error, "name"));
  assert.equal(Object.getPrototypeOf(error).constructor.name, "Error");
});

test("toJSON is never called, wherever it stands", () => {
  const realm = new GuestRealm();
  const places = [
    "Object.prototype.toJSON = () => 'stolen'",
    "Array.prototype.toJSON = () => 'stolen'",
    "delete Array.prototype.toJSON; delete Object.prototype.toJSON",
    "Object.setPrototypeOf(Array.prototype, { toJSON: () => 'stolen' })",
  ];
  for (const place of places) {
    realm.evaluate(place);
    const { text } = realm.encode(realm.evaluate("({ list: [1, { toJSON: 2 }] })"));
    assert.equal(text, '{"list":[1,{"toJSON":2}]}', place);
  }
  const late = realm.evaluate(
    "({ get a() { Object.prototype.toJSON = () => 'stolen'; return 1 }, b: [2] })",
  );
  assert.equal(realm.encode(late).text, '{"a":1,"b":[2]}');
});

test("getters of a value that is not plain run once, and what they throw comes out", () => {
  const realm = new GuestRealm();
  const counted = realm.evaluate(
    "var reads = 0; ({ when: new Date(0), get a() { return ++reads }, b: undefined })",
  );
  assert.equal((decodeValue(realm.encode(counted).text) as { a: number }).a, 1);
  const thrower = realm.evaluate("({ get a() { throw 'mine' } })");
  assert.equal(
    thrownBy(() => realm.encode(thrower)),
    "mine",
  );
});

test("values that change while they are read give a value or a refusal", () => {
  const realm = new GuestRealm();
  const programs = [
    "let n = 0; ({ get a() { return n++ ? 1n : 1 } })",
    "let n = 0; ({ get a() { return n++ ? { $: 'fn', v: 1 } : 1 } })",
    "let n = 0; const o = { get a() { return n++ ? o : 1 } }; o",
    "const l = [{ get a() { l.length = 0; return 1n } }, 2, 3]; l",
    "const m = new Map([[1, { get a() { m.set(m.size, 1); return 1n } }], [2, 3]]); m",
    "const b = new ArrayBuffer(8, { maxByteLength: 8 }); [new Uint8Array(b, 4, 4), { get a() { b.resize(0); return 1n } }]",
    "new Proxy([], { get: (t, k) => k === 'length' ? 1e9 : undefined })",
    "new Proxy([1], { get: (t, k) => k === 'length' ? NaN : 1 })",
    "const p = new Proxy({}, { getPrototypeOf: () => p }); p",
    "new Proxy({}, { ownKeys: () => ['b', '1', 'a'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: () => [new Date(0)] })",
    "const x = {}; new Proxy({ z: 0 }, { ownKeys: () => ['z', '9', '1'], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: (t, k) => k === 'z' ? { first: x } : x })",
  ];
  for (const program of programs) {
    let sent: ReturnType<GuestRealm["encode"]>;
    try {
      sent = realm.encode(realm.evaluate(`{ ${program} }`));
    } catch (error) {
      assert.match(String(error), /^SerializationError: value/, program);
      continue;
    }
    decodeValue(sent.text, sent.blobs, { makeFunction: () => () => {} });
  }
  // The last one names its keys in an order no object has; its references still fit.
  const proxied = realm.evaluate(`{ ${programs.at(-1)} }`);
  const { text } = realm.encode(proxied);
  const value = decodeValue(text) as { z: { first: object }; 1: object; 9: object };
  assert.equal(value[1], value[9]);
  assert.equal(value.z.first, value[1]);
});

test("a guest's stack crosses to the host as text; a host's stays at home", () => {
  const realm = new GuestRealm();
  const sent = realm.encode(realm.evaluate("new Error('broken')"), { stacks: true });
  const error = decodeValue(sent.text) as Error;
  assert.match(error.stack ?? "", /broken\n\s+at .*evalmachine/);
  const { text } = encodeValue(new Error("broken"), { root: "value" });
  assert.equal(text, '{"$":"error","n":"Error","m":"broken"}');
  assert.equal((decodeValue(text) as Error).stack, "Error: broken");
});

function thrownBy(action: () => void): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  assert.fail("nothing was thrown");
}
