import assert from "node:assert/strict";
import { success } from "../../assertions.js";
import type { Execute, ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { echoTools, provide } from "./support.js";

const MEBIBYTE = 1024 * 1024;

/** Costs that only many runs show. Bounds are generous; the bench has the strict ones. */
export const endurance = defineSuite<ExecuteContext>("endurance", ({ test }) => {
  test("realm.memory-flat", "ten thousand runs leave memory flat", async ({ execute }) => {
    const { providers, inputs } = echoTools();
    const run = async (times: number) => {
      for (let i = 0; i < times; i++) {
        const code = `console.log("run"); const list = Array(1000).fill(${i}); await tools.echo(list.length)`;
        assert.equal(success(await execute(code, providers)), 1_000);
        inputs.length = 0;
      }
    };
    await run(2_000);
    const before = process.memoryUsage().rss;
    await run(10_000);
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 48 * MEBIBYTE, `grew by ${Math.round(grown / MEBIBYTE)} MiB`);
  });

  test("realm.images-bounded", "a thousand catalogues cost bounded memory", async ({ execute }) => {
    const run = async (from: number, to: number) => {
      for (let i = from; i < to; i++) {
        const provider = provide({ [`tool_${i}`]: () => i });
        assert.equal(success(await execute(`await tools.tool_${i}()`, [provider])), i);
      }
    };
    await run(0, 300);
    const before = process.memoryUsage().rss;
    await run(300, 1_000);
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 64 * MEBIBYTE, `grew by ${Math.round(grown / MEBIBYTE)} MiB`);
  });

  test("realm.catalogue-cost", "a thousand tools cost what one costs", async ({ execute }) => {
    const names = Array.from({ length: 1_000 }, (_, index) => `tool_${index}`);
    const many = [provide(Object.fromEntries(names.map((name) => [name, () => 1])))];
    const one = [provide({ tool_0: () => 1 })];
    const median = async (providers: typeof one) => {
      const times: number[] = [];
      for (let i = 0; i < 60; i++) times.push(await timeOf(execute, providers));
      return times.sort((a, b) => a - b)[30] ?? 0;
    };
    // The first run of a catalogue pays for it; that is not what is measured.
    await timeOf(execute, many);
    await timeOf(execute, one);
    const [few, lots] = [await median(one), await median(many)];
    assert.ok(lots < 3 * few + 0.5, `${lots.toFixed(3)} ms against ${few.toFixed(3)} ms`);
  });
});

async function timeOf(execute: Execute, providers: Parameters<Execute>[1]): Promise<number> {
  const began = performance.now();
  assert.equal(success(await execute("await tools.tool_0()", providers)), 1);
  return performance.now() - began;
}
