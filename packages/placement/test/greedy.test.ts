/** A runner that outgrows its cap costs its run a `memory_limit`, told by the kernel's own count. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { DEFAULT_LIMITS } from "@execbox/core";
import { SessionExecutor } from "@execbox/protocol";
import { openProcessLink, PooledSessions, poolOptions } from "../src/index.js";
import { GREEDY, program } from "./fixtures.js";

const MB = 1024 * 1024;

test("a process that outgrows its cap is memory_limit", async (context) => {
  const { entry, folder } = program(GREEDY);
  const spec = { entry: pathToFileURL(entry), readable: [folder] };
  const sessions = new PooledSessions(() => openProcessLink(spec, 16 * MB), poolOptions());
  const executor = new SessionExecutor(sessions, { ...DEFAULT_LIMITS, timeoutMs: 60_000 });
  const { memory } = await executor.facts();
  const result = await executor.execute("0");
  await executor.dispose();
  if (!memory.startsWith("cgroup")) return context.skip("no control group caps memory here");
  assert.ok(!result.ok);
  assert.equal(result.error.code, "memory_limit");
});
