// Verifies name.pool-options, place.default-worker, place.threads-unref.
// Verifies name.quickjs-executor.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { QuickJsExecutor } from "../src/index.js";
import { resultOf, tools } from "./support.js";

describe("QuickJsExecutor", () => {
  test("takes the options that DESIGN names, and refuses others by name", () => {
    new QuickJsExecutor({
      placement: "worker",
      pool: { maxSize: 2, minSize: 0, idleTimeoutMs: 1_000, prewarm: false },
      timeoutMs: 1_000,
      memoryLimitBytes: 1 << 24,
      maxLogLines: 1,
      maxLogChars: 1,
      maxOpenCalls: 1,
      maxToolCalls: 1,
    });
    const wrong: [object, RegExp][] = [
      [
        { placement: "moon" },
        /placement must be "worker", "process", "container" or "inline", got "moon"/,
      ],
      [{ timeout: 5 }, /options\.timeout is not an option; the options are .*timeoutMs/],
      [{ timeoutMs: -1 }, /timeoutMs must be a whole number from 1/],
      [{ timeoutMs: "5" }, /timeoutMs must be a whole number .*got "5"/],
      [{ memoryLimitBytes: 10 }, /memoryLimitBytes must be a whole number from 65536/],
      [{ maxLogLines: 1.5 }, /maxLogLines must be a whole number of at least 0, got 1\.5/],
      [{ pool: { size: 3 } }, /options\.pool\.size is not an option/],
      [{ pool: { maxSize: 0 } }, /options\.pool\.maxSize must be a whole number of at least 1/],
      [{ pool: { maxSize: 1, minSize: 2 } }, /minSize must not be over/],
    ];
    for (const [options, message] of wrong) {
      assert.throws(() => new QuickJsExecutor(options), { name: "TypeError", message });
    }
  });

  test("runs in a worker unless told otherwise", async () => {
    const executor = new QuickJsExecutor();
    assert.equal((await executor.facts()).placement, "worker");
    await executor.dispose();
  });

  for (const placement of ["inline", "worker", "process"] as const) {
    test(`${placement}: prewarm, run, facts, dispose; then it refuses`, async () => {
      const executor = new QuickJsExecutor({ placement });
      await executor.prewarm();
      assert.equal(resultOf(await executor.execute("await tools.echo(42)", [tools])), 42);
      assert.equal((await executor.facts()).placement, placement);
      await executor.dispose();
      await assert.rejects(executor.execute("1"), /disposed/);
    });
  }

  test("ten tools of 20 ms side by side take about as long as one", async () => {
    const executor = new QuickJsExecutor({ placement: "inline" });
    const run = async (count: number) => {
      const code = `await Promise.all(Array.from({ length: ${count} }, () => tools.wait(20)))`;
      const { durationMs } = await executor.execute(code, [tools]);
      return durationMs;
    };
    await run(1);
    const one = Math.min(await run(1), await run(1), await run(1));
    const ten = Math.min(await run(10), await run(10), await run(10));
    assert.ok(ten < one * 2, `${ten} ms for ten, ${one} ms for one`);
    await executor.dispose();
  });

  test("a program that has used workers ends by itself", async () => {
    const { execFileSync } = await import("node:child_process");
    const program = `
      import { QuickJsExecutor } from ${JSON.stringify(new URL("../src/index.js", import.meta.url).href)};
      const results = [];
      for (const placement of ["worker", "process"]) {
        results.push((await new QuickJsExecutor({ placement }).execute("6 * 7")).result);
      }
      console.log(results.join());
    `;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8",
      timeout: 20_000,
    });
    assert.equal(output.trim(), "42,42");
  });
});
