import assert from "node:assert/strict";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { echoTools, hang, pause, provide } from "./support.js";

/** What every result looks like, whatever happened. */
export const envelope = defineSuite<ExecuteContext>("envelope", ({ test }) => {
  test(
    ["exec.signature", "name.executor-shape", "done.result-or-error", "done.logs"],
    "a success has a result and no error",
    async ({ execute, executor }) => {
      assert.ok(executor.execute("1") instanceof Promise);
      const result = await execute("1 + 1");
      assert.equal(success(result), 2);
      assert.deepEqual(result.logs, []);
      assert.equal("error" in result, false);
    },
  );

  test(
    ["done.result-or-error", "error.runtime"],
    "a failure has an error and no result",
    async ({ execute }) => {
      const result = await execute(`throw new Error("boom")`);
      failure(result, "runtime_error", /boom/);
      assert.equal("result" in result, false);
    },
  );

  test(
    ["value.undefined", "value.top-level-undefined"],
    "a program without a value is a success",
    async ({ execute }) => {
      for (const code of ["", "undefined", "const a = 1;", "// nothing here"]) {
        const result = await execute(code);
        assert.equal(success(result), undefined, code);
        assert.ok("result" in result);
      }
    },
  );

  test("done.duration", "durationMs is wall time and includes tools", async ({ execute }) => {
    const providers = [provide({ nap: () => pause(60) })];
    const began = performance.now();
    const { durationMs } = await execute("await tools.nap()", providers);
    assert.ok(durationMs >= 50, `${durationMs} ms for a tool of 60 ms`);
    assert.ok(durationMs <= performance.now() - began + 5, `${durationMs} ms is more than it took`);
  });

  test(
    ["exec.signature", "option.per-run", "core.options-neutral", "name.runtime-options"],
    "limits of a call override those of the executor, for that call",
    async ({ create }) => {
      const execute = await create({
        timeoutMs: 20_000,
        memoryLimitBytes: 64 * 1024 * 1024,
        maxLogLines: 2,
        maxLogChars: 1_000,
        maxOpenCalls: 8,
        maxToolCalls: 8,
      });
      const code = `for (const line of "abcd") console.log(line)`;
      assert.deepEqual((await execute(code)).logs, ["a", "b"]);
      assert.deepEqual((await execute(code, [], { maxLogLines: 3 })).logs, ["a", "b", "c"]);
      assert.deepEqual((await execute(code)).logs, ["a", "b"]);
    },
  );

  test(
    ["code.known-set", "exec.stable-codes", "error.timeout"],
    "each kind of failure has its code",
    async ({ execute }) => {
      const { providers } = echoTools();
      const fail = provide({ fail: () => Promise.reject(new Error("no")), hang }, "more");
      const runs = {
        runtime_error: await execute("null.property"),
        tool_error: await execute("await more.fail()", [fail]),
        serialization_error: await execute("[10n]"),
        timeout: await execute("await more.hang()", [fail], { timeoutMs: 100 }),
      } as const;
      failure(runs.runtime_error, "runtime_error");
      failure(runs.tool_error, "tool_error");
      failure(runs.serialization_error, "serialization_error");
      failure(runs.timeout, "timeout");
      assert.equal(success(await execute("await tools.echo(1)", providers)), 1);
    },
  );

  test(
    ["exec.prewarm", "exec.dispose", "name.executor-shape"],
    "an executor can be warmed up and ended",
    async ({ createExecutor }) => {
      const executor = await createExecutor();
      await executor.prewarm?.();
      await executor.prewarm?.();
      assert.equal(success(await executor.execute("40 + 2")), 42);
      await executor.dispose?.();
      await executor.dispose?.();
      if (executor.dispose !== undefined) await assert.rejects(executor.execute("1"), /dispos/);
    },
  );
});
