// Verifies name.mcp-exports, name.mcp-namespace, name.mcp-envelope, mcp.pagination,
// mcp.list-changed, mcp.cancellation, mcp.is-error and mcp.sdk-shapes.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Executor, ResolvedToolProvider } from "@execbox/core";
import { QuickJsExecutor } from "@execbox/quickjs";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as FirstTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as FirstServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer } from "@modelcontextprotocol/server";
import { createMcpToolProvider, openMcpToolProvider } from "../src/index.js";
import { connectTo, type FakeTool, pause, serve, text, until } from "./support.js";

const executor = new QuickJsExecutor({ timeoutMs: 20_000, pool: { maxSize: 1 } });
test.after(() => executor.dispose());

async function run(code: string, provider: ResolvedToolProvider, options = {}) {
  return (executor as Executor).execute(code, [provider], options);
}

const search: FakeTool = {
  description: "Searches the documentation.",
  inputSchema: { properties: { query: { type: "string" } }, required: ["query"] },
  outputSchema: {
    type: "object",
    properties: { hits: { type: "array", items: { $ref: "#/$defs/hit" } } },
    required: ["hits"],
    $defs: { hit: { type: "object", properties: { title: { type: "string" } } } },
  },
  call: ({ query }) => ({
    content: [{ type: "text", text: "1 hit" }],
    structuredContent: { hits: [{ title: String(query) }] },
  }),
};

test("a client's tools are called by safe names and resolve to the envelope", async (context) => {
  const client = await connectTo(serve({ "search-docs": search }), context);
  const provider = await createMcpToolProvider({ client });
  assert.equal(provider.name, "mcp");
  const result = await run("await mcp.search_docs({ query: 'wasm' })", provider);
  assert.deepEqual(result.ok && result.result, {
    content: [{ type: "text", text: "1 hit" }],
    structuredContent: { hits: [{ title: "wasm" }] },
  });
});

