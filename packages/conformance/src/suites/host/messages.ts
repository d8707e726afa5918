import assert from "node:assert/strict";
import { assertEnvelope, failure, success } from "../../assertions.js";
import { defineSuite } from "../../verify.js";
import { echoTools, pause, provide } from "../execute/support.js";
import type { HostContext, Script } from "./scripted-runner.js";

/** A runner that answers an execute with one message, whatever it is. */
const answering =
  (message: unknown): Script =>
  (sent, runner) => {
    if (sent.type === "execute") runner.say(message);
  };

const done = (change: Readonly<Record<string, unknown>>): Script => {
  return (sent, runner) => {
    if (sent.type === "execute") runner.done(change);
  };
};

const invalid: Readonly<Record<string, unknown>> = {
  null: null,
  "a number": 7,
  "a string": "done",
  "an array": [{ type: "done" }],
  "an empty object": {},
  "an unknown type": { type: "execute_code" },
  "a message of the host's": { type: "cancel", id: "x" },
  "a done without logs": { type: "done", id: "x", ok: true, durationMs: 1 },
  "a done with a number among its logs": {
    type: "done",
    id: "x",
    ok: true,
    durationMs: 1,
    logs: [1],
  },
  "a done without ok": { type: "done", id: "x", durationMs: 1, logs: [] },
  "a done without a duration": { type: "done", id: "x", ok: true, logs: [] },
  "a failed done without an error": { type: "done", id: "x", ok: false, durationMs: 1, logs: [] },
  "an error without a message": {
    type: "done",
    id: "x",
    ok: false,
    durationMs: 1,
    logs: [],
    error: { code: "timeout" },
  },
  "a call without a name": { type: "tool_call", callId: "1", providerName: "tools" },
  "a call with an object as its id": {
    type: "tool_call",
    callId: {},
    providerName: "tools",
    safeToolName: "echo",
  },
  "a call with an empty id": {
    type: "tool_call",
    callId: "",
    providerName: "tools",
    safeToolName: "echo",
  },
  "a started without an id": { type: "started" },
};

