import assert from "node:assert/strict";
import { defineSuite } from "../../verify.js";
import type { Received, RunnerContext, Wire } from "./wire.js";

const errorOf = (done: Received) => done["error"] as { code: string; message: string };

async function startAndCall(wire: Wire, code: string): Promise<string> {
  wire.execute("exec", code);
  await wire.next("started");
  return String((await wire.next("tool_call"))["callId"]);
}

/** Calls, results and cancellation as messages. */
export const calls = defineSuite<RunnerContext>("wire: calls", ({ test, needs }) => {
  test(
    ["call.unique-id", "call.names", "correlate.call-id"],
    "calls have ids and names of their own",
    async ({ connect }) => {
      const wire = await connect();
      wire.execute(
        "exec",
        "await Promise.all([tools.echo(1), tools.fail(2), tools.echo(3)].map((p) => p.catch((e) => e.message)))",
      );
      await wire.next("started");
      const made = [
        await wire.next("tool_call"),
        await wire.next("tool_call"),
        await wire.next("tool_call"),
      ];
      const ids = made.map(({ callId }) => String(callId));
      assert.equal(new Set(ids).size, 3);
      assert.deepEqual(
        made.map(({ providerName, safeToolName, input }) => [providerName, safeToolName, input]),
        [
          ["tools", "echo", 1],
          ["tools", "fail", 2],
          ["tools", "echo", 3],
        ],
      );
      // Answered in another order than they were made.
      wire.send({ type: "tool_result", callId: ids[2] ?? "", ok: true, result: "third" });
      wire.send({ type: "tool_result", callId: ids[0] ?? "", ok: true, result: "first" });
      const error = { code: "tool_error", message: "second" } as const;
      wire.send({ type: "tool_result", callId: ids[1] ?? "", ok: false, error });
      assert.deepEqual((await wire.next("done"))["result"], ["first", "second", "third"]);
    },
  );

  test(
    ["json.missing-input", "json.missing-result", "value.undefined"],
    "undefined is an absent field",
    async ({ connect }) => {
      const wire = await connect();
      wire.execute("exec", "typeof (await tools.echo()) === 'undefined' ? undefined : 'something'");
      await wire.next("started");
      const call = await wire.next("tool_call");
      assert.equal("input" in call, false);
      wire.send({ type: "tool_result", callId: String(call["callId"]), ok: true });
      const done = await wire.next("done");
      assert.equal(done["ok"], true);
      assert.equal("result" in done, false);
    },
  );

  test("correlate.settled", "results nobody waits for change nothing", async ({ connect }) => {
    const wire = await connect();
    const callId = await startAndCall(wire, "[await tools.echo(1), await tools.echo(2)]");
    wire.send({ type: "tool_result", callId: "nobody", ok: true, result: "stray" });
    wire.send({ type: "tool_result", callId, ok: true, result: "one" });
    wire.send({ type: "tool_result", callId, ok: true, result: "again" });
    const second = String((await wire.next("tool_call"))["callId"]);
    assert.notEqual(second, callId);
    wire.send({ type: "tool_result", callId, ok: true, result: "and again" });
    wire.send({ type: "tool_result", callId: second, ok: true, result: "two" });
    assert.deepEqual((await wire.next("done"))["result"], ["one", "two"]);
  });

  test(
    ["verdict.trusted-uncaught", "result.distinguishable"],
    "an uncaught failure keeps the host's code",
    async ({ connect }) => {
      for (const code of ["tool_error", "validation_error"] as const) {
        const wire = await connect();
        const callId = await startAndCall(wire, "await tools.fail()");
        wire.send({
          type: "tool_result",
          callId,
          ok: false,
          error: { code, message: "host's words" },
        });
        const { code: got, message } = errorOf(await wire.next("done"));
        assert.deepEqual([got, message], [code, "host's words"]);
      }
    },
  );

  test(
    ["verdict.copied", "verdict.forged-tool-error"],
    "a copied failure is runtime_error",
    async ({ connect }) => {
      const wire = await connect();
      const code = `try { await tools.fail() } catch (e) { throw Object.assign(new Error(e.message), { ...e, code: e.code }) }`;
      const callId = await startAndCall(wire, code);
      const error = { code: "tool_error", message: "host's words" } as const;
      wire.send({ type: "tool_result", callId, ok: false, error });
      assert.equal(errorOf(await wire.next("done")).code, "runtime_error");
    },
  );

  test(
    ["value.bad-input-stays", "value.bad-final-result"],
    "what cannot cross is never in a frame",
    async ({ connect }) => {
      const wire = await connect();
      wire.execute("exec", "await tools.echo({ n: 10n })");
      await wire.next("started");
      assert.equal(errorOf(await wire.next("done")).code, "serialization_error");
      wire.execute("next", "[NaN]");
      await wire.next("started");
      assert.equal(errorOf(await wire.next("done")).code, "serialization_error");
    },
  );

  test(
    ["cancel.aborts", "cancel.timeout-shaped", "cancel.pending-rejects", "time.guest-cannot-catch"],
    "a cancelled guest does nothing more",
    async ({ connect }) => {
      const wire = await connect();
      const callId = await startAndCall(
        wire,
        "try { await tools.hang() } catch { await tools.echo('caught') } finally { await tools.echo('finally') }",
      );
      wire.send({ type: "cancel", id: "exec" });
      assert.equal(errorOf(await wire.next("done")).code, "timeout");
      wire.send({ type: "tool_result", callId, ok: true, result: "late" });
      await wire.silence();
    },
  );

  test("cancel.before-calls", "a cancel right behind the execute", async ({ connect }) => {
    const wire = await connect();
    wire.execute("exec", "for (let i = 0; ; i++) await null;", { options: { timeoutMs: 2_000 } });
    wire.send({ type: "cancel", id: "exec" });
    await wire.next("started");
    assert.equal(errorOf(await wire.next("done")).code, "timeout");
    await wire.silence();
  });

  needs("hostStaysFree")("cancel.aborts", "a cancel ends a loop", async ({ connect }) => {
    const wire = await connect();
    wire.execute("exec", "for (;;);", { options: { timeoutMs: 60_000 } });
    await wire.next("started");
    wire.send({ type: "cancel", id: "exec" });
    assert.equal(errorOf(await wire.next("done")).code, "timeout");
  });

  test("cancel.other-id", "a cancel for another execution changes nothing", async ({ connect }) => {
    const wire = await connect();
    const callId = await startAndCall(wire, "await tools.echo(1)");
    wire.send({ type: "cancel", id: "another" });
    wire.send({ type: "tool_result", callId, ok: true, result: "fine" });
    assert.equal((await wire.next("done"))["result"], "fine");
  });
});
