// Verifies mcp.truncation.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shortenJson, shortenText } from "../src/answer/shorten.js";

/** A small deterministic generator of JSON values, some of them huge. */
function makeValue(random: () => number, depth: number): unknown {
  const kind = Math.floor(random() * (depth > 4 ? 4 : 7));
  const size = Math.floor(random() ** 3 * 400);
  switch (kind) {
    case 0:
      return Math.round(random() * 1e6);
    case 1:
      return random() > 0.5;
    case 2:
      return '"\\\n😀é'.repeat(size);
    case 3:
      return null;
    case 4:
      return Array.from({ length: size }, () => makeValue(random, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: size / 4 }, (_, index) => [
          `key${index}`,
          makeValue(random, depth + 2),
        ]),
      );
  }
}

/** Whether no half of a surrogate pair is left in a text. */
function isWellFormed(text: string): boolean {
  try {
    return encodeURIComponent(text) !== "";
  } catch {
    return false;
  }
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test("whatever is cut, the text is JSON and about as long as asked", () => {
  const random = seeded(7);
  let cut = 0;
  for (let round = 0; round < 300; round++) {
    const value = makeValue(random, 0);
    const limit = 500 + Math.floor(random() * 5_000);
    const { text, cuts } = shortenJson(value, limit);
    const parsed: unknown = JSON.parse(text);
    if (cuts.length === 0) assert.deepEqual(parsed, value);
    else cut++;
    // Escapes are not counted: a text of nothing but quotes and breaks may be twice as long.
    assert.ok(text.length <= limit * 3 + 200, `${text.length} for ${limit}`);
    assert.ok(isWellFormed(text));
  }
  assert.ok(cut > 50, `${cut} of 300 were long enough to cut`);
});

test("a list keeps its first items and says how many there were", () => {
  const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, name: `row ${id}` }));
  const { text, cuts } = shortenJson({ total: 5_000, rows }, 2_000);
  const kept = JSON.parse(text);
  assert.equal(kept.total, 5_000);
  assert.deepEqual(kept.rows[0], { id: 0, name: "row 0" });
  assert.match(kept.rows.at(-1), /^… [\d,]+ more items$/);
  assert.match(cuts.join(), /^rows: \d+ of 5,000 items$/);
  assert.ok(text.length > 1_000, "the room is used");
});

test("a long text beside small members leaves them whole", () => {
  const { text, cuts } = shortenJson({ id: 7, body: "x".repeat(50_000), tail: "end" }, 1_000);
  const kept = JSON.parse(text);
  assert.equal(kept.id, 7);
  assert.equal(kept.tail, "end");
  assert.match(kept.body, /^x+… \[[\d,]+ more characters\]$/);
  assert.match(cuts.join(), /^body: \d+ of 50,000 characters$/);
});

test("an object with ten thousand members loses the last ones", () => {
  const value = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index]),
  );
  const kept = JSON.parse(shortenJson(value, 1_000).text);
  assert.equal(kept.k0, 0);
  assert.match(kept["…"], /more members/);
});

test("a text that is JSON is cut as JSON, any other at a whole character", () => {
  const json = JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ id, quote: '"' })));
  assert.doesNotThrow(() => JSON.parse(shortenText(json, 900).text));
  const { text } = shortenText("😀".repeat(2_000), 333);
  assert.ok(isWellFormed(text));
  assert.match(text, /more characters\]$/);
});

test("what fits is left alone", () => {
  assert.deepEqual(shortenText("short", 500), { text: "short", cuts: [] });
  assert.deepEqual(shortenJson([1, { a: 2 }], 500), { text: '[1,{"a":2}]', cuts: [] });
});
