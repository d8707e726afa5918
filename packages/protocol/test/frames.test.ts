import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeFrame,
  encodeFrame,
  encodeMessage,
  FrameError,
  isDispatcherMessage,
  isRunnerMessage,
} from "../src/index.js";

test("a frame is JSON, and comes back as it went", () => {
  const message = {
    type: "done",
    text: 'quotes " and \\ and \u2028 and \ud83d\ude00',
    n: [1, -0.5, null],
  };
  assert.deepEqual(decodeFrame(encodeFrame(message)), message);
  assert.equal(encodeFrame(message).includes("\n"), false);
});

test("size is refused before the text is read", () => {
  assert.throws(() => decodeFrame(`"${"x".repeat(100)}"`, 50), FrameError);
});

test("depth is refused before the parser sees it, and brackets in strings do not count", () => {
  assert.throws(() => decodeFrame("[".repeat(5_000_000)), /nested deeper/);
  assert.throws(() => decodeFrame('{"a":'.repeat(100_000)), /nested deeper/);
  const flat = JSON.stringify({ text: "[{".repeat(5_000), escaped: '\\"['.repeat(2_000) });
  assert.deepEqual(decodeFrame(flat), JSON.parse(flat));
  const levels = 400;
  assert.ok(decodeFrame(`${"[".repeat(levels)}${" ".repeat(3_000)}${"]".repeat(levels)}`));
});

test("what is not JSON is refused without its text in the message", () => {
  for (const text of ["", "{", "undefined", "'x'", "[1,]", "\u0000"]) {
    assert.throws(
      () => decodeFrame(text),
      (error) => error instanceof FrameError,
    );
  }
});

test("__proto__ in a frame is a name like any other", () => {
  const value = decodeFrame('{"__proto__":{"polluted":true}}') as object;
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.equal("polluted" in value, false);
});

test("the guards survive anything", () => {
  let state = 42;
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state % below;
  };
  const atoms = [null, undefined, 0, -1, Number.NaN, "", "x", "execute", "done", true, [], {}, 1n];
  const keys = [
    "type",
    "id",
    "code",
    "options",
    "providers",
    "callId",
    "ok",
    "error",
    "logs",
    "input",
  ];
  const types = ["execute", "cancel", "tool_result", "started", "tool_call", "emit", "done"];
  for (let round = 0; round < 20_000; round++) {
    const message: Record<string, unknown> = { type: types[random(types.length)] };
    for (let field = random(8); field > 0; field--) {
      message[keys[random(keys.length)] as string] = atoms[random(atoms.length)];
    }
    assert.equal(typeof isDispatcherMessage(message), "boolean");
    assert.equal(typeof isRunnerMessage(message), "boolean");
  }
});

// Found by fuzzing: JSON has no Infinity, but 1e999 is read as it.
test("numbers that are not finite are no numbers of a message", () => {
  const done = '{"type":"done","id":"a","ok":true,"logs":[],"durationMs":';
  assert.equal(isRunnerMessage(decodeFrame(`${done}1}`)), true);
  assert.equal(isRunnerMessage(decodeFrame(`${done}1e999}`)), false);
  assert.equal(isRunnerMessage(decodeFrame(`${done}1,"memoryUsedBytes":1e999}`)), false);
  const print = '{"type":"emit","id":"a","kind":"print","level":"log","value":{"text":"[]"},';
  assert.equal(isRunnerMessage(decodeFrame(`${print}"timestamp":1e999}`)), false);
  const execute = '{"type":"execute","id":"a","code":"1","providers":[],"options":{"timeoutMs":';
  assert.equal(isDispatcherMessage(decodeFrame(`${execute}1e999}}`)), false);
});

test("a list of blobs with a constructor of its own is written as any other", () => {
  const blobs = Object.assign([new Uint8Array([1])], { constructor: [] });
  const message = { type: "done", value: { text: "1", blobs } };
  assert.equal(encodeMessage(message), '{"type":"done","value":{"text":"1","blobs":["AQ=="]}}');
});
