// Verifies remote.dead-peer, remote.backpressure.
/** Peers that die, hang, or do not read. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { resolveProvider } from "@execbox/core";
import { createLoopback, Listeners } from "@execbox/protocol";
import { WebSocket, WebSocketServer } from "ws";
import { connectWebSocket, RemoteExecutor, serveRunner } from "../src/index.js";
import { WebSocketLink } from "../src/websocket/web-socket-link.js";
import { openRunner, settled } from "./support.js";

const program = fileURLToPath(new URL("./server-child.js", import.meta.url));

async function startServer(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(child.stdout!), "line")) as [string];
  return { child, url: line };
}

/** Runs something that waits in a tool, and does `strike` to its runner meanwhile. */
async function strikeDuringCall(
  strike: (child: ChildProcess) => void,
  options: { timeoutMs: number; deadPeerMs: number },
) {
  const { child, url } = await startServer();
  let aborted = false;
  const provider = resolveProvider({
    name: "tools",
    tools: {
      hang: {
        execute: (_input, { signal }) =>
          new Promise((_, reject) => {
            strike(child);
            signal.addEventListener("abort", () => {
              aborted = true;
              reject(new Error("aborted"));
            });
          }),
      },
    },
  });
  const executor = new RemoteExecutor({
    connectTransport: (signal) => connectWebSocket(url, { signal, deadPeerMs: options.deadPeerMs }),
    timeoutMs: options.timeoutMs,
  });
  const result = await executor.execute("console.log('here'); await tools.hang()", [provider]);
  await executor.dispose();
  child.kill("SIGKILL");
  assert.equal(aborted, true, "the tool was told");
  assert.ok(!result.ok);
  assert.deepEqual(result.logs, ["here"], "what was printed before is not lost");
  return result.error;
}

describe("a runner that", () => {
  test("is killed", async () => {
    const error = await strikeDuringCall((child) => child.kill("SIGKILL"), {
      timeoutMs: 60_000,
      deadPeerMs: 60_000,
    });
    assert.equal(error.code, "internal_error");
    assert.match(error.message, /broke off|failed/);
  });

  test("hangs is noticed by its silence", async () => {
    const error = await strikeDuringCall((child) => child.kill("SIGSTOP"), {
      timeoutMs: 60_000,
      deadPeerMs: 2_000,
    });
    assert.equal(error.code, "internal_error");
    assert.match(error.message, /no sign of life for 2000 ms/);
  });

  test("hangs past the deadline is cut off by the clock", async () => {
    const error = await strikeDuringCall((child) => child.kill("SIGSTOP"), {
      timeoutMs: 1_000,
      deadPeerMs: 60_000,
    });
    assert.deepEqual(error, { code: "timeout", message: "Execution timed out" });
  });
});

const CALLS = 12;
const CALL_BYTES = 1024 * 1024;
const GREEDY = JSON.stringify({
  type: "execute",
  id: "greedy",
  // Every call at once, each with a megabyte.
  code: `const big = "x".repeat(${CALL_BYTES});
await Promise.all(Array.from({ length: ${CALLS} }, (_, n) => tools.take({ n, big })));
"all taken"`,
  options: { timeoutMs: 60_000, memoryLimitBytes: 256 << 20 },
  providers: [
    { name: "tools", tools: { take: { safeName: "take", originalName: "take" } }, types: "" },
  ],
});

describe("a host that", () => {
  test("is silent loses its session", async () => {
    const server = await serveRunner({ listen: "127.0.0.1:0", deadPeerMs: 200 });
    const socket = new WebSocket(server.url, { autoPong: false });
    await once(socket, "open");
    socket.send(GREEDY);
    await settled(() => server.runner.running === 1);
    await once(socket, "close");
    await settled(() => server.runner.running === 0);
    assert.deepEqual(server.runner.stats.finished, { abandoned: 1 });
    await server.close();
  });

  test("does not read for a while gets everything when it does", async () => {
    const server = await serveRunner({ listen: "127.0.0.1:0" });
    await server.runner.prewarm();
    const socket = new WebSocket(server.url);
    await once(socket, "open");
    socket.pause();
    socket.send(GREEDY);
    await settled(() => server.runner.running === 1);
    let calls = 0;
    const done = new Promise<string>((resolve) => {
      socket.on("message", (data: Buffer) => {
        const text = data.toString("utf8");
        const message = JSON.parse(text) as { type: string; callId?: string };
        if (message.type === "done") resolve(text);
        if (message.type !== "tool_call") return;
        calls++;
        socket.send(JSON.stringify({ type: "tool_result", callId: message.callId, ok: true }));
      });
    });
    socket.resume();
    assert.match(await done, /"all taken"/);
    assert.equal(calls, CALLS);
    await server.close();
  });
});

