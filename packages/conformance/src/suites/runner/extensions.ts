import { assert } from "../../bounded-assert.js";
import { defineSuite } from "../../verify.js";
import { answer, EXEC, FAILURE } from "./scenario.js";
import type { RunnerContext } from "./session.js";

/** What our own runners do beyond the specification. */
export const extensions = defineSuite<RunnerContext>("extensions", ({ test }) => {
  test(
    "message.six",
    "a host that asked for nothing more gets nothing more",
    async ({ connect }) => {
      const session = await connect();
      session.execute(EXEC, `console.log("a"); await tools.echo(1); console.log("b")`);
      answer(session, await session.call(0));
      await session.untilDone();
      const types = session.received.map(({ type }) => type);
      assert.deepEqual(types, ["started", "tool_call", "done"]);
      assert.equal(session.done["diagnostics"], undefined);
    },
  );

  test(
    "message.emit",
    "a host that asked for live lines gets them at once",
    async ({ connect }) => {
      const session = await connect();
      session.execute(EXEC, `console.log("a"); await tools.echo(1)`, { live: true });
      const call = await session.call(0);
      assert.deepEqual(
        session.ofType("emit").map(({ line }) => line),
        ["a"],
      );
      answer(session, call);
      await session.untilDone();
      assert.deepEqual(session.logs, ["a"]);
    },
  );

  test("source.runner-side", "the runner takes the author's text", async ({ connect }) => {
    const session = await connect();
    session.execute(EXEC, "Here:\n```ts\nconst n: number = 42; n\n```");
    await session.untilDone();
    assert.equal(session.value, 42);
  });

  test("time.guest-cannot-catch", "a cancelled guest does nothing more", async ({ connect }) => {
    const session = await connect();
    session.execute(
      EXEC,
      "try { await tools.hang() } catch { await tools.echo('caught') } finally { await tools.echo('finally') }",
    );
    const call = await session.call(0);
    session.cancel(EXEC);
    await session.untilDone();
    session.resolve(call, "late");
    await session.quiet();
    assert.deepEqual([session.calls.length, session.error.code], [1, "timeout"]);
  });

  test(
    ["verdict.copied", "verdict.forged-tool-error"],
    "a copied failure is runtime_error",
    async ({ connect }) => {
      const session = await connect();
      const copy = "Object.assign(new Error(e.message), { ...e, code: e.code })";
      session.execute(EXEC, `try { await tools.fail() } catch (e) { throw ${copy} }`);
      session.reject(await session.call(0), FAILURE);
      await session.untilDone();
      assert.equal(session.error.code, "runtime_error");
    },
  );

  test("value.bad-input-stays", "what cannot cross is serialization_error", async ({ connect }) => {
    const session = await connect();
    session.execute(EXEC, "await tools.echo({ n: 10n })");
    await session.untilDone();
    assert.equal(session.error.code, "serialization_error");
  });

  test("place.successive-sessions", "the next execute follows the done", async ({ connect }) => {
    const session = await connect();
    session.execute("first", "1");
    await session.untilDone();
    session.execute("second", "2");
    await session.untilDone(2);
    assert.deepEqual(
      session.ofType("done").map(({ result }) => result),
      [1, 2],
    );
  });
});
