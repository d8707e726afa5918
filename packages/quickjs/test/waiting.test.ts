/**
 * A thread whose guest waits for tools waits with it, for a while: whatever the host does, or does
 * not do, in that time must come out as if it had gone back to its event loop at once.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { resolveProvider } from "@execbox/core";
import { linkOpener } from "@execbox/placement";
import type { HostTransport, RunnerMessage } from "@execbox/protocol";
import { QuickJsExecutor, quickJsPrograms } from "../src/index.js";

/** Below and above the time a thread waits before it goes back to its event loop. */
const TIMES_MS = [0, 1, 40, 90, 100, 110, 250];

// A session's clock keeps a program alive while its thread works; one test has no session.
const alive = setInterval(() => {}, 1_000);
after(() => clearInterval(alive));

for (const placement of ["worker", "process"] as const) {
  test(`answers of every age arrive, in any order: ${placement}`, async () => {
    const executor = new QuickJsExecutor({ placement, timeoutMs: 60_000 });
    const tools = resolveProvider({
      name: "tools",
      tools: { wait: { execute: (ms) => pause(Number(ms), ms) } },
    });
    const one = `const seen = []; for (const ms of ${JSON.stringify(TIMES_MS)}) seen.push(await tools.wait(ms)); seen`;
    const all = `await Promise.all(${JSON.stringify(TIMES_MS)}.map((ms) => tools.wait(ms)))`;
    for (const code of [one, all, one]) {
      const result = await executor.execute(code, [tools]);
      assert.ok(result.ok);
      assert.deepEqual(result.result, TIMES_MS);
    }
    await executor.dispose();
  });
}

/** A run of 300 ms on a thread whose host has no clock and does `answer` to every call. */
async function runWithoutSession(code: string, answer: HostAnswer): Promise<RunnerMessage> {
  const { transport } = await linkOpener(quickJsPrograms(), "worker", 64 * 1024 * 1024)();
  const done = new Promise<RunnerMessage>((resolve) => {
    transport.onMessage((message) => {
      const received = message as RunnerMessage;
      if (received.type === "tool_call") answer(transport, received.callId);
      if (received.type === "done") resolve(received);
    });
  });
  const tool = { safeName: "tool", originalName: "tool" };
  const providers = [{ name: "tools", types: "", tools: { tool } }];
  transport.send({ type: "execute", id: "exec-1", code, options: { timeoutMs: 300 }, providers });
  const message = await done;
  await transport.terminate();
  return message;
}

type HostAnswer = (transport: HostTransport, callId: string) => void;

for (const [what, answer] of [
  ["never answers", () => {}],
  [
    "always answers at once",
    (transport, callId) => transport.send({ type: "tool_result", callId, ok: true, result: 1 }),
  ],
] satisfies [string, HostAnswer][]) {
  test(`a host that ${what} does not stop the runner's own clock`, async () => {
    const message = await runWithoutSession("for (;;) await tools.tool()", answer);
    assert.ok(message.type === "done" && !message.ok);
    assert.equal(message.error.code, "timeout");
  });
}

test("a run that waits is aborted at once", async () => {
  const executor = new QuickJsExecutor({ placement: "worker", timeoutMs: 60_000 });
  const controller = new AbortController();
  const tools = resolveProvider({
    name: "tools",
    tools: {
      never: {
        execute: () => {
          setTimeout(() => controller.abort(), 5);
          return new Promise(() => {});
        },
      },
    },
  });
  const result = await executor.execute("await tools.never()", [tools], {
    signal: controller.signal,
  });
  assert.ok(!result.ok);
  assert.equal(result.error.code, "timeout");
  await executor.dispose();
});
