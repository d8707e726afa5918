import assert from "node:assert/strict";
import { test } from "node:test";
import { LineReader } from "../src/index.js";

test("lines come out whole however the bytes come in", () => {
  const text = 'first\n\n{"emoji":"😀"}\nlast\n';
  for (let size = 1; size < 12; size++) {
    const lines: string[] = [];
    const reader = new LineReader((line) => lines.push(line));
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    assert.deepEqual(lines, ["first", '{"emoji":"😀"}', "last"]);
  }
});

test("a line without end is refused while it comes in", () => {
  const reader = new LineReader(() => {}, 1_000);
  reader.push(Buffer.alloc(900, "x"));
  assert.throws(() => reader.push(Buffer.alloc(200, "x")), /over the limit of 1000 bytes/);
});
