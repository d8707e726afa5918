import assert from "node:assert/strict";
import test from "node:test";
import { DecodeError, decodeValue, encodeValue, SerializationError } from "../src/values.js";
import { below, makeRandom, pick, ValueMaker } from "./values-support.js";

const ROUNDS = 50_000;
const SLOW_MS = 500;

test(`${ROUNDS} mutated texts are decoded or refused, and nothing else`, () => {
  const pristine = Object.getOwnPropertyNames(Object.prototype).join();
  let refused = 0;
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const random = makeRandom(seed);
    const value = new ValueMaker(random, 25).make();
    const { text, blobs } = encodeValue(value, { root: "value" });
    const broken = random() < 0.2 ? mutateText(text, random) : mutateTree(text, random);
    const started = performance.now();
    try {
      decodeValue(broken, blobs);
    } catch (error) {
      refused++;
      const documented = error instanceof DecodeError || error instanceof SerializationError;
      assert.ok(documented, `seed ${seed}: ${String(error)}`);
    }
    const took = performance.now() - started;
    assert.ok(took < SLOW_MS, `seed ${seed} took ${took} ms`);
  }
  assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), pristine);
  assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  assert.ok(refused > ROUNDS / 4 && refused < ROUNDS, `${refused} were refused`);
});

/** Texts that once cost a decoder more than their length. */
const BOMBS: [string, string][] = [
  ["a length no array has", '{"$":"array","n":4294967296,"v":{}}'],
  ["a length of holes alone", '{"$":"array","n":4294967295,"v":{}}'],
  ["many long arrays", `[${Array(2000).fill('{"$":"array","n":1000000,"v":{}}')}]`],
  ["a property called length", '{"$":"array","n":1,"v":{"length":4294967295}}'],
  ["an item behind the end", '{"$":"array","n":1,"v":{"5":1}}'],
  ["a bigint of a million digits", `{"$":"bigint","v":"${"f".repeat(1e6)}"}`],
  ["bigints of one hash", `{"$":"set","v":[${bigints(100_000)}]}`],
  ["bigints of one hash in many sets", `[${Array(50).fill(`{"$":"set","v":[${bigints(5000)}]}`)}]`],
  ["emoji sets", `{"$":"regexp","v":"${"[\\\\p{RGI_Emoji}]".repeat(4000)}","f":"v"}`],
  ["many emoji sets", `[${Array(20_000).fill('{"$":"regexp","v":"\\\\p{RGI_Emoji}","f":"v"}')}]`],
  ["errors", `[${Array(1_000_000).fill('{"$":"error","n":""}')}]`],
  ["a deep list", `${"[".repeat(600)}{"$":"NaN"}${"]".repeat(600)}`],
  [
    "a view of a view that is not there",
    '{"$":"view","t":"Uint8Array","v":{"$":"ref","v":0},"o":0,"n":1}',
  ],
  ["a box in itself", '{"$":"box","v":{"$":"ref","v":0}}'],
  ["a box of an object", '{"$":"box","v":{}}'],
  ["a blob that did not come", '{"$":"buffer","v":1}'],
  ["a blob twice", '[{"$":"buffer","v":0},{"$":"buffer","v":0}]'],
  [
    "a view beyond its buffer",
    '{"$":"view","t":"Uint8Array","v":{"$":"buffer","v":0},"o":1,"n":8}',
  ],
  [
    "a view before its buffer",
    '{"$":"view","t":"Uint8Array","v":{"$":"buffer","v":0},"o":-1,"n":1}',
  ],
  ["a view out of step", '{"$":"view","t":"Int16Array","v":{"$":"buffer","v":0},"o":1,"n":1}'],
  ["a view of no class", '{"$":"view","t":"constructor","v":{"$":"buffer","v":0},"o":0,"n":1}'],
  ["a date beyond time", '{"$":"date","v":8640000000000001}'],
  ["a reference to nothing", '[{"$":"ref","v":1}]'],
  ["a reference between numbers", '[{"$":"ref","v":0.5}]'],
  ["a reference by name", '[{"$":"ref","v":"__proto__"}]'],
  ["an inherited tag", '{"$":"__proto__"}'],
  ["a tag that is no text", '{"$":{"$":"NaN"}}'],
  ["an unknown field", '{"$":"NaN","x":1}'],
  ["half an entry", '{"$":"map","v":[1]}'],
  ["an expression that does not compile", '{"$":"regexp","v":"(","f":""}'],
  ["a function", '{"$":"fn","v":1}'],
  ["a promise", '{"$":"promise","v":1}'],
  ["not JSON", '{"$":'],
  ["nothing", ""],
];

