import assert from "node:assert/strict";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { hang, pause, provide } from "./support.js";

const provider = provide({
  slow: () => pause(20).then(() => "late"),
  quick: () => "quick",
  fail: () => Promise.reject(new Error("no such file")),
  hang,
});

const told = (result: { diagnostics?: string[] }) => (result.diagnostics ?? []).join("\n");

/** What a careful author should know, and what never changes a verdict. */
export const diagnostics = defineSuite<ExecuteContext>("diagnostics", ({ test }) => {
  test("diagnostic.reported", "a clean run has none", async ({ execute }) => {
    const codes = [
      "1",
      "await tools.quick()",
      "try { await tools.fail() } catch {}",
      "await Promise.reject(1).catch(() => {})",
    ];
    for (const code of codes) {
      const result = await execute(code, [provider]);
      success(result);
      assert.equal(result.diagnostics, undefined, code);
    }
  });

  test(
    ["diagnostic.unhandled", "diagnostic.reported"],
    "an unhandled rejection is told and changes nothing",
    async ({ execute }) => {
      const result = await execute(`Promise.reject(new Error("lost sheep")); await null; 7`);
      assert.equal(success(result), 7);
      assert.match(told(result), /lost sheep/);
    },
  );

  test("diagnostic.unhandled", "a rejection handled later is none", async ({ execute }) => {
    const code = `const p = Promise.reject(new Error("found")); await null; await p.catch(() => 7)`;
    const result = await execute(code);
    assert.equal(success(result), 7);
    assert.doesNotMatch(told(result), /found/);
  });

  test(
    ["diagnostic.unawaited", "diagnostic.reported", "time.tool-signal"],
    "a call nobody awaited is told and changes nothing",
    async ({ execute }) => {
      let signal: AbortSignal | undefined;
      const watching = provide({
        hang: (input, context) => {
          signal = context.signal;
          return hang(input, context);
        },
      });
      const result = await execute(`tools.hang({}); await null; 7`, [watching], {
        timeoutMs: 20_000,
      });
      assert.equal(success(result), 7);
      assert.ok(result.durationMs < 5_000, "nobody waits for it");
      assert.match(told(result), /await|call/i);
      await pause(20);
      // The call may have gone out or not; if it did, its tool has been told to stop.
      assert.notEqual(signal?.aborted, false);
    },
  );

  test(
    ["diagnostic.unawaited", "diagnostic.unhandled"],
    "a call nobody awaited may fail and changes nothing",
    async ({ execute }) => {
      const result = await execute("tools.fail(); await tools.slow(); 7", [provider]);
      assert.equal(success(result), 7);
      assert.notEqual(told(result), "");
    },
  );

  test(
    "diagnostic.unhandled",
    "a rejection that cannot be looked at in time changes nothing",
    async ({ execute }) => {
      const code = "Promise.reject({ get message() { for (;;); } }); await null; 7";
      assert.equal(success(await execute(code, [], { timeoutMs: 500 })), 7);
    },
  );

  test("diagnostic.unhandled", "a failing run keeps its own reason", async ({ execute }) => {
    const result = await execute(
      `Promise.reject(new Error("other")); tools.fail(); throw new Error("mine")`,
      [provider],
    );
    failure(result, "runtime_error", /mine/);
  });

  test("diagnostic.reported", "a flood of rejections is bounded", async ({ execute }) => {
    const code = `for (let i = 0; i < 20000; i++) Promise.reject(new Error("x".repeat(100) + i)); await null; 7`;
    const result = await execute(code, [], { timeoutMs: 20_000 });
    assert.equal(success(result), 7);
    assert.ok(told(result).length < 100_000, `${told(result).length} characters of diagnostics`);
  });
});
