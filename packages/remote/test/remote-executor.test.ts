// Verifies name.remote-executor, remote.lazy, remote.transport-per-run, remote.one-channel,
// remote.no-callback, remote.disposed, remote.cancel-backstop, remote.module-runs-refused.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hostSubject, hostSuites, runWithNodeTest, ScriptedRunner } from "@execbox/conformance";
import { resolveProvider } from "@execbox/core";
import type { HostTransport } from "@execbox/protocol";
import { createRemoteCodeRunner, RemoteExecutor } from "../src/index.js";

runWithNodeTest(
  hostSuites,
  hostSubject({
    name: "RemoteExecutor behind scripted runners",
    create: (transport) => new RemoteExecutor({ connectTransport: () => transport }),
  }),
);

/** Answers every execution with its own code, after `said` extra messages. */
function echoing(): ScriptedRunner {
  return new ScriptedRunner((message, runner) => {
    if (message.type !== "execute") return;
    runner.say({ type: "started", id: message.id });
    runner.done({ ok: true, result: message.code });
  });
}

describe("the life of a connection", () => {
  test("nothing is opened before execute(); each execute() opens its own and closes it", async () => {
    const opened: ScriptedRunner[] = [];
    const executor = new RemoteExecutor({
      connectTransport: async () => {
        opened.push(echoing());
        return opened.at(-1)!.transport;
      },
    });
    await executor.prewarm();
    await executor.facts();
    assert.equal(opened.length, 0);
    const results = await Promise.all(["a", "b", "c"].map((code) => executor.execute(code)));
    assert.deepEqual(
      results.map((result) => result.ok && result.result),
      ["a", "b", "c"],
    );
    assert.equal(opened.length, 3);
    for (const runner of opened) {
      assert.deepEqual([runner.closed, runner.terminated, runner.listeners], [true, false, 0]);
      assert.deepEqual(
        runner.sent.map(({ type }) => type),
        ["execute"],
      );
    }
  });

  test("a run that fails closes its connection too", async () => {
    const endings: ((runner: ScriptedRunner) => void)[] = [
      (runner) => runner.hangUp(),
      (runner) => runner.breakDown(new Error("the line is dead")),
      (runner) => runner.say({ nonsense: true }),
      (runner) => runner.done({ ok: false, error: { code: "runtime_error", message: "no" } }),
    ];
    for (const ending of endings) {
      const runner = new ScriptedRunner((message) => {
        if (message.type === "execute") ending(runner);
      });
      let connects = 0;
      const executor = new RemoteExecutor({
        connectTransport: () => {
          connects++;
          return runner.transport;
        },
      });
      assert.equal((await executor.execute("1")).ok, false);
      // A runner that fell silent may have run everything: nobody is asked twice.
      assert.deepEqual([runner.closed, runner.listeners, connects], [true, 0, 1]);
    }
  });

  test("a runner that ignores cancel is cut off after cancelGraceMs", async () => {
    const runner = new ScriptedRunner(() => {});
    const executor = new RemoteExecutor({
      connectTransport: () => runner.transport,
      cancelGraceMs: 40,
      timeoutMs: 30,
    });
    const result = await executor.execute("for (;;);");
    assert.ok(!result.ok);
    assert.deepEqual(result.error, { code: "timeout", message: "Execution timed out" });
    assert.ok(result.durationMs >= 69, `${result.durationMs} ms`);
    assert.deepEqual([runner.terminated, runner.sent.at(-1)?.type], [true, "cancel"]);
  });
});

