// Verifies fuzz.host, fuzz.runner, fuzz.values, fuzz.programs and fuzz.modules: a minute of it;
// `npm run fuzz` runs as much as is asked for, docs/fuzzing.md says what it has run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fuzz, targets } from "../src/fuzz/fuzz.js";

// Another seed each day: new cases without a failure that cannot be repeated.
const seed = Math.floor(Date.now() / 86_400_000) * 1_000_000;

for (const target of targets) {
  test(`${target.shortCases} cases of ${target.name}, seed ${seed}`, async () => {
    const { cases, figures } = await fuzz(target, seed, target.shortCases);
    assert.equal(cases, target.shortCases);
    // If all came to the same, nothing would have been tested.
    assert.ok(Object.keys(figures).length > 1, JSON.stringify(figures));
  });
}
