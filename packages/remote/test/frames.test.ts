// Verifies remote.sent, remote.not-sent, transcript.success, transcript.cancellation.
/** What is on the wire, frame by frame: the seed's transcripts, and nothing that should not be there. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { resolveProvider } from "@execbox/core";
import { WebSocket } from "ws";
import {
  connectWebSocket,
  createRemoteCodeRunner,
  RemoteExecutor,
  type RunnerServer,
  serveRunner,
} from "../src/index.js";
import { Meddler } from "./meddler.js";

let server: RunnerServer;
before(async () => {
  server = await serveRunner({ listen: "127.0.0.1:0" });
});
after(() => server.close());

/** Whoever speaks to the runner without any code of ours: frames are lines of text. */
async function openRaw() {
  const socket = new WebSocket(server.url);
  const lines: string[] = [];
  let wake = () => {};
  socket.on("message", (data: Buffer) => {
    lines.push(data.toString("utf8"));
    wake();
  });
  const closed = once(socket, "close");
  await once(socket, "open");
  return {
    say: (line: string) => socket.send(line),
    async hear(): Promise<string> {
      while (lines.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return lines.shift() ?? "";
    },
    closed,
    unread: lines,
  };
}

// The two transcripts of the runner specification, to the letter; ">" is the host.
const SUCCESS = `
> {"type":"execute","id":"exec-1","code":"const value = await tools.echo({\\"ok\\":true}); value.ok","options":{"timeoutMs":1000,"memoryLimitBytes":67108864,"maxLogLines":100,"maxLogChars":64000},"providers":[{"name":"tools","tools":{"echo":{"safeName":"echo","originalName":"echo","description":"Echo input"}},"types":"declare namespace tools { ... }"}]}
< {"type":"started","id":"exec-1"}
< {"type":"tool_call","callId":"call-1","providerName":"tools","safeToolName":"echo","input":{"ok":true}}
> {"type":"tool_result","callId":"call-1","ok":true,"result":{"ok":true}}
< {"type":"done","id":"exec-1","ok":true,"durationMs":3,"logs":[],"result":true}`;

const CANCELLATION = `
> {"type":"execute","id":"exec-2","code":"await tools.hang({})","options":{"timeoutMs":1000,"memoryLimitBytes":67108864,"maxLogLines":100,"maxLogChars":64000},"providers":[{"name":"tools","tools":{"hang":{"safeName":"hang","originalName":"hang"}},"types":"declare namespace tools { ... }"}]}
< {"type":"started","id":"exec-2"}
< {"type":"tool_call","callId":"call-9","providerName":"tools","safeToolName":"hang","input":{}}
> {"type":"cancel","id":"exec-2"}
< {"type":"done","id":"exec-2","ok":false,"durationMs":1005,"logs":[],"error":{"code":"timeout","message":"Execution timed out"}}`;

for (const [title, transcript] of [
  ["the success transcript, as raw frames", SUCCESS],
  ["the cancellation transcript, as raw frames", CANCELLATION],
] as const) {
  test(title, async () => {
    await server.runner.prewarm();
    const raw = await openRaw();
    for (const line of transcript.trim().split("\n")) {
      const [who, text] = [line[0], line.slice(2)];
      if (who === ">") raw.say(text);
      else assert.deepEqual(comparable(await raw.hear()), comparable(text));
    }
    const [code] = (await raw.closed) as [number];
    assert.deepEqual([code, raw.unread], [1000, []]);
  });
}

/** All of a frame but what its sender chooses: how long it took, and how it numbers its calls. */
function comparable(text: string): unknown {
  const { durationMs, callId, ...rest } = JSON.parse(text) as Record<string, unknown>;
  return { ...rest, durationMs: typeof durationMs, callId: typeof callId };
}

const SECRET = "hunter2-the-key-of-the-tenant";

test("no closure, secret or provider internals ever cross", async () => {
  const meddler = new Meddler(server.url);
  const url = await meddler.listen();
  const connectTransport = (signal: AbortSignal) => connectWebSocket(url, { signal });
  const client = { apiKey: SECRET, tenants: new Map([["acme", SECRET]]) };
  const provider = Object.assign(
    resolveProvider({
      name: "shop",
      tools: {
        "list-orders": {
          description: "Lists orders",
          execute: async () => [{ id: client.apiKey.length }],
        },
        explode: {
          execute: async () => {
            throw Object.assign(new Error("upstream refused"), { cause: SECRET, client });
          },
        },
      },
    }),
    {},
  );
  const executor = new RemoteExecutor({ connectTransport });
  const code =
    "console.log('hi'); [await shop.list_orders({}), await shop.explode().catch((e) => e.code)]";
  const result = await executor.execute(code, [provider]);
  assert.deepEqual(result.ok && result.result, [[{ id: SECRET.length }], "tool_error"]);
  const { runCode, dispose } = createRemoteCodeRunner({ connectTransport });
  const run = await runCode("export default await look(1)", {
    globals: { look: async (n: number) => n + client.apiKey.length },
  });
  assert.equal(run.result, 1 + SECRET.length);
  await dispose();
  const frames = meddler.frames.map(({ text }) => text);
  assert.ok(frames.length >= 12, `${frames.length} frames`);
  for (const text of frames) {
    assert.ok(!text.includes(SECRET), text);
    assert.doesNotMatch(text, /apiKey|tenants|=>\s*\{|async \(|\bcause\b|node:internal|file:\/\//);
  }
  const execute = JSON.parse(frames[0] ?? "") as Record<string, unknown>;
  assert.deepEqual(Object.keys(execute).toSorted(), [
    "catalogue",
    "code",
    "id",
    "live",
    "options",
    "providers",
    "type",
  ]);
  const [manifest] = execute["providers"] as Record<string, unknown>[];
  assert.deepEqual(Object.keys(manifest ?? {}).toSorted(), ["name", "tools", "types"]);
  for (const tool of Object.values(manifest?.["tools"] ?? {})) {
    for (const key of Object.keys(tool as object)) {
      assert.ok(["safeName", "originalName", "description"].includes(key), key);
    }
  }
  await meddler.close();
});
