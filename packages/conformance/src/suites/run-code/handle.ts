import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, errorOf, gate, never, pause, value } from "./support.js";

/** More than the five seconds that `execute()` has by default. */
const LONG_MS = 5_200;

/** What a caller holds while a run is under way. */
export const handle = defineSuite<CodeContext>("handle", ({ test, needs }) => {
  test("code.handle-awaitable", "awaiting the handle gives the result", async ({ start }) => {
    const run = start("export default 42");
    assert.equal(typeof run.then, "function");
    const result = await run;
    assert.equal(value(result), 42);
    assert.equal(await run, result);
    assert.equal(await run.then(({ status }) => status), "success");
    const both = await Promise.all([run, start("export default 43")]);
    assert.deepEqual(both.map(value), [42, 43]);
  });

  test("code.running", "running is true until the result is there", async ({ start }) => {
    const { opened, open } = gate();
    const run = start("export default await wait()", { globals: { wait: () => opened } });
    assert.equal(run.running, true);
    await pause(20);
    assert.equal(run.running, true);
    open();
    await run;
    assert.equal(run.running, false);
    const broken = start("import 'nothing'");
    assert.equal(broken.running, true);
    await broken;
    assert.equal(broken.running, false);
  });

  test(
    ["code.terminate", "code.terminate-reason", "code.terminated-cause"],
    "terminate ends a run that waits, and its reason is in the message",
    async ({ start, run }) => {
      const { opened: called, open: call } = gate();
      const wait = () => {
        call();
        return never();
      };
      const waiting = start("console.log('before'); await wait()", { globals: { wait } });
      await called;
      waiting.terminate("thirty seconds are over");
      const result = await waiting;
      const { message } = errorOf(result, "terminated", /thirty seconds are over/);
      assert.doesNotMatch(message, /safety cap/);
      assert.equal("result" in result, false);
      assert.deepEqual(
        result.logs.map(({ args }) => args),
        [["before"]],
      );
      assert.equal(waiting.running, false);
      await assertNextRunRight(run);
    },
  );

  test("code.terminate", "terminate needs no reason", async ({ start }) => {
    const waiting = start("await wait()", { globals: { wait: never } });
    waiting.terminate();
    const { message } = errorOf(await waiting, "terminated");
    assert.doesNotMatch(message, /undefined|safety cap/);
  });

  test(
    ["code.terminate", "code.terminate-idempotent"],
    "only the first terminate counts",
    async ({ start }) => {
      const waiting = start("await wait()", { globals: { wait: never } });
      waiting.terminate("first");
      waiting.terminate("second");
      const result = await waiting;
      waiting.terminate("third");
      assert.equal(await waiting, result);
      const { message } = errorOf(result, "terminated", /first/);
      assert.doesNotMatch(message, /second|third/);
    },
  );

  test(
    "code.terminate-idempotent",
    "a run that is over cannot be terminated",
    async ({ start, run }) => {
      const over = start("export default 1");
      const result = await over;
      over.terminate("too late");
      assert.equal(await over, result);
      assert.equal(value(result), 1);
      await assertNextRunRight(run);
    },
  );

  test(
    ["code.terminate", "code.after-settlement"],
    "a run that is terminated before it began does nothing",
    async ({ start, run }) => {
      const calls: unknown[] = [];
      const early = start("touch(1); await wait()", {
        globals: { touch: (given: unknown) => calls.push(given), wait: never },
      });
      early.terminate("changed my mind");
      errorOf(await early, "terminated", /changed my mind/);
      const seen = calls.length;
      await assertNextRunRight(run);
      assert.equal(calls.length, seen);
    },
  );

  for (const way of ["stop()", "await stopLater()", "report(1)"]) {
    test(
      ["code.terminate", "code.after-settlement"],
      `${way} may terminate the run, and nothing comes after it`,
      async ({ start, run }) => {
        const after: unknown[] = [];
        const stop = (): void => handle.terminate("from inside");
        const handle = start(`${way}; console.log(2); report(2); touch(); export default 1`, {
          globals: { stop, stopLater: async () => stop(), touch: () => after.push("touched") },
          report: (given) => (given === 1 ? stop() : after.push(given)),
        });
        const result = await handle;
        errorOf(result, "terminated", /from inside/);
        await pause(20);
        assert.deepEqual([after, result.logs], [[], []]);
        await assertNextRunRight(run);
      },
    );
  }

  needs("hostStaysFree")(
    ["code.terminate", "code.terminate-prompt", "code.own-deadline", "time.no-run-code-deadline"],
    "terminate ends an endless loop within 50 ms",
    async ({ start, run }) => {
      const waits: number[] = [];
      for (let attempt = 0; attempt < 5; attempt++) {
        const { opened, open } = gate();
        const looping = start("enter(); for (;;) {}", { globals: { enter: () => open() } });
        await opened;
        const since = performance.now();
        looping.terminate("budget spent");
        errorOf(await looping, "terminated", /budget spent/);
        waits.push(performance.now() - since);
        await assertNextRunRight(run);
      }
      // The best of five: the machine may be busy with something else, but not five times.
      assert.ok(Math.min(...waits) < 50, `settled after ${waits.map(Math.round)} ms`);
    },
  );

  needs("hostStaysFree")(
    ["code.own-deadline", "code.terminate"],
    "a caller's timer ends a loop of microtasks and one long builtin call",
    async ({ start, run }) => {
      const endless = [
        "const again = () => Promise.resolve().then(again); await again();",
        "for (;;) await null;",
        "for (;;) Array.from({ length: 1e5 }, (_, i) => i).sort(() => 0.5 - Math.random());",
      ];
      for (const source of endless) {
        const looping = start(source);
        const timer = setTimeout(() => looping.terminate("my budget"), 100);
        errorOf(await looping, "terminated", /my budget/);
        clearTimeout(timer);
      }
      await assertNextRunRight(run);
    },
  );

  test(
    ["code.reports-live", "code.report"],
    "reports grows while the run goes on",
    async ({ start }) => {
      const [first, second] = [gate(), gate()];
      let steps = 0;
      const step = () => (steps++ === 0 ? first.opened : second.opened);
      const run = start(
        `report("a"); await step(); report("b"); report("c"); await step(); report("d");
         export default 1;`,
        { globals: { step }, report: () => {} },
      );
      const view = run.reports;
      assert.deepEqual(view, []);
      await until(() => steps === 1);
      assert.deepEqual([view, run.reports], [["a"], ["a"]]);
      first.open();
      await until(() => steps === 2);
      assert.deepEqual(
        [view, run.reports],
        [
          ["a", "b", "c"],
          ["a", "b", "c"],
        ],
      );
      second.open();
      const result = await run;
      assert.deepEqual(result.reports, ["a", "b", "c", "d"]);
      assert.deepEqual(run.reports, ["a", "b", "c", "d"]);
    },
  );

  test("code.no-timeout", "a run may take its time", async ({ run }) => {
    const wait = () => pause(LONG_MS);
    const result = await run("await wait(); export default 'done'", { globals: { wait } });
    assert.equal(value(result), "done");
    assert.ok(result.durationMs >= LONG_MS - 5, `it took ${result.durationMs} ms`);
  });
});

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 5_000;
  while (!condition()) {
    assert.ok(performance.now() < end, "it never happened");
    await pause(2);
  }
}
