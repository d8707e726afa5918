import assert from "node:assert/strict";
import { test } from "node:test";
import { Mappings } from "../src/index.js";

test("a position without a mapping of its own takes the one before it", () => {
  // Line 1: columns 0 and 4 from 1:1 and 1:10. Line 2: nothing. Line 3: column 2 from 2:3.
  const mappings = new Mappings("AAAA,IAAS;;EACR");
  assert.deepEqual(mappings.originOf({ line: 1, column: 1 }), { line: 1, column: 1 });
  assert.deepEqual(mappings.originOf({ line: 1, column: 4 }), { line: 1, column: 1 });
  assert.deepEqual(mappings.originOf({ line: 1, column: 5 }), { line: 1, column: 10 });
  assert.deepEqual(mappings.originOf({ line: 1, column: 99 }), { line: 1, column: 10 });
  assert.deepEqual(mappings.originOf({ line: 2, column: 1 }), { line: 1, column: 10 });
  assert.deepEqual(mappings.originOf({ line: 3, column: 1 }), { line: 2, column: 2 });
  assert.deepEqual(mappings.originOf({ line: 9, column: 1 }), { line: 2, column: 2 });
});

test("numbers of several digits and both signs are read", () => {
  // Column 0 from 1:1001, column 1000 from 1:501.
  const mappings = new Mappings("AAAw+B,w+BAApf");
  assert.deepEqual(mappings.originOf({ line: 1, column: 1000 }), { line: 1, column: 1001 });
  assert.deepEqual(mappings.originOf({ line: 1, column: 1001 }), { line: 1, column: 501 });
});

test("a prefix that the author did not write is taken off the first line only", () => {
  const mappings = new Mappings("AAAE;AACE", 2);
  assert.deepEqual(mappings.originOf({ line: 1, column: 1 }), { line: 1, column: 1 });
  assert.deepEqual(mappings.originOf({ line: 2, column: 1 }), { line: 2, column: 5 });
});

test("no mappings, no origin", () => {
  assert.equal(new Mappings("").originOf({ line: 1, column: 1 }), undefined);
});
