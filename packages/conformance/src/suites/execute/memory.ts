import assert from "node:assert/strict";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight } from "./support.js";

const LIMIT = { memoryLimitBytes: 24 * 1024 * 1024, timeoutMs: 30_000 };

/** Each fills memory by other means, without end. */
const bombs = {
  objects: "const kept = []; for (;;) kept.push({ a: { b: [1, 2, 3] } });",
  strings: `const kept = []; for (;;) kept.push(Array(1000).fill("ab" + kept.length).join(""));`,
  arrays: "const kept = []; for (;;) kept.push(new Array(10000).fill(1.5));",
  "one growing array": "const kept = []; for (;;) kept.push(kept.length + 0.5);",
  buffers: "const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1));",
  maps: "const kept = new Map(); for (let i = 0; ; i++) kept.set(i, { i });",
  closures: "const kept = []; for (;;) kept.push(() => kept.length);",
  bigints: "const kept = []; for (let n = 1n << 100000n; ; n += 1n) kept.push(n);",
  "pending promises":
    "const kept = []; for (;;) kept.push(new Promise(() => {}).then(() => kept));",
} as const;

/** Memory is bounded, and only real exhaustion is called so. */
export const memory = defineSuite<ExecuteContext>("memory", ({ test, needs }) => {
  for (const [name, code] of Object.entries(bombs)) {
    test(
      ["memory.total-bounded", "error.memory-limit", "memory.next-run", "input.options-applied"],
      `memory runs out in ${name}`,
      async ({ execute }) => {
        const result = await execute(`console.log("before"); ${code}`, [], LIMIT);
        failure(result, "memory_limit");
        assert.deepEqual(result.logs, ["before"]);
        await assertNextRunRight(execute);
      },
    );
  }

  needs("catchableMemory")(
    "memory.caught",
    "a run that catches the exhaustion may succeed",
    async ({ execute }) => {
      const code = `
        let caught = false;
        try { ${bombs.buffers} } catch { caught = true }
        const list = Array.from({ length: 1000 }, (_, i) => i);
        [caught, list.length]`;
      assert.deepEqual(success(await execute(code, [], LIMIT)), [true, 1_000]);
      await assertNextRunRight(execute);
    },
  );

  test(
    ["memory.fact", "verdict.memory-reserved"],
    "a run that fails after exhausting its memory is memory_limit whatever it throws",
    async ({ execute }) => {
      const code = `try { ${bombs.buffers} } catch {} throw new Error("something else")`;
      failure(await execute(code, [], LIMIT), "memory_limit");
    },
  );

  test(
    ["memory.not-memory", "memory.fact"],
    "lengths no engine allows are runtime_error",
    async ({ execute }) => {
      for (const code of [
        `"ab".repeat(2 ** 31)`,
        "new Array(-1)",
        "new Uint8Array(-1)",
        "2n ** (2n ** 62n)",
      ]) {
        failure(await execute(code), "runtime_error");
      }
      await assertNextRunRight(execute);
    },
  );

  test("default.memory", "a run has 64 MiB", async ({ execute }) => {
    const allocate = (mebibytes: number) =>
      `const kept = []; for (let i = 0; i < ${mebibytes}; i++) kept.push(new Uint8Array(1 << 20).fill(1)); kept.length`;
    const options = { timeoutMs: 30_000 };
    assert.equal(success(await execute(allocate(40), [], options)), 40);
    failure(await execute(allocate(80), [], options), "memory_limit");
  });

  test("option.per-run", "the limit of a call is that call's alone", async ({ execute }) => {
    const code = "new Uint8Array(30 << 20).fill(1).length";
    failure(await execute(code, [], LIMIT), "memory_limit");
    assert.equal(success(await execute(code)), 30 << 20);
  });

  test(
    ["realm.after-growth", "realm.growth-dropped"],
    "growth does not add up",
    async ({ execute }) => {
      const code = "new Uint8Array(30 << 20).fill(1).length";
      for (let run = 0; run < 8; run++) assert.equal(success(await execute(code)), 30 << 20);
      await assertNextRunRight(execute);
    },
  );
});
