import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, gate, hang, pause, provide } from "./support.js";

const TIMED_OUT = "Execution timed out";
const CANCELLED = "Execution cancelled";

/** Programs that never end by themselves. */
const endless = {
  "a loop": "for (;;);",
  "a loop that catches": "for (;;) { try { for (;;); } catch {} finally { for (;;); } }",
  "a loop in a function": "const spin = () => { for (;;); }; spin()",
  "a loop in a sort": "[3, 1, 2].sort(() => { for (;;); })",
  "a generator": "for (const _ of (function* () { for (;;) yield 1 })());",
  "a loop after an await": "await null; for (;;);",
  "a loop in a microtask": "await Promise.resolve().then(() => { for (;;); })",
} as const;

const endlessMicrotasks = {
  "an async loop": "for (;;) await null;",
  "a chain": "const again = () => Promise.resolve().then(again); await again()",
  "a thenable": "const t = { then(resolve) { resolve(t) } }; await t",
} as const;

/** How runs end when their time is up or their caller gives up. */
export const time = defineSuite<ExecuteContext>("time", ({ test, needs }) => {
  for (const [name, code] of Object.entries(endless)) {
    test(
      ["time.loop", "exec.timeout", "time.message", "time.guest-cannot-catch"],
      `${name} is ended by its deadline`,
      async ({ execute }) => {
        const result = await execute(code, [], { timeoutMs: 100 });
        failure(result, "timeout", TIMED_OUT);
        assert.ok(result.durationMs >= 90 && result.durationMs < 5_000, `${result.durationMs} ms`);
        await assertNextRunRight(execute);
      },
    );
  }

  for (const [name, code] of Object.entries(endlessMicrotasks)) {
    test("time.microtasks", `${name} of microtasks is ended`, async ({ execute }) => {
      const result = await execute(code, [], { timeoutMs: 100 });
      failure(result, "timeout", TIMED_OUT);
      assert.ok(result.durationMs < 5_000, `${result.durationMs} ms`);
      await assertNextRunRight(execute);
    });
  }

  needs("deadlineInBuiltins")(
    "place.deadline-in-builtins",
    "a deadline holds inside one builtin",
    async ({ execute }) => {
      const code = `JSON.stringify(Array.from({ length: 3e6 }, (_, i) => ({ i }))).length`;
      const options = { timeoutMs: 200, memoryLimitBytes: 1024 * 1024 * 1024 };
      const result = await execute(code, [], options);
      failure(result, "timeout");
      assert.ok(result.durationMs < 1_500, `${result.durationMs} ms`);
    },
  );

  test(
    [
      "time.pending-tool",
      "time.wall",
      "error.timeout",
      "time.tool-signal",
      "verdict.timeout-reserved",
    ],
    "a tool that does not answer is ended with the run, and told so",
    async ({ execute }) => {
      let signal: AbortSignal | undefined;
      const provider = provide({
        hang: (input, context) => {
          signal = context.signal;
          return hang(input, context);
        },
      });
      const result = await execute("await tools.hang()", [provider], { timeoutMs: 300 });
      failure(result, "timeout", TIMED_OUT);
      assert.ok(result.durationMs < 5_000);
      assert.equal(signal?.aborted, true);
    },
  );

  test("time.wall", "tool time counts", async ({ execute }) => {
    const provider = provide({ nap: () => pause(20) });
    const code = "for (let i = 0; i < 500; i++) await tools.nap();";
    const result = await execute(code, [provider], { timeoutMs: 150 });
    failure(result, "timeout");
    assert.ok(result.durationMs < 5_000);
  });

  test(
    ["time.guest-cannot-catch", "cancel.pending-rejects"],
    "a guest that catches the end of its time does nothing more",
    async ({ execute }) => {
      const marks: unknown[] = [];
      const provider = provide({ hang, mark: (input) => marks.push(input) });
      const code = `
        try { await tools.hang() } catch { await tools.mark("catch") } finally { await tools.mark("finally") }
        tools.mark("after")`;
      failure(await execute(code, [provider], { timeoutMs: 80 }), "timeout", TIMED_OUT);
      await pause(30);
      assert.deepEqual(marks, []);
    },
  );

  test(
    ["time.abort-before", "time.abort-message", "exec.cancellation"],
    "a signal that is aborted already: nothing runs",
    async ({ execute }) => {
      const marks: unknown[] = [];
      const provider = provide({ mark: (input) => marks.push(input) });
      const signal = AbortSignal.abort();
      const result = await execute(`console.log("ran"); await tools.mark(1)`, [provider], {
        signal,
      });
      failure(result, "timeout", CANCELLED);
      assert.deepEqual([marks, result.logs], [[], []]);
    },
  );

  test(
    ["time.abort-during", "time.abort-message", "exec.cancellation", "time.tool-signal"],
    "a signal that aborts while a tool is pending",
    async ({ execute }) => {
      const controller = new AbortController();
      const called = gate();
      let toolSignal: AbortSignal | undefined;
      const provider = provide({
        hang: (input, context) => {
          toolSignal = context.signal;
          called.open();
          return hang(input, context);
        },
      });
      const options = { signal: controller.signal, timeoutMs: 20_000 };
      const run = execute(`console.log("ran"); await tools.hang()`, [provider], options);
      await called.opened;
      controller.abort();
      const result = await run;
      failure(result, "timeout", CANCELLED);
      assert.ok(result.durationMs < 5_000);
      assert.deepEqual(result.logs, ["ran"]);
      assert.equal(toolSignal?.aborted, true);
      await assertNextRunRight(execute);
    },
  );

  needs("hostStaysFree")(
    ["wall.abort-in-loop", "time.abort-message"],
    "a signal that aborts ends a loop",
    async ({ execute }) => {
      const signal = AbortSignal.timeout(100);
      const result = await execute("for (;;);", [], { signal, timeoutMs: 20_000 });
      failure(result, "timeout", CANCELLED);
      assert.ok(result.durationMs < 5_000);
    },
  );

  test("time.no-listeners", "a signal is left as it was", async ({ execute }) => {
    const { signal } = new AbortController();
    assert.equal(success(await execute("1", [], { signal })), 1);
    await execute("throw 1", [], { signal });
    await execute("await new Promise(() => {})", [], { signal });
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  test("time.nothing-pending", "waiting for nothing ends at once", async ({ execute }) => {
    for (const code of [
      "await new Promise(() => {})",
      "new Promise(() => {})",
      "await { then() {} }",
    ]) {
      const result = await execute(code, [], { timeoutMs: 20_000 });
      failure(result, "runtime_error", /settle|never|wait|pending/i);
      assert.ok(result.durationMs < 5_000, `${result.durationMs} ms`);
    }
  });

  test("time.nothing-pending", "an open call is something to wait for", async ({ execute }) => {
    const provider = provide({ slow: () => pause(40).then(() => "late") });
    const code = `let settle; tools.slow().then((v) => settle(v)); await new Promise((r) => { settle = r })`;
    assert.equal(success(await execute(code, [provider])), "late");
  });

  test(
    ["time.late-results", "verdict.first-wins"],
    "answers that come after the verdict change nothing",
    async ({ execute }) => {
      const { opened, open } = gate();
      const provider = provide({
        late: () => opened.then(() => "late"),
        fail: () => opened.then(() => Promise.reject(new Error("late"))),
      });
      const code = "await Promise.all([tools.late(), tools.fail()])";
      const result = await execute(code, [provider], { timeoutMs: 60 });
      const copy = structuredClone(result);
      open();
      await pause(20);
      failure(result, "timeout", TIMED_OUT);
      assert.deepEqual(result, copy);
      await assertNextRunRight(execute);
    },
  );

  test("time.no-late-start", "a tool never starts for a run that is over", async ({ execute }) => {
    const started: boolean[] = [];
    const provider = provide({ mark: (_input, { signal }) => started.push(signal.aborted) });
    const ends = ["for (;;);", "throw 1", "const f = () => f() + 1; f()", "1"];
    for (const end of ends) await execute(`tools.mark(); ${end}`, [provider], { timeoutMs: 60 });
    await pause(20);
    assert.equal(started.includes(true), false, `started while aborted: ${started}`);
    assert.equal(success(await execute("await tools.mark()", [provider])), started.length);
  });

  test("default.timeout", "a run has five seconds", async ({ execute }) => {
    const provider = provide({ hang });
    const result = await execute("await tools.hang()", [provider]);
    failure(result, "timeout", TIMED_OUT);
    assert.ok(result.durationMs > 4_500 && result.durationMs < 9_000, `${result.durationMs} ms`);
  });
});