test("texts made to hang or to flood the reader are refused at once", async (t) => {
  for (const [name, text] of BOMBS) {
    await t.test(name, () => {
      const before = process.cpuUsage();
      const memory = process.memoryUsage().rss;
      assert.throws(
        () => decodeValue(text, [new ArrayBuffer(8)]),
        (error) => error instanceof DecodeError || error instanceof SerializationError,
      );
      // Processor time: a busy machine is not the reader's fault.
      const { user, system } = process.cpuUsage(before);
      const took = (user + system) / 1_000;
      assert.ok(took < 4 * SLOW_MS, `${took} ms of processor time`);
      assert.ok(process.memoryUsage().rss - memory < 256e6);
    });
  }
});

test("keys of prototypes become properties", () => {
  const texts = ['{"__proto__":{"polluted":1}}', '{"__proto__":{"polluted":1},"x":{"$":"NaN"}}'];
  texts.push('{"$":"object","v":{"__proto__":{"polluted":{"$":"NaN"}},"$":1}}');
  texts.push('{"$":"array","n":0,"v":{"__proto__":{"polluted":1}}}');
  for (const text of texts) {
    const value = decodeValue(text) as { polluted?: unknown };
    assert.ok(Object.hasOwn(value, "__proto__"), text);
    assert.equal(value.polluted, undefined, text);
    assert.equal(({} as { polluted?: unknown }).polluted, undefined, text);
  }
});

function bigints(count: number): string {
  const texts: string[] = [];
  for (let index = 1; index <= count; index++) {
    texts.push(`{"$":"bigint","v":"${index.toString(16)}0000000000000000"}`);
  }
  return texts.join();
}

const TAGS = ["ref", "map", "set", "array", "object", "view", "buffer", "error", "date", "regexp"];
const MORE_TAGS = [
  "bigint",
  "box",
  "fn",
  "promise",
  "undefined",
  "-0",
  "NaN",
  "__proto__",
  "toString",
];
const FIELDS = ["$", "v", "n", "o", "t", "f", "m", "s", "c", "__proto__", "polluted"];
const SCRAPS = [0, 1, -1, 0.5, 2 ** 31, 2 ** 32, 1e21, null, true, "", "g", "Uint8Array", [], {}];

type Bag = Record<string, unknown>;

/** Changes one to three places of the tree as somebody would who knows the format. */
function mutateTree(text: string, random: () => number): string {
  const tree = { root: JSON.parse(text) as unknown };
  for (let count = 1 + below(random, 3); count > 0; count--) {
    const bags: Bag[] = [];
    collect(tree, bags);
    const bag = pick(random, bags);
    const keys = Object.keys(bag);
    const key = random() < 0.3 || keys.length === 0 ? pick(random, FIELDS) : pick(random, keys);
    const other = pick(random, bags);
    const value = pick<() => unknown>(random, [
      () => structuredClone(pick(random, SCRAPS)),
      () => pick(random, random() < 0.6 ? TAGS : MORE_TAGS),
      () => structuredClone(pick(random, Object.values(other))),
      () => ({ $: "ref", v: below(random, 20) }),
      () => undefined,
    ])();
    const flags = { writable: true, enumerable: true, configurable: true };
    if (Array.isArray(bag)) bag.splice(below(random, bag.length + 1), below(random, 2), value);
    else if (value === undefined) delete bag[key];
    else Object.defineProperty(bag, key, { value, ...flags });
  }
  return JSON.stringify(tree.root) ?? "";
}

function collect(value: unknown, bags: Bag[]): void {
  if (typeof value !== "object" || value === null || bags.length > 500) return;
  bags.push(value as Bag);
  for (const item of Object.values(value)) collect(item, bags);
}

/** Changes characters as noise would. */
function mutateText(text: string, random: () => number): string {
  const at = below(random, text.length);
  const scrap = pick(random, [
    '"',
    "{",
    "[",
    "]",
    "}",
    ",",
    "9",
    "$",
    "\\u0024",
    '{"$":"ref","v":0}',
  ]);
  return text.slice(0, at) + scrap + text.slice(at + below(random, 4));
}
