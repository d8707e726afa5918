import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { CAUGHT, errorOf, gate, pause, value } from "./support.js";

/** Promises of the host inside the sandbox, alone and many at a time. */
export const promises = defineSuite<CodeContext>("promises", ({ test }) => {
  test(
    "code.cross-promises",
    "a promise settles in the sandbox as it does at the host",
    async ({ run }) => {
      const { opened, open } = gate();
      const rejected = Promise.reject(new RangeError("not today"));
      rejected.catch(() => {});
      const source = `
        let early = "pending"; late.then(() => { early = "settled" }); await null;
        const before = early; go(); await late;
        let caught; try { await rejected } catch (e) { caught = ${CAUGHT} }
        export default [late instanceof Promise, before, early, await ready, caught[0], caught[2]]`;
      const globals = { late: opened, go: () => open(), ready: Promise.resolve([1]), rejected };
      assert.deepEqual(value(await run(source, { globals })), [
        ...[true, "pending", "settled", [1], true, "not today"],
      ]);
    },
  );

  test(
    "code.cross-promises",
    "a promise that rejects is handled, whether or not the guest ever looks at it",
    async ({ run, start }) => {
      const failed = () => Promise.reject(new Error("nobody looked"));
      const lateToFail = () => pause(20).then(failed);
      const unhandled = await rejectionsDuring(async () => {
        const globals = { pending: new Promise(() => {}), failed: failed(), late: lateToFail() };
        assert.equal(value(await run("export default 'done'", { globals })), "done");
        errorOf(await run("import 'nope'", { globals: { failed: failed() } }), "link_error");
        const give = () => ({ late: lateToFail() });
        assert.equal(value(await run("give(); export default 1", { globals: { give } })), 1);
        const ended = start("await pending", { globals: { ...globals, failed: failed() } });
        ended.terminate();
        errorOf(await ended, "terminated");
      });
      assert.deepEqual(unhandled, []);
    },
  );

  test("sync.parallel", "slow calls run side by side", async ({ run }) => {
    const { opened, open } = gate();
    let inside = 0;
    // Nobody is let out before all three are in.
    const slow = async (n: number) => {
      if (++inside === 3) open();
      await opened;
      return n * 10;
    };
    const source = "export default () => Promise.all([slow(1), slow(2), slow(3)])";
    assert.deepEqual(value(await run(source, { globals: { slow } })), [10, 20, 30]);
  });

  test("sync.parallel", "answers arrive in whatever order they come", async ({ run }) => {
    const source = `const order = [];
      await Promise.all([30, 10, 20].map((ms) => sleep(ms).then((n) => order.push(n))));
      export default order`;
    const sleep = async (ms: number) => pause(ms * 3).then(() => ms);
    assert.deepEqual(value(await run(source, { globals: { sleep } })), [10, 20, 30]);
  });

  test(
    "sync.value-at-once",
    "an immediate call is answered while slow ones are open",
    async ({ run }) => {
      const { opened, open } = gate();
      const source =
        "const slow = wait(); const now = quick(); go(); export default [now, await slow]";
      const globals = {
        wait: () => opened.then(() => "slow"),
        quick: () => "now",
        go: () => open(),
      };
      assert.deepEqual(value(await run(source, { globals })), ["now", "slow"]);
    },
  );
});

/**
 * What nobody handled while `work` went on and shortly after. In most programs the first of these
 * is the end, and under a test runner the end of the test; so others do not hear of them here.
 */
async function rejectionsDuring(work: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", (reason) => unhandled.push(reason));
  try {
    await work();
  } finally {
    await pause(60);
    process.removeAllListeners("unhandledRejection");
    for (const other of others) process.on("unhandledRejection", other);
  }
  return unhandled;
}
