/** An engine that has been taken over says what it likes; its runner and its host are not impressed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ScriptedRunner } from "@execbox/conformance";
import { resolveProvider } from "@execbox/core";
import { MAX_FRAME_CHARS, WORKER_FACTS } from "@execbox/protocol";
import { connectLoopback, RemoteExecutor, type RunnerHost } from "../src/index.js";
import { openRunner, settled } from "./support.js";

const calls: unknown[] = [];
const tools = resolveProvider({
  name: "tools",
  tools: {
    echo: {
      execute: async (input) => {
        calls.push(input);
        return input;
      },
    },
  },
});

/** A runner whose every engine does `lie` when it is given an execution. */
function runnerOf(lie: (engine: ScriptedRunner, id: string) => void): {
  runner: RunnerHost;
  engines: ScriptedRunner[];
} {
  const engines: ScriptedRunner[] = [];
  const runner = openRunner({
    cancelGraceMs: 50,
    openLink: async () => {
      const engine: ScriptedRunner = new ScriptedRunner((message) => {
        if (message.type === "execute") lie(engine, message.id);
      });
      engines.push(engine);
      return { transport: engine.transport, facts: WORKER_FACTS };
    },
  });
  return { runner, engines };
}

const deep: unknown[] = [];
for (let level = 0, at = deep; level < 10_000; level++) {
  const next: unknown[] = [];
  at.push(next);
  at = next;
}

const LIES: [string, (engine: ScriptedRunner, id: string) => void, RegExp][] = [
  ["garbage", (engine) => engine.say(42), /internal_error: .*not a message/],
  ["nothing at all", (engine) => engine.say(undefined), /internal_error: .*not a message/],
  [
    "a done of somebody else, then silence",
    (engine) => engine.say({ type: "done", id: "other", ok: true, durationMs: 0, logs: [] }),
    /timeout: Execution timed out/,
  ],
  [
    "a failure of a tool that never failed",
    (engine) => engine.done({ ok: false, error: { code: "tool_error", message: "made up" } }),
    /runtime_error: made up/,
  ],
  [
    "two dones",
    (engine) => {
      engine.done({ ok: true, result: 1 });
      engine.done({ ok: true, result: 2 });
    },
    /^1$/,
  ],
  [
    "a call of a tool that is not there",
    (engine, id) => {
      engine.say({ type: "started", id });
      engine.call("call-1", "rm", { all: true });
      setTimeout(() => engine.done({ ok: true, result: "after" }), 20);
    },
    /^"after"$/,
  ],
  [
    "one call id a hundred times",
    (engine) => {
      for (let n = 0; n < 100; n++) engine.call("call-1", "echo", n);
      setTimeout(() => engine.done({ ok: true, result: "fine" }), 20);
    },
    /^"fine"$/,
  ],
  [
    "a result that is too long",
    (engine) => engine.done({ ok: true, result: "x".repeat(MAX_FRAME_CHARS + 1) }),
    /^"x+|serialization_error/,
  ],
  [
    "a result that is too deep",
    (engine) => engine.done({ ok: true, result: deep }),
    /serialization/,
  ],
  ["that it broke down", (engine) => engine.breakDown(new Error("trap")), /internal_error: trap/],
  ["nothing, and leaves", (engine) => engine.hangUp(), /internal_error: the engine's thread/],
];

for (const [title, lie, expected] of LIES) {
  test(`an engine that says ${title}`, async () => {
    const { runner, engines } = runnerOf(lie);
    const executor = new RemoteExecutor({
      connectTransport: () => connectLoopback(runner),
      timeoutMs: 300,
    });
    const result = await executor.execute("1", [tools]);
    const verdict = result.ok
      ? JSON.stringify(result.result)
      : `${result.error.code}: ${result.error.message}`;
    assert.match(verdict.slice(0, 200), expected);
    await executor.dispose();
    await settled(() => runner.running === 0);
    await runner.dispose();
    assert.ok(
      engines.every(({ terminated }) => terminated),
      "no engine is left",
    );
  });
}

test("a runner takes anything a host may say, a thousand times over", async () => {
  const runner = openRunner({ maxSessions: 2 });
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const value = (): unknown =>
    pick([
      () => null,
      () => -1,
      () => Number.NaN,
      () => "run",
      () => "x".repeat(300),
      () => [value()],
      () => ({ __proto__: null, text: "[", blobs: [value()] }),
      () => [{ name: "tools", tools: { a: { safeName: "a", originalName: "a" } }, types: "" }],
      () => ({ timeoutMs: pick([0, -5, 1, 1e308, "9"]) }),
      () => ({ code: "timeout", message: "mine" }),
    ])();
  const message = (): unknown => {
    const type = pick(["execute", "cancel", "tool_result", "pending", "done", "__proto__"]);
    const fields = ["id", "code", "options", "providers", "callId", "ok", "result", "module"];
    const made = Object.fromEntries(fields.map((name) => [name, value()]));
    const right = { id: "run", code: "1", options: {}, providers: [], callId: "call-1", ok: true };
    return random(3) === 0 ? { ...made, type } : { ...made, ...right, type };
  };
  for (let round = 0; round < 100; round++) {
    const transport = connectLoopback(runner);
    for (let n = 0; n < 10; n++) transport.send(message() as never);
    await new Promise((resolve) => setImmediate(resolve));
    await transport.dispose();
  }
  await settled(() => runner.running === 0);
  const executor = new RemoteExecutor({ connectTransport: () => connectLoopback(runner) });
  const result = await executor.execute("6 * 7");
  assert.ok(result.ok, JSON.stringify(result));
  await runner.dispose();
});
