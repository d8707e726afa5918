/**
 * The small form of `npm run chaos:fleet`. Verifies fleet.one-verdict.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeChaos, runChaos } from "./chaos/chaos.js";
import { noNats } from "./support/nats-servers.js";

test("a fleet that is being broken gives one true verdict for each execution", {
  skip: noNats,
}, async () => {
  const settings = { executions: 500, runners: 3, concurrency: 16, mischiefEveryMs: 400 };
  const report = await runChaos(settings);
  const unwanted = Object.keys(judgeChaos(report));
  assert.equal(report.ledger.entries.length >= 500, true);
  // Runs that had started on a runner that was lost; nothing else may go wrong.
  for (const words of unwanted) assert.match(words, /^internal_error: the session on runner/);
  const { killed, stopped, restarted } = report.mischief;
  assert.ok(killed + stopped + restarted > 0, "something was broken");
});
