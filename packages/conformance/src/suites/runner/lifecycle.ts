import assert from "node:assert/strict";
import { defineSuite } from "../../verify.js";
import type { RunnerContext } from "./wire.js";

/** How a session begins, goes on and ends. */
export const lifecycle = defineSuite<RunnerContext>("wire: lifecycle", ({ test }) => {
  test(
    [
      "session.started-first",
      "session.one-done",
      "session.silent-after-done",
      "input.id",
      "done.id",
    ],
    "started, then done, then silence",
    async ({ connect }) => {
      const wire = await connect();
      wire.execute("exec-a", `console.log("line"); 1 + 1`);
      assert.equal((await wire.next("started"))["id"], "exec-a");
      const { durationMs, diagnostics, ...done } = await wire.next("done");
      assert.deepEqual(done, { type: "done", id: "exec-a", ok: true, logs: ["line"], result: 2 });
      assert.ok(typeof durationMs === "number" && durationMs >= 0);
      assert.equal(diagnostics, undefined);
      await wire.silence();
    },
  );

  test(
    ["transcript.success", "session.same-channel", "result.resolves"],
    "the success transcript",
    async ({ connect }) => {
      const wire = await connect();
      const tool = { safeName: "echo", originalName: "echo", description: "Echo input" };
      wire.execute("exec-1", `const value = await tools.echo({"ok":true}); value.ok`, {
        options: {
          timeoutMs: 1_000,
          memoryLimitBytes: 67_108_864,
          maxLogLines: 100,
          maxLogChars: 64_000,
        },
        providers: [
          { name: "tools", tools: { echo: tool }, types: "declare namespace tools { ... }" },
        ],
      });
      await wire.next("started");
      const { callId, ...call } = await wire.next("tool_call");
      assert.deepEqual(call, {
        type: "tool_call",
        providerName: "tools",
        safeToolName: "echo",
        input: { ok: true },
      });
      wire.send({ type: "tool_result", callId: String(callId), ok: true, result: { ok: true } });
      const done = await wire.next("done");
      assert.deepEqual(
        [done["id"], done["ok"], done["result"], done["logs"]],
        ["exec-1", true, true, []],
      );
      await wire.silence();
    },
  );

  test(
    ["transcript.cancellation", "cancel.during-call"],
    "the cancellation transcript",
    async ({ connect }) => {
      const wire = await connect();
      wire.execute("exec-2", "await tools.hang({})");
      await wire.next("started");
      const call = await wire.next("tool_call");
      assert.deepEqual([call["safeToolName"], call["input"]], ["hang", {}]);
      wire.send({ type: "cancel", id: "exec-2" });
      const done = await wire.next("done");
      assert.deepEqual([done["id"], done["ok"], done["logs"]], ["exec-2", false, []]);
      assert.equal((done["error"] as { code: string }).code, "timeout");
      await wire.silence();
    },
  );

  test(
    ["session.second-execute", "session.first-survives-second", "session.one-execution"],
    "a second execute is refused and the first goes on",
    async ({ connect }) => {
      const wire = await connect();
      wire.execute("first", "await tools.echo(1)");
      await wire.next("started");
      const { callId } = await wire.next("tool_call");
      wire.execute("second", "2");
      const refusal = await wire.next("done");
      assert.deepEqual([refusal["id"], refusal["ok"]], ["second", false]);
      assert.equal((refusal["error"] as { code: string }).code, "internal_error");
      wire.send({ type: "tool_result", callId: String(callId), ok: true, result: "answer" });
      const done = await wire.next("done");
      assert.deepEqual([done["id"], done["ok"], done["result"]], ["first", true, "answer"]);
      await wire.silence();
    },
  );

  test(
    ["done.result-or-error", "json.error-required", "done.duration"],
    "a failure carries an error",
    async ({ connect }) => {
      const wire = await connect();
      wire.execute("exec-b", `console.log("before"); throw new Error("boom")`);
      await wire.next("started");
      const done = await wire.next("done");
      assert.equal("result" in done, false);
      const { code, message } = done["error"] as { code: string; message: string };
      assert.equal(code, "runtime_error");
      assert.match(message, /boom/);
      assert.deepEqual(done["logs"], ["before"]);
      assert.equal(typeof done["durationMs"], "number");
    },
  );

  test(
    ["input.options-applied", "log.truncated-returned"],
    "options of the message are obeyed",
    async ({ connect }) => {
      const wire = await connect();
      const options = { timeoutMs: 100, memoryLimitBytes: 1 << 24, maxLogLines: 2, maxLogChars: 3 };
      wire.execute("exec-c", `console.log("ab"); console.log("cd"); console.log("e"); for (;;);`, {
        options,
      });
      await wire.next("started");
      const done = await wire.next("done");
      assert.equal((done["error"] as { code: string }).code, "timeout");
      assert.deepEqual(done["logs"], ["ab", "c"]);
    },
  );

  test(
    ["message.six", "input.metadata-only"],
    "a host that asked for nothing more gets nothing more",
    async ({ connect }) => {
      const wire = await connect();
      wire.execute("exec-d", `console.log("a"); await tools.echo(1); console.log("b")`);
      await wire.next("started");
      const { callId } = await wire.next("tool_call");
      wire.send({ type: "tool_result", callId: String(callId), ok: true });
      await wire.next("done");
      assert.deepEqual(
        wire.received.map(({ type }) => type),
        ["started", "tool_call", "done"],
      );
    },
  );

  test(
    "message.emit",
    "a host that asked for live lines gets them at once",
    async ({ connect }) => {
      const wire = await connect();
      wire.execute("exec-e", `console.log("a"); await tools.echo(1)`, { live: true });
      await wire.next("started");
      assert.equal((await wire.next("emit"))["line"], "a");
      const { callId } = await wire.next("tool_call");
      wire.send({ type: "tool_result", callId: String(callId), ok: true });
      assert.deepEqual((await wire.next("done"))["logs"], ["a"]);
    },
  );

  test(
    ["source.runner-side", "input.whole-program"],
    "the runner takes the author's text",
    async ({ connect }) => {
      const wire = await connect();
      wire.execute("exec-f", "Here:\n```ts\nconst n: number = 42; n\n```");
      await wire.next("started");
      assert.equal((await wire.next("done"))["result"], 42);
    },
  );
});
