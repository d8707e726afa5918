/**
 * The host's own process, for trusted origins alone. Verifies block.in-process,
 * block.in-process-refused.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { defineRunner, openRunner, type RunnerAuditEvent } from "../src/index.js";
import { bundleOf, moduleOf } from "./bundles.js";

const WHERE = "export default () => process.pid";
const block = { engine: "in-process" } as const;

test("a trusted origin's body runs in this very process", async () => {
  await using runner = await openRunner(defineRunner(block), { origin: "host" });
  const answer = await runner.run(moduleOf(WHERE));
  assert.ok(answer.ok);
  assert.equal(answer.result, process.pid);
  assert.equal(runner.handle.downgraded, false);
});

test("anybody else's runs in another, though it asked; so does one of no known origin", async () => {
  for (const origin of ["workspace", undefined]) {
    const events: RunnerAuditEvent[] = [];
    const host = {
      logger: { warn: () => {} },
      audit: (event: RunnerAuditEvent) => void events.push(event),
    };
    const handle = defineRunner(block, host);
    await using runner = await openRunner(handle, origin === undefined ? {} : { origin });
    const answer = await runner.run(moduleOf(WHERE));
    assert.ok(answer.ok);
    assert.notEqual(answer.result, process.pid);
    assert.deepEqual([runner.handle.engine, runner.handle.downgraded], ["subprocess", true]);
    assert.equal(events.length, 1);
  }
});

test("no way of writing to a handle leads into this process", async () => {
  const handle = defineRunner({ engine: "subprocess" }, { logger: { warn: () => {} } });
  handle.engine = "in-process";
  await using runner = await openRunner(handle, { origin: "host" });
  const answer = await runner.run(moduleOf(WHERE));
  assert.ok(answer.ok && answer.result !== process.pid);
});

test("TypeScript, failures and time are as everywhere else", async () => {
  const handle = defineRunner({ ...block, limits: { timeout_ms: 300 } });
  await using runner = await openRunner(handle, { origin: "vendor" });
  const bundle = bundleOf({
    "main.ts": "import { one } from './one.js'; export default (n: number): number => n + one;",
    "one.ts": "export const one: number = 1;",
    "broken.ts": "export default 1;",
  });
  const sum = await runner.run({ bundle, run: "main.ts" }, 1);
  assert.ok(sum.ok, JSON.stringify(sum));
  assert.equal(sum.result, 2);
  const failures: [text: string, code: string][] = [
    ["export default () => { throw new Error('no') }", "runtime_error"],
    ["export default () => ({ f() {} })", "serialization_error"],
    ["export default () => new Promise(() => {})", "timeout"],
  ];
  for (const [text, code] of failures) {
    const answer = await runner.run(moduleOf(text));
    assert.ok(!answer.ok);
    assert.equal(answer.error.code, code);
  }
});

test("values are copies in both directions", async () => {
  const handle = defineRunner(block);
  await using runner = await openRunner(handle, { origin: "host" });
  const body = moduleOf(
    "export default (input) => { input.changed = true; globalThis.kept = { n: 1 }; return globalThis.kept }",
  );
  const input = { changed: false };
  const answer = await runner.run(body, input);
  assert.ok(answer.ok);
  assert.equal(input.changed, false);
  (Reflect.get(globalThis, "kept") as { n: number }).n = 2;
  assert.deepEqual(answer.result, { n: 1 });
  Reflect.deleteProperty(globalThis, "kept");
});

test("a command is refused: it would not be this process", async () => {
  await using runner = await openRunner(defineRunner(block), { origin: "host" });
  const { bundle } = moduleOf(WHERE);
  await assert.rejects(runner.run({ bundle, command: ["node", "./main.mjs"] }), /runs modules/);
});