/** What a host does with what a runner sends it. */
export const messages = defineSuite<HostContext>("host: messages", ({ test }) => {
  for (const [name, message] of Object.entries(invalid)) {
    test(
      ["message.invalid", "error.internal", "message.never-throws"],
      `${name} ends the session`,
      async ({ open }) => {
        const { execute, runner } = await open(answering(message));
        const result = await execute("1");
        assertEnvelope(result);
        failure(result, "internal_error");
        assert.equal(runner.closed, true);
      },
    );
  }

  test("message.six", "done alone is enough", async ({ open }) => {
    const { execute } = await open(done({ ok: true, result: [1] }));
    assert.deepEqual(success(await execute("1")), [1]);
  });

  test(
    ["json.missing-result", "value.undefined"],
    "a done without a result means undefined",
    async ({ open }) => {
      const { execute } = await open(done({ ok: true }));
      assert.equal(success(await execute("1")), undefined);
    },
  );

  test("json.missing-input", "a call without an input means undefined", async ({ open }) => {
    const { providers, inputs } = echoTools();
    const { execute } = await open((sent, runner) => {
      if (sent.type === "execute")
        runner.say({ type: "tool_call", callId: "a", providerName: "tools", safeToolName: "echo" });
      if (sent.type === "tool_result") runner.done({ ok: true });
    });
    success(await execute("1", providers));
    assert.deepEqual(inputs, [undefined]);
  });

  test(
    ["result.once", "message.once", "core.dispatcher-invokes"],
    "each call is answered once",
    async ({ open }) => {
      const { providers, inputs } = echoTools();
      let answered = 0;
      const { execute, runner } = await open((sent, self) => {
        if (sent.type === "execute") for (const id of ["a", "b", "c"]) self.call(id, "echo", id);
        if (sent.type === "tool_result" && ++answered === 3) self.done({ ok: true });
      });
      success(await execute("1", providers));
      await pause(10);
      assert.deepEqual(inputs, ["a", "b", "c"]);
      for (const id of ["a", "b", "c"]) {
        assert.deepEqual(runner.answers(id), [
          { type: "tool_result", callId: id, ok: true, result: id },
        ]);
      }
    },
  );

  test("message.duplicate-call", "a callId used twice ends the session", async ({ open }) => {
    const { providers } = echoTools();
    const { execute } = await open((sent, runner) => {
      if (sent.type === "execute") for (const id of ["a", "a"]) runner.call(id, "echo");
    });
    failure(await execute("1", providers), "internal_error");
  });

  test(
    ["message.unknown-tool", "core.dispatcher-unknown"],
    "a tool that was not given is not found",
    async ({ open }) => {
      const names = ["nothing", "constructor", "__proto__", "toString", "hasOwnProperty"];
      const { providers, inputs } = echoTools();
      let answered = 0;
      const { execute, runner } = await open((sent, self) => {
        if (sent.type === "execute") {
          for (const name of names) self.call(name, name);
          for (const providerName of ["other", "__proto__", "constructor"]) {
            self.say({
              type: "tool_call",
              callId: `p-${providerName}`,
              providerName,
              safeToolName: "echo",
            });
          }
        }
        if (sent.type === "tool_result" && ++answered === names.length + 3) self.done({ ok: true });
      });
      success(await execute("1", providers));
      assert.equal(
        runner.sent.filter((message) => message.type === "tool_result" && !message.ok).length,
        8,
      );
      assert.deepEqual(inputs, []);
    },
  );

  test("correlate.foreign-id", "messages of another execution are not heard", async ({ open }) => {
    const { execute } = await open((sent, runner) => {
      if (sent.type !== "execute") return;
      runner.say({ type: "started", id: "another" });
      runner.done({ id: "another", ok: true, result: "wrong" });
      runner.done({ ok: true, result: "right" });
    });
    assert.equal(success(await execute("1")), "right");
  });

  test(
    ["verdict.first-wins", "session.silent-after-done", "message.never-throws"],
    "what follows done changes nothing",
    async ({ open }) => {
      const { providers, inputs } = echoTools();
      const { execute } = await open((sent, runner) => {
        if (sent.type !== "execute") return;
        runner.done({ ok: true, result: "first" });
        runner.done({ ok: true, result: "second" });
        runner.call("late", "echo", "late");
        runner.say(null);
      });
      assert.equal(success(await execute("1", providers)), "first");
      await pause(10);
      assert.deepEqual(inputs, []);
    },
  );

  test(
    ["exec.bounded-logs", "log.truncate-lines-first", "log.truncate-chars"],
    "the host truncates too",
    async ({ open }) => {
      const { execute } = await open(done({ ok: true, logs: Array(500).fill("abc") }));
      const { logs } = await execute("1", [], { maxLogLines: 3, maxLogChars: 7 });
      assert.deepEqual(logs, ["abc", "abc", "a"]);
    },
  );

  test("done.duration", "the host has its own clock", async ({ open }) => {
    const { execute } = await open(done({ ok: true, durationMs: 1e9 }));
    assert.ok((await execute("1")).durationMs < 5_000);
  });

  test(
    ["message.flood", "option.max-open-calls"],
    "calls beyond the limit reach no tool at once",
    async ({ open }) => {
      let running = 0;
      let most = 0;
      const provider = provide({
        work: async () => {
          most = Math.max(most, ++running);
          await pause(5);
          running--;
        },
      });
      let answered = 0;
      const { execute } = await open((sent, runner) => {
        if (sent.type === "execute")
          for (let i = 0; i < 2_000; i++) runner.call(`call-${i}`, "work");
        if (sent.type === "tool_result" && ++answered === 2_000) runner.done({ ok: true });
      });
      success(await execute("1", [provider], { maxOpenCalls: 10, timeoutMs: 20_000 }));
      assert.ok(most <= 10, `${most} at once`);
    },
  );

  test(
    ["value.bad-final-result", "done.result-safe"],
    "a result that is not JSON is refused",
    async ({ open }) => {
      for (const result of [10n, { a: [Number.NaN] }, () => 1, new Map(), [undefined]]) {
        const { execute } = await open(done({ ok: true, result }));
        failure(await execute("1"), "serialization_error");
      }
    },
  );
});
