// Verifies fuzz.test262: a part of it; `npm run test262` runs every program.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readTest262 } from "../src/test262/cases.js";
import { runTest262 } from "../src/test262/run.js";

const ONE_OF = 12;

test("programs of Test262 are accepted and refused as the language says, but for the listed", async () => {
  const cases = readTest262().filter((_item, index) => index % ONE_OF === 0);
  assert.ok(cases.length > 400, `${cases.length} programs`);
  for (const { subject, unexpected, agreed, runs } of await runTest262(cases)) {
    assert.deepEqual(unexpected, [], subject);
    assert.ok(agreed > runs * 0.8, `${subject}: only ${agreed} of ${runs} agree`);
  }
});
