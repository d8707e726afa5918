/**
 * A thread whose guest waits for tools waits with it, for a while: whatever the host does, or does
 * not do, in that time must come out as if it had gone back to its event loop at once.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { resolveProvider } from "@execbox/core";
import { linkOpener } from "@execbox/placement";
import type { RunnerMessage } from "@execbox/protocol";
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

test("a host that never answers does not stop the runner's own clock", async () => {
  const open = linkOpener(quickJsPrograms(), "worker", 64 * 1024 * 1024);
  const { transport } = await open();
  const done = new Promise<RunnerMessage>((resolve) => {
    transport.onMessage((message) => {
      if ((message as RunnerMessage).type === "done") resolve(message as RunnerMessage);
    });
  });
  const never = { safeName: "never", originalName: "never" };
  transport.send({
    type: "execute",
    id: "exec-1",
    code: "await tools.never()",
    options: { timeoutMs: 300 },
    providers: [{ name: "tools", types: "", tools: { never } }],
  });
  const message = await done;
  assert.ok(message.type === "done" && !message.ok);
  assert.equal(message.error.code, "timeout");
  await transport.terminate();
});

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
