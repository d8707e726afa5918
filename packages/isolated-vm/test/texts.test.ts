import assert from "node:assert/strict";
import { test } from "node:test";
import { describeCopy, readCopy, toThrown } from "../src/copied-error.js";
import { readFrames } from "../src/frames.js";

test("V8's backtraces, named, nameless and async, without the runtime's frames", () => {
  const stack = [
    "TypeError: no",
    "    at inner (./main.js:3:7)",
    "    at ./main.js:5:1",
    "    at async Promise.all (index 0)",
    "    at async outer (./lib/a.js:1:20)",
    "    at enter (execbox:runtime:4:33)",
    "    at new Thing (./main.js:9:9)",
  ].join("\n");
  assert.deepEqual(readFrames(stack), [
    { function: "inner", file: "./main.js", line: 3, column: 7 },
    { function: "<anonymous>", file: "./main.js", line: 5, column: 1 },
    { function: "outer", file: "./lib/a.js", line: 1, column: 20 },
    { function: "new Thing", file: "./main.js", line: 9, column: 9 },
  ]);
});

test("a copied error keeps the name it called itself by", () => {
  const error = new TypeError("bad");
  error.stack = "Custom: bad\n    at f (./m.js:1:2)\n    at (<isolated-vm boundary>)\n    at host";
  assert.deepEqual(readCopy(error), {
    name: "Custom",
    message: "bad",
    stack: "Custom: bad\n    at f (./m.js:1:2)",
  });
  assert.equal(describeCopy(error), "Custom: bad");
  assert.equal(describeCopy("text"), "text");
  assert.deepEqual(toThrown(7), { message: "7", frames: [] });
});