test("a server that never answers the handshake is given up, and its socket closed", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.resume()));
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  const executor = new RemoteExecutor({
    connectTransport: (signal) => connectWebSocket(`ws://127.0.0.1:${port}`, { signal }),
    connectTimeoutMs: 100,
  });
  const result = await executor.execute("1");
  assert.ok(!result.ok);
  assert.match(result.error.message, /no connection to the runner within 100 ms/);
  await settled(() => sockets.length === 1 && sockets.every((socket) => socket.destroyed));
  silent.close();
});

test("a guest stands still while its host is congested, and goes on after", async () => {
  const runner = openRunner();
  const { host, runner: far } = createLoopback();
  const congestion = new Listeners<[boolean]>();
  let heard = 0;
  host.onMessage((message) => {
    const { type, callId } = message as { type: string; callId: string };
    if (type !== "tool_call") return;
    heard++;
    if (heard === 3) congestion.emit(true);
    host.send({ type: "tool_result", callId, ok: true });
  });
  void runner.serve({ ...far, onCongestion: congestion.add });
  const providers = [
    { name: "tools", tools: { go: { safeName: "go", originalName: "go" } }, types: "" },
  ];
  const code = "for (;;) await tools.go()";
  host.send({ type: "execute", id: "endless", code, options: { timeoutMs: 60_000 }, providers });
  await settled(() => heard >= 3);
  const held = heard;
  await new Promise((resolve) => setTimeout(resolve, 300));
  // What was on its way already may have come.
  assert.ok(heard <= held + 2, `${heard - held} calls came although nobody could take them`);
  congestion.emit(false);
  await settled(() => heard > held + 50);
  // A guest that stands still can be stopped like any other.
  congestion.emit(true);
  const done = new Promise((resolve) =>
    host.onMessage((message) => {
      if ((message as { type: string }).type === "done") resolve(message);
    }),
  );
  host.send({ type: "cancel", id: "endless" });
  assert.match(JSON.stringify(await done), /Execution timed out/);
  assert.equal(runner.stats.finished.timeout, 1);
  await runner.dispose();
});

test("a connection says when too much waits, and gives up a peer that never reads", async () => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const accepted = once(server, "connection") as Promise<[WebSocket]>;
  const reader = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(reader, "open");
  reader.pause();
  const [socket] = await accepted;
  const link = new WebSocketLink<object>(socket, {
    peer: "the host",
    deadPeerMs: 60_000,
    maxWaitingBytes: 64 * 1024 * 1024,
  });
  const states: boolean[] = [];
  const errors: string[] = [];
  link.onCongestion((congested) => states.push(congested));
  link.onError((error) => errors.push(error.message));
  const megabyte = { pad: "x".repeat(1024 * 1024) };
  for (let n = 0; n < 20; n++) link.send(megabyte);
  assert.deepEqual(states, [true]);
  reader.resume();
  await settled(() => states.length === 2 && link.waitingBytes === 0);
  assert.deepEqual(states, [true, false]);
  reader.pause();
  for (let n = 0; n < 100 && errors.length === 0; n++) link.send(megabyte);
  assert.match(errors.join(), /the host does not read: \d+ bytes wait for it/);
  assert.throws(() => link.send(megabyte), /is closed/);
  reader.terminate();
  server.close();
});

test("a runner that does not read makes no further calls", async () => {
  const deaf = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(deaf, "listening");
  deaf.on("connection", (socket) => {
    socket.once("message", (data: Buffer) => {
      const { id } = JSON.parse(data.toString("utf8")) as { id: string };
      socket.send(JSON.stringify({ type: "started", id }));
      socket.pause();
      // Asks for a megabyte, again and again, and takes none of it.
      for (let n = 0; n < 200; n++) {
        socket.send(
          JSON.stringify({
            type: "tool_call",
            callId: `call-${n}`,
            providerName: "tools",
            safeToolName: "give",
          }),
        );
      }
    });
  });
  let given = 0;
  const provider = resolveProvider({
    name: "tools",
    tools: {
      give: {
        execute: async () => {
          given++;
          return "x".repeat(1024 * 1024);
        },
      },
    },
  });
  const { port } = deaf.address() as { port: number };
  const executor = new RemoteExecutor({
    connectTransport: (signal) => connectWebSocket(`ws://127.0.0.1:${port}`, { signal }),
    timeoutMs: 1_500,
    maxOpenCalls: 1_000,
  });
  const result = await executor.execute("1", [provider]);
  assert.equal(!result.ok && result.error.code, "timeout");
  assert.ok(given < 200, `${given} megabytes were made for nobody`);
  for (const socket of deaf.clients) socket.terminate();
  deaf.close();
});
