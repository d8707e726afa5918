import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { resolveProvider } from "@execbox/core";
import { connectWebSocket, RemoteExecutor, serveRunner } from "../src/index.js";
import { Meddler } from "./meddler.js";
import { settled } from "./support.js";

const CODE = `console.log("begun"); let sum = 0;
for (const n of [1, 2, 3]) sum += await tools.give({ n });
sum`;

/** What a soak found. */
export interface SoakReport {
  verdicts: Record<string, number>;
  /** Growth of the heap from the first tenth to the end, in bytes. */
  heapGrowth: number;
  resources: { before: number; after: number };
}

/**
 * Cuts `count` sessions off, each at a boundary of its own, several at a time, and looks for what
 * they left: sessions, sockets, timers, engines, memory.
 */
export async function soak(count: number, lanes = 8): Promise<SoakReport> {
  const server = await serveRunner({ listen: "127.0.0.1:0", maxSessions: lanes });
  const meddler = new Meddler(server.url);
  const url = await meddler.listen();
  const tools = resolveProvider({
    name: "tools",
    tools: { give: { execute: async (input) => (input as { n: number }).n } },
  });
  const executor = new RemoteExecutor({
    connectTransport: (signal) => connectWebSocket(url, { signal }),
    timeoutMs: 30_000,
  });
  const verdicts: Record<string, number> = {};
  let left = 0;
  // A run has ten frames: one connection in eleven is left alone.
  meddler.meddle = ({ connection, index, text }) => {
    if (index !== connection % 11) return [text];
    return connection % 2 === 0 ? "cut" : "close";
  };
  const lane = async () => {
    while (left-- > 0) {
      const result = await executor.execute(CODE, [tools]);
      meddler.frames.length = 0;
      const verdict = result.ok ? `ok ${JSON.stringify(result.result)}` : result.error.code;
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    }
  };
  const run = async (sessions: number) => {
    left = sessions;
    await Promise.all(Array.from({ length: lanes }, lane));
    await settled(() => server.runner.running === 0 && meddler.connections === 0);
  };
  await run(Math.ceil(count / 10));
  const [heapBefore, before] = await measure();
  await run(count - Math.ceil(count / 10));
  const [heapAfter, after] = await measure();
  const { started, finished } = server.runner.stats;
  const ended = Object.values(finished).reduce((sum, each) => sum + each, 0);
  assert.equal(ended, started, "every execution that began has ended");
  await executor.dispose();
  await meddler.close();
  await server.close();
  return { verdicts, heapGrowth: heapAfter - heapBefore, resources: { before, after } };
}

/** The heap after a collection, and how many handles, requests and timers are open. */
async function measure(): Promise<[number, number]> {
  await sleep(50);
  globalThis.gc?.();
  await sleep(50);
  globalThis.gc?.();
  return [process.memoryUsage().heapUsed, process.getActiveResourcesInfo().length];
}