describe("when there is no connection", () => {
  test("the reason is in the result", async () => {
    const failures: [() => HostTransport | Promise<HostTransport>, RegExp][] = [
      [() => Promise.reject(new Error("no route to runner")), /no route to runner/],
      [
        () => {
          throw new Error("no such host");
        },
        /no such host/,
      ],
      [() => ({}) as HostTransport, /must return a transport with send\(\); it has none/],
      [() => undefined as unknown as HostTransport, /must return a transport with send\(\)/],
    ];
    for (const [connectTransport, expected] of failures) {
      const result = await new RemoteExecutor({ connectTransport }).execute("1");
      assert.ok(!result.ok);
      assert.equal(result.error.code, "internal_error");
      assert.match(result.error.message, expected);
      const run = await createRemoteCodeRunner({ connectTransport }).runCode("export default 1");
      assert.equal(run.status, "error");
      assert.match(run.error?.message ?? "", expected);
    }
  });

  test("connecting has its own time", async () => {
    const executor = new RemoteExecutor({
      connectTransport: () => new Promise(() => {}),
      connectTimeoutMs: 20,
    });
    const result = await executor.execute("1");
    assert.ok(!result.ok);
    assert.match(result.error.message, /no connection to the runner within 20 ms/);
  });

  test("an abort ends the wait, and a transport that comes too late is closed", async () => {
    const runner = echoing();
    let connected = (_transport: HostTransport) => {};
    let heard: AbortSignal | undefined;
    const executor = new RemoteExecutor({
      connectTransport: (signal) => {
        heard = signal;
        return new Promise((resolve) => {
          connected = resolve;
        });
      },
    });
    const controller = new AbortController();
    const pending = executor.execute("1", [], { signal: controller.signal });
    controller.abort();
    const result = await pending;
    assert.ok(!result.ok);
    assert.deepEqual(result.error, { code: "timeout", message: "Execution cancelled" });
    assert.equal(heard?.aborted, true);
    connected(runner.transport);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([runner.terminated, runner.sent], [true, []]);
  });

  test("a transport that cannot even close harms nobody", async () => {
    const runner = echoing();
    const broken: HostTransport = {
      ...runner.transport,
      dispose: () => Promise.reject(new Error("cannot close")),
      terminate: () => {
        throw new Error("cannot cut");
      },
    };
    const executor = new RemoteExecutor({ connectTransport: () => broken });
    assert.equal((await executor.execute("1")).ok, true);
    await executor.dispose();
    await assert.rejects(executor.execute("1"), /disposed/);
  });
});

describe("a runner that does not know module runs", () => {
  const provider = resolveProvider({ name: "tools", tools: {} });
  assert.equal(provider.name, "tools");
  for (const [title, say] of [
    ["says only started", (runner, id) => runner.say({ type: "started", id })],
    ["runs the entry as a script", (runner) => runner.done({ ok: true, result: 42 })],
    ["calls something", (runner) => runner.call("call-1", "0")],
  ] as [string, (runner: ScriptedRunner, id: string) => void][]) {
    test(title, async () => {
      const runner = new ScriptedRunner((message) => {
        if (message.type === "execute") say(runner, message.id);
      });
      const { runCode } = createRemoteCodeRunner({ connectTransport: () => runner.transport });
      const result = await runCode("export default 42");
      assert.equal(result.status, "error");
      assert.match(result.error?.message ?? "", /this runner does not know module runs/);
      assert.equal(runner.closed, true);
    });
  }

  test("one that says why it fails is believed", async () => {
    const runner = new ScriptedRunner((message) => {
      if (message.type !== "execute") return;
      runner.done({ ok: false, error: { code: "internal_error", message: "full up" } });
    });
    const { runCode } = createRemoteCodeRunner({ connectTransport: () => runner.transport });
    assert.match((await runCode("export default 42")).error?.message ?? "", /full up/);
  });
});

test("options that make no sense are refused by name", () => {
  const connectTransport = () => echoing().transport;
  for (const [options, expected] of [
    [{}, /options.connectTransport must be a function/],
    [{ connectTransport: "ws://runner" }, /options.connectTransport must be a function/],
    [{ connectTransport, cancelGraceMs: -1 }, /options.cancelGraceMs must be/],
    [{ connectTransport, connectTimeoutMs: "1s" }, /options.connectTimeoutMs must be/],
    [{ connectTransport, url: "ws://" }, /options.url is not an option/],
  ] as [never, RegExp][]) {
    assert.throws(() => new RemoteExecutor(options), expected);
    assert.throws(() => createRemoteCodeRunner(options), expected);
  }
});
