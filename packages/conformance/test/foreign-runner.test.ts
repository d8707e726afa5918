/** A runner that shares no code and no engine with ours gets full marks for what its engine can do. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { connectStdio, scoreRunner } from "@execbox/conformance";

const RUNNER = fileURLToPath(
  new URL("../../../../examples/foreign-runner/runner.js", import.meta.url),
);

// Verifies conformance.foreign.
test("SpiderMonkey's shell conforms, but for memory", async (context) => {
  if (spawnSync("js102", ["--version"]).error !== undefined) {
    context.skip("js102 is not installed: apt-get install libmozjs-102-dev");
    return;
  }
  const card = await scoreRunner({
    name: "SpiderMonkey",
    connect: () => connectStdio(["js102", RUNNER]),
    without: ["memory"],
    patience: { answerMs: 30_000 },
  });
  const passed = card.scores.filter(({ verdict }) => verdict === "pass");
  assert.deepEqual(
    card.cases.flatMap(({ suite, name, failures }) =>
      failures.map(({ id, message }) => `${id} (${suite}: ${name}): ${message}`),
    ),
    [],
  );
  assert.equal(passed.length, card.scores.length);
  assert.equal(card.conforms, true);
  assert.equal(card.cases.filter(({ leftOut }) => leftOut === "memory").length, 2);
});

test("it stands on its own, in under 300 lines", () => {
  const text = readFileSync(RUNNER, "utf8");
  assert.ok(text.split("\n").length <= 300);
  assert.equal(/\bimport\b|\brequire\(|(?<!\.)\bload\(/.test(text), false);
});
