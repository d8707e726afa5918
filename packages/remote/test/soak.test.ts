/** The short form of `npm run soak:remote`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { soak } from "./soak.js";

test("three hundred sessions cut off leave nothing", async () => {
  const { verdicts, resources } = await soak(300);
  assert.deepEqual(Object.keys(verdicts).toSorted(), ["internal_error", "ok 6"]);
  assert.ok((verdicts["internal_error"] ?? 0) > 200, JSON.stringify(verdicts));
  // Idle threads come and go by one or two; three hundred sessions would show.
  assert.ok(resources.after <= resources.before + 4, JSON.stringify(resources));
});