test("types name the envelope, and the namespace is the caller's choice", async (context) => {
  const handle = await openMcpToolProvider(
    { server: serve({ search, plain: {} }) },
    { namespace: "docs" },
  );
  context.after(() => handle.close());
  const { types, name } = handle.provider;
  assert.equal(name, "docs");
  assert.match(types, /^type CallToolResult<T = undefined>/);
  assert.match(types, /declare namespace docs \{/);
  assert.match(
    types,
    /function search\(input: \{ query: string \}\): Promise<CallToolResult<\{ hits: /,
  );
  assert.match(types, /function plain\(input\?: .*\): Promise<CallToolResult>;/);
});

test("bad input is refused before it goes upstream, bad output when it comes back", async (context) => {
  let calls = 0;
  const broken: FakeTool = {
    ...search,
    call: () => {
      calls++;
      return { content: [], structuredContent: { hits: "many" } };
    },
  };
  const handle = await openMcpToolProvider({ server: serve({ broken }) });
  context.after(() => handle.close());
  const refused = await run("await mcp.broken({ querry: 'x' })", handle.provider);
  assert.equal(!refused.ok && refused.error.code, "validation_error");
  assert.equal(calls, 0);
  const wrong = await run("await mcp.broken({ query: 'x' })", handle.provider);
  assert.equal(!wrong.ok && wrong.error.code, "validation_error");
  assert.match(wrong.ok ? "" : wrong.error.message, /hits/);
});

test("an isError result is a catchable error with the upstream's text", async (context) => {
  const fail: FakeTool = {
    call: () => ({ isError: true, content: [{ type: "text", text: "No such repository" }] }),
  };
  const handle = await openMcpToolProvider({ server: serve({ fail }) });
  context.after(() => handle.close());
  const caught = await run(
    "let seen; try { await mcp.fail() } catch (e) { seen = [e instanceof Error, e.code, e.message] } seen",
    handle.provider,
  );
  assert.deepEqual(caught.ok && caught.result, [true, "tool_error", "No such repository"]);
  const uncaught = await run("await mcp.fail()", handle.provider);
  assert.deepEqual(!uncaught.ok && uncaught.error.code, "tool_error");
});

test("every page of the catalogue is read, and an endless one ends", async (context) => {
  const asked: (string | undefined)[] = [];
  const server = serve({});
  server.setRequestHandler("tools/list", ({ params }) => {
    asked.push(params?.cursor);
    const page = Number(params?.cursor ?? 0);
    const tools = [0, 1].map((index) => ({
      name: `tool${page * 2 + index}`,
      inputSchema: { type: "object" as const },
    }));
    return page < 80 ? { tools, nextCursor: String(page + 1) } : { tools };
  });
  const handle = await openMcpToolProvider({ server });
  context.after(() => handle.close());
  assert.equal(Object.keys(handle.provider.tools).length, 162);
  assert.equal(asked.length, 81);

  let page = 0;
  const endless = serve({});
  endless.setRequestHandler("tools/list", () => ({ tools: [], nextCursor: String(page++) }));
  await assert.rejects(openMcpToolProvider({ server: endless }), /did not terminate/);
  assert.ok(page <= 1_000, `${page} pages`);

  const client = await connectTo(endless, context);
  page = 0;
  await assert.rejects(openMcpToolProvider({ client }), /did not terminate/);
});

test("a changed catalogue is read again, however often the change is announced", async (context) => {
  const tools: Record<string, FakeTool> = { first: {} };
  const server = serve(tools);
  let listed = 0;
  const handle = await openMcpToolProvider({ server });
  context.after(() => handle.close());
  handle.onChange(() => listed++);
  const before = handle.provider;
  tools["second"] = { call: () => text("two") };
  for (let i = 0; i < 50; i++) await server.sendToolListChanged();
  await until(() => Object.hasOwn(handle.provider.tools, "second"), "the second tool");
  assert.notEqual(handle.provider, before);
  await pause(50);
  assert.ok(listed < 10, `${listed} readings`);
  const result = await run("(await mcp.second()).content[0].text", handle.provider);
  assert.equal(result.ok && result.result, "two");
});

test("a client that was given keeps its handlers and stays open", async (context) => {
  const tools: Record<string, FakeTool> = { first: {} };
  const server = serve(tools);
  const client = await connectTo(server, context);
  const seen: unknown[] = [];
  client.fallbackNotificationHandler = async (notification) => {
    seen.push(notification.method);
  };
  const mine = client.fallbackNotificationHandler;
  const handle = await openMcpToolProvider({ client });
  tools["second"] = {};
  await server.sendToolListChanged();
  await until(() => Object.hasOwn(handle.provider.tools, "second"), "the second tool");
  assert.deepEqual(seen, ["notifications/tools/list_changed"]);
  await handle.close();
  assert.equal(client.fallbackNotificationHandler, mine);
  assert.equal((await client.listTools()).tools.length, 2);
});

async function cancellable(context: TestContext, callTimeoutMs: number) {
  const seen = { started: 0, cancelled: 0 };
  const hang: FakeTool = {
    call: (_input, signal) => {
      seen.started++;
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          seen.cancelled++;
          reject(new Error("stopped"));
        });
      });
    },
  };
  const handle = await openMcpToolProvider({ server: serve({ hang }) }, { callTimeoutMs });
  context.after(() => handle.close());
  return { seen, provider: handle.provider };
}

test("cancelling a run cancels its calls upstream", async (context) => {
  const { seen, provider } = await cancellable(context, 60_000);
  const controller = new AbortController();
  const running = run("await mcp.hang()", provider, { signal: controller.signal });
  await until(() => seen.started === 1, "the call");
  controller.abort();
  const result = await running;
  assert.equal(!result.ok && result.error.message, "Execution cancelled");
  await until(() => seen.cancelled === 1, "the cancellation");
});

test("a run out of time cancels its calls upstream", async (context) => {
  const { seen, provider } = await cancellable(context, 60_000);
  const result = await run("await mcp.hang()", provider, { timeoutMs: 300 });
  assert.equal(!result.ok && result.error.code, "timeout");
  await until(() => seen.cancelled === 1, "the cancellation");
});

