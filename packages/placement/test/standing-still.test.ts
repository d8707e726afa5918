/**
 * A guest that stands still for an answer: the value or `pending`, on a thread of its own and in
 * a process, with real threads and real pipes. The engine is a puppet that calls three tools and
 * returns what it heard.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { DEFAULT_LIMITS } from "@execbox/core";
import {
  createLoopback,
  type HostTransport,
  RunnerEndpoint,
  type RunnerMessage,
} from "@execbox/protocol";
import { StdioTransport, WorkerTransport } from "../src/index.js";
import { puppetEngine } from "./puppet.js";

const worker = new URL("./puppet-worker.js", import.meta.url);
const child = fileURLToPath(new URL("./puppet-process.js", import.meta.url));

// A session's clock keeps a program alive while its thread works; here there is no session.
const alive = setInterval(() => {}, 1_000);
after(() => clearInterval(alive));

/** Serves one execution as a host that answers `now` calls by name. */
function serve(transport: HostTransport): Promise<RunnerMessage> {
  return new Promise((resolve, reject) => {
    transport.onError(reject);
    transport.onMessage((message) => {
      const received = message as RunnerMessage;
      if (received.type === "done") resolve(received);
      if (received.type !== "tool_call") return;
      const { callId, safeToolName, now } = received;
      assert.equal(now, true);
      if (safeToolName === "0") {
        transport.send({ type: "tool_result", callId, ok: true, value: { text: '{"n":42}' } });
      } else if (safeToolName === "1") {
        const error = { code: "tool_error", message: "no" } as const;
        transport.send({ type: "tool_result", callId, ok: false, error });
      } else {
        transport.send({ type: "pending", callId });
        setTimeout(() => {
          transport.send({ type: "tool_result", callId, ok: true, value: { text: '"later"' } });
        }, 10);
      }
    });
    transport.send({
      type: "execute",
      id: "exec-1",
      code: "0",
      options: { timeoutMs: DEFAULT_LIMITS.timeoutMs },
      providers: [
        {
          name: "host",
          types: "",
          tools: Object.fromEntries(
            ["value", "failure", "slow"].map((name) => [
              name,
              { safeName: name, originalName: name },
            ]),
          ),
        },
      ],
    });
  });
}

const HEARD = ['value {"n":42}', "failure tool_error no", "pending", 'resolved "later"'];

async function check(transport: HostTransport): Promise<void> {
  const done = await serve(transport);
  assert.ok(done.type === "done" && done.ok);
  assert.deepEqual(done.result, HEARD);
  await transport.terminate();
}

test("on a thread", async () => {
  const transport = new WorkerTransport({ worker, options: {} });
  await transport.ready;
  await check(transport);
});

test("in a process", async () => {
  const transport = new StdioTransport(spawn(process.execPath, [child]));
  await new Promise<void>((resolve) => {
    const off = transport.onMessage(() => {
      off();
      resolve();
    });
  });
  await check(transport);
});

test("inline", async () => {
  const { host, runner } = createLoopback();
  const endpoint = new RunnerEndpoint({
    engine: puppetEngine(),
    send: runner.send,
    receiveNow: runner.receiveNow,
  });
  runner.onMessage((message) => endpoint.receive(message));
  await check(host);
});

test("a thread that stands still is stopped by cancel", async () => {
  const transport = new WorkerTransport({ worker, options: {} });
  await transport.ready;
  const done = new Promise<RunnerMessage>((resolve) => {
    transport.onMessage((message) => {
      const received = message as RunnerMessage;
      if (received.type === "tool_call") transport.send({ type: "cancel", id: "exec-2" });
      if (received.type === "done") resolve(received);
    });
  });
  transport.send({
    type: "execute",
    id: "exec-2",
    code: "0",
    options: {},
    providers: [
      {
        name: "host",
        types: "",
        tools: { value: { safeName: "value", originalName: "value" } },
      },
    ],
  });
  const message = await done;
  assert.ok(message.type === "done" && !message.ok);
  assert.equal(message.error.code, "timeout");
  await transport.terminate();
});
