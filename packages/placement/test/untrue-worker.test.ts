// Verifies message.as-json.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DEFAULT_LIMITS, resolveProvider } from "@execbox/core";
import { HostSession } from "@execbox/protocol";
import { WorkerTransport } from "../src/index.js";

const worker = new URL("./untrue-worker.js", import.meta.url);

// Threads hand over what JSON cannot hold. Nothing of it may pass, hang or reach a tool.
for (const code of [
  "named logs",
  "holes in logs",
  "endless holes in logs",
  "holes in diagnostics",
  "holes in blobs",
  "a list for a result",
  "a map for a result",
  "a list for input",
  "a date for input",
]) {
  test(`${code} of a thread end the session with internal_error`, async () => {
    let called = 0;
    const trap = { execute: () => called++ };
    const providers = [resolveProvider({ name: "tools", tools: { trap } })];
    const transport = new WorkerTransport({ worker, options: {} });
    await transport.ready;
    const session = new HostSession(transport);
    const result = await session.run({
      code,
      providers,
      startedAt: performance.now(),
      options: { limits: DEFAULT_LIMITS, signal: undefined, onLog: undefined, language: undefined },
    });
    assert.ok(!result.ok && result.error.code === "internal_error", JSON.stringify(result));
    assert.equal(called, 0);
    assert.equal(session.usable, false);
    await transport.terminate();
  });
}
