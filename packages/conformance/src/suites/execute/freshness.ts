import assert from "node:assert/strict";
import { success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, gate, provide } from "./support.js";

/** No run sees anything of another. */
export const freshness = defineSuite<ExecuteContext>("freshness", ({ test }) => {
  test(["exec.fresh-state", "realm.one-run"], "globals do not carry over", async ({ execute }) => {
    await execute(`globalThis.leak = 1; var leakVar = 2;`);
    await execute(`leakImplicit = 3;`);
    await execute(`function leakFunction() {} class LeakClass {} let leakLet = 1; leakLet`);
    assert.deepEqual(
      success(
        await execute(`[typeof leak, typeof leakVar, typeof leakImplicit,
          typeof leakFunction, typeof LeakClass, typeof leakLet]`),
      ),
      Array(6).fill("undefined"),
    );
  });

  test("exec.fresh-state", "changed intrinsics do not carry over", async ({ execute }) => {
    await execute(`
      Object.prototype.leak = 1;
      Array.prototype.push = () => "leak";
      Math.max = () => "leak";
      delete globalThis.Map;
      Object.freeze(Set.prototype);
      JSON.stringify = undefined;
    `);
    assert.deepEqual(
      success(
        await execute(`
          const list = []; list.push(1); Set.prototype.extra = 1;
          [({}).leak ?? "none", list, Math.max(1, 2), typeof Map, Set.prototype.extra, JSON.stringify([1])]
        `),
      ),
      ["none", [1], 2, "function", 1, "[1]"],
    );
  });

  test("exec.fresh-state", "tool namespaces do not carry over", async ({ execute }) => {
    await execute("await first.a()", [provide({ a: () => 1 }, "first")]);
    const code = "[typeof first, typeof second, Object.keys(second)]";
    assert.deepEqual(success(await execute(code, [provide({ b: () => 1 }, "second")])), [
      "undefined",
      "object",
      ["b"],
    ]);
    assert.equal(success(await execute("typeof second")), "undefined");
  });

  test("exec.fresh-state", "microtasks left behind do not run later", async ({ execute }) => {
    const calls: unknown[] = [];
    const providers = [provide({ mark: (input) => calls.push(input) && null })];
    await execute(
      `new Promise(() => {}).then(() => tools.mark("never"));
       (async () => { await tools.mark("left"); globalThis.leak = 1; await tools.mark("late") })(); 1`,
      providers,
    );
    await assertNextRunRight(execute);
    await assertNextRunRight(execute);
    assert.equal(calls.includes("late"), false);
  });

  test("realm.random", "random numbers differ from run to run", async ({ execute }) => {
    const code = "[Math.random(), Math.random(), Math.random()]";
    const runs = [];
    for (let run = 0; run < 4; run++) runs.push(success(await execute(code)) as number[]);
    const numbers = runs.flat();
    assert.equal(new Set(numbers).size, numbers.length, `repeated in ${numbers}`);
    assert.ok(numbers.every((number) => number >= 0 && number < 1));
  });

  test("realm.concurrent", "overlapping runs do not see each other", async ({ execute }) => {
    const { opened, open } = gate();
    const arrived = gate();
    const slow = provide({
      wait: async () => {
        arrived.open();
        await opened;
        return "slow";
      },
    });
    const first = execute(
      `globalThis.mine = "first"; console.log("one"); const who = await tools.wait(); [who, mine]`,
      [slow],
    );
    await arrived.opened;
    const quick = provide({ wait: () => "quick" });
    const second = await execute(`console.log("two"); [await tools.wait(), typeof mine]`, [quick]);
    open();
    assert.deepEqual(success(second), ["quick", "undefined"]);
    assert.deepEqual(second.logs, ["two"]);
    const result = await first;
    assert.deepEqual(success(result), ["slow", "first"]);
    assert.deepEqual(result.logs, ["one"]);
  });

  test("realm.concurrent", "sixteen runs at once are all right", async ({ execute }) => {
    const runs = Array.from({ length: 16 }, async (_, index) => {
      const provider = provide({ id: async () => index });
      const code = `let sum = 0; for (let i = 0; i < 5; i++) sum += await tools.id(); sum`;
      return success(await execute(code, [provider]));
    });
    assert.deepEqual(
      await Promise.all(runs),
      Array.from({ length: 16 }, (_, index) => index * 5),
    );
  });

  test(
    ["exec.fresh-state", "namespace.per-provider"],
    "two hundred catalogues in turn, twice, get their own tools",
    async ({ execute }) => {
      for (let round = 0; round < 2; round++) {
        for (let index = 0; index < 200; index++) {
          const provider = provide({ [`tool_${index}`]: () => index });
          const code = `[Object.keys(tools), await tools.tool_${index}()]`;
          assert.deepEqual(success(await execute(code, [provider])), [[`tool_${index}`], index]);
        }
      }
    },
  );
});
