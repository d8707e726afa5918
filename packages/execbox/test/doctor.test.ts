import assert from "node:assert/strict";
import { test } from "node:test";
import { execbox } from "./support.js";

test("doctor finds the placements that work and says what each enforces", async () => {
  const { code, out } = await execbox(["doctor"]);
  assert.equal(code, 0);
  assert.match(out, /quickjs, worker +works {2}first result after/);
  assert.match(out, /every deadline holds/);
  for (const line of out.split("\n")) assert.ok(line.length <= 80, line);
});

test("doctor --json gives the same facts to programs", async () => {
  const { out } = await execbox(["doctor", "--json"]);
  const { findings } = JSON.parse(out);
  const worker = findings.find(
    (finding: { engine: string; placement: string }) =>
      finding.engine === "quickjs" && finding.placement === "worker",
  );
  assert.equal(worker.works, true);
  assert.equal(worker.facts.hardDeadline, true);
});
