/** A thread that says what no runner of ours says: what only structured clone can carry. */
import { parentPort } from "node:worker_threads";
import { READY } from "../src/serve-worker.js";

const named = Object.assign(["a"], { more: 1 });
const holes: unknown[] = new Array(2);
const endless: unknown[] = new Array(2 ** 32 - 1);

/** By the code of the execution that asks for it. */
const words: Record<string, object> = {
  "named logs": { type: "done", ok: true, logs: named },
  "holes in logs": { type: "done", ok: true, logs: holes },
  "endless holes in logs": { type: "done", ok: true, logs: endless },
  "holes in diagnostics": { type: "done", ok: true, logs: [], diagnostics: holes },
  "holes in blobs": { type: "done", ok: true, logs: [], value: { text: "1", blobs: endless } },
  "a list for a result": { type: "done", ok: true, logs: [], result: named },
  "a map for a result": { type: "done", ok: true, logs: [], result: new Map([[1, 2]]) },
  "a list for input": { type: "tool_call", input: holes },
  "a date for input": { type: "tool_call", input: new Date(0) },
};

const port = parentPort;
if (port === null) throw new Error("this runs in a worker thread only");
port.on("message", ({ type, id, code }: { type?: string; id?: string; code?: string }) => {
  if (type !== "execute" || code === undefined) return;
  const call = { callId: "call-1", providerName: "tools", safeToolName: "trap" };
  const lines = { durationMs: 1, logs: [] };
  port.postMessage({ ...call, ...lines, ...words[code], id });
});
port.postMessage(READY);
