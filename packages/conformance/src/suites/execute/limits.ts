import assert from "node:assert/strict";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, pause, provide } from "./support.js";

function countingTool(ms: number) {
  const seen = { calls: 0, most: 0 };
  let running = 0;
  const work = async (input: unknown) => {
    seen.calls++;
    seen.most = Math.max(seen.most, ++running);
    await pause(ms);
    running--;
    return input;
  };
  return { providers: [provide({ work })], seen };
}

const callMany = (count: number) =>
  `(await Promise.all(Array.from({ length: ${count} }, (_, i) => tools.work(i)))).reduce((a, b) => a + b, 0)`;

/** How many calls a run may make. */
export const limits = defineSuite<ExecuteContext>("limits of calls", ({ test }) => {
  test(
    ["option.max-open-calls", "default.open-calls", "message.flood"],
    "three hundred calls at once all complete, 256 of them together",
    async ({ execute }) => {
      const { providers, seen } = countingTool(200);
      assert.equal(success(await execute(callMany(300), providers)), 44_850);
      assert.deepEqual(seen, { calls: 300, most: 256 });
    },
  );

  test("option.max-open-calls", "the limit can be set", async ({ execute }) => {
    const { providers, seen } = countingTool(20);
    assert.equal(success(await execute(callMany(40), providers, { maxOpenCalls: 4 })), 780);
    assert.deepEqual(seen, { calls: 40, most: 4 });
  });

  test("option.max-open-calls", "one call at a time keeps their order", async ({ execute }) => {
    const order: unknown[] = [];
    const provider = provide({
      work: async (input) => {
        order.push(input);
        await pause(1);
        return input;
      },
    });
    await execute(callMany(10), [provider], { maxOpenCalls: 1 });
    assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("option.max-tool-calls", "a call beyond the limit is refused", async ({ execute }) => {
    const { providers, seen } = countingTool(0);
    const code = `
      const results = [];
      for (let i = 0; i < 5; i++) {
        try { results.push(await tools.work(i)) } catch (e) { results.push(e instanceof Error && e.message) }
      }
      results`;
    const results = success(await execute(code, providers, { maxToolCalls: 3 })) as unknown[];
    assert.deepEqual(results.slice(0, 3), [0, 1, 2]);
    assert.match(String(results[3]), /3/);
    assert.equal(typeof results[4], "string");
    assert.equal(seen.calls, 3);
  });

  test("option.max-tool-calls", "a refusal nobody catches ends the run", async ({ execute }) => {
    const { providers, seen } = countingTool(0);
    const result = await execute("await tools.work(1)", providers, { maxToolCalls: 0 });
    failure(result, ["tool_error", "runtime_error"]);
    assert.equal(seen.calls, 0);
    await assertNextRunRight(execute);
  });

  test("option.per-run", "the count starts anew with each run", async ({ create }) => {
    const execute = await create({ maxToolCalls: 2 });
    const { providers, seen } = countingTool(0);
    for (let run = 0; run < 3; run++) {
      assert.equal(
        success(await execute("await tools.work(1) + await tools.work(2)", providers)),
        3,
      );
    }
    assert.equal(seen.calls, 6);
  });

  test("message.flood", "ten thousand calls nobody awaits harm nobody", async ({ execute }) => {
    const { providers } = countingTool(0);
    const code = `for (let i = 0; i < 10000; i++) tools.work(i); "end"`;
    const result = await execute(code, providers, { timeoutMs: 20_000 });
    assert.equal(success(result), "end");
    await assertNextRunRight(execute);
  });
});