test("an upstream that never answers costs one call, not the run", async (context) => {
  const { seen, provider } = await cancellable(context, 200);
  const result = await run(
    "let e; try { await mcp.hang() } catch (error) { e = error } [e.code, e.message]",
    provider,
  );
  assert.deepEqual(result.ok && result.result, [
    "timeout",
    "mcp.hang gave no answer for 0.2 s; the call was cancelled",
  ]);
  await until(() => seen.cancelled === 1, "the cancellation");
});

test("a server of SDK 2.x with schemas of its own kind works as it is", async (context) => {
  const server = new McpServer({ name: "second", version: "1.0.0" });
  server.registerTool("hello", { description: "Greets." }, async () => ({
    content: [{ type: "text", text: "hello" }],
  }));
  const handle = await openMcpToolProvider({ server });
  context.after(() => handle.close());
  const result = await run("(await mcp.hello()).content[0].text", handle.provider);
  assert.equal(result.ok && result.result, "hello");
});

function firstServer(): FirstServer {
  const server = new FirstServer({ name: "first", version: "1.0.0" });
  server.registerTool("greet", { description: "Greets." }, async (extra) => {
    await extra.sendNotification({
      method: "notifications/progress",
      params: { progressToken: extra._meta?.progressToken ?? 0, progress: 1 },
    });
    return { content: [{ type: "text", text: "hello from 1.x" }] };
  });
  server.registerTool("fail", {}, async () => {
    throw new Error("1.x says no");
  });
  return server;
}

test("servers and clients of SDK 1.x are accepted by their shape", async (context) => {
  const handle = await openMcpToolProvider({ server: firstServer() });
  context.after(() => handle.close());
  const [ours, theirs] = FirstTransport.createLinkedPair();
  const server = firstServer();
  await server.connect(theirs);
  const client = new FirstClient({ name: "first", version: "1.0.0" });
  await client.connect(ours);
  context.after(() => client.close());
  const adopted = await openMcpToolProvider({ client });
  for (const provider of [handle.provider, adopted.provider]) {
    const result = await run(
      "let e; try { await mcp.fail() } catch (error) { e = error.message } [(await mcp.greet()).content[0].text, e]",
      provider,
    );
    assert.deepEqual(result.ok && result.result, ["hello from 1.x", "1.x says no"]);
  }
  server.registerTool("later", {}, async () => ({ content: [] }));
  await until(() => Object.hasOwn(adopted.provider.tools, "later"), "the later tool");
});

test("a call to a client of SDK 1.x is cancelled and timed as one of 2.x", async (context) => {
  const server = new FirstServer({ name: "first", version: "1.0.0" });
  let cancelled = 0;
  server.registerTool("hang", {}, async (extra) => {
    await new Promise<void>((resolve) => {
      extra.signal.addEventListener("abort", () => resolve());
    });
    cancelled++;
    return { content: [] };
  });
  const [ours, theirs] = FirstTransport.createLinkedPair();
  await server.connect(theirs);
  const client = new FirstClient({ name: "first", version: "1.0.0" });
  await client.connect(ours);
  context.after(() => client.close());
  const { provider } = await openMcpToolProvider({ client }, { callTimeoutMs: 100 });
  const result = await run("await mcp.hang()", provider);
  assert.equal(!result.ok && result.error.code, "timeout");
  await until(() => cancelled === 1, "the cancellation");
});

test("mistakes of the host are named with their remedy", async () => {
  const server = serve({});
  const cases: [unknown[], RegExp][] = [
    [[{}], /source must have exactly one of client, server, command or url, got none/],
    [[{ client: {} }], /source\.client must be an MCP client with listTools\(\)/],
    [[{ server }, { namespace: "my server" }], /"my_server" would do/],
    [[{ server }, { namespce: "x" }], /options\.namespce is not an option/],
  ];
  for (const [args, message] of cases) {
    const opened: Promise<unknown> = Reflect.apply(openMcpToolProvider, undefined, args);
    await assert.rejects(opened, { name: "TypeError", message });
  }
  await assert.rejects(
    openMcpToolProvider({ command: "no-such-program" }),
    /cannot open the MCP source: .*cannot start "no-such-program": not found/,
  );
});
