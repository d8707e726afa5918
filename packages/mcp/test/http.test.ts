// Verifies mcp.http-token.
import assert from "node:assert/strict";
import { request } from "node:http";
import { type TestContext, test } from "node:test";
import { QuickJsExecutor } from "@execbox/quickjs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  createCodeTools,
  McpFleet,
  type ServeHttpOptions,
  serveCodeOverHttp,
} from "../src/index.js";
import { type FakeTool, serve, text, textOf, until } from "./support.js";

const TOKEN = "a-token-of-many-characters";

async function endpoint(
  context: TestContext,
  tools: Record<string, FakeTool>,
  options: Partial<ServeHttpOptions> = {},
) {
  const executor = new QuickJsExecutor({ timeoutMs: 20_000, pool: { maxSize: 2 } });
  const upstream = serve(tools);
  const fleet = new McpFleet({ mcp: { server: upstream } });
  const codeTools = createCodeTools(fleet, { executor, mode: "both" });
  const served = await serveCodeOverHttp(codeTools, { host: "127.0.0.1", port: 0, ...options });
  context.after(async () => {
    await served.close();
    await fleet.close();
    await executor.dispose();
  });
  return { url: new URL(served.url), upstream };
}

async function connect(
  context: TestContext,
  url: URL,
  options: ConstructorParameters<typeof Client>[1] = {},
  headers = {},
): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  context.after(() => client.close());
  return client;
}

const hi: FakeTool = { call: () => text("hi") };
const code = "(await mcp.hi()).content[0].text";

test("clients of every revision are served side by side", async (context) => {
  const { url } = await endpoint(context, { hi });
  const older = await connect(context, url);
  const newer = await connect(context, url, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  });
  const first = new FirstClient({ name: "first", version: "1.0.0" });
  await first.connect(new FirstHttp(url));
  context.after(() => first.close());
  assert.equal(older.getProtocolEra(), "legacy");
  assert.equal(newer.getProtocolEra(), "modern");
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () =>
      older.callTool({ name: "mcp_execute_code", arguments: { code } }),
    ),
    ...Array.from({ length: 10 }, () =>
      newer.callTool({ name: "mcp_execute_code", arguments: { code } }),
    ),
  ]);
  for (const answer of answers) assert.equal(textOf(answer), "hi");
  const { content } = await first.callTool({ name: "mcp_execute_code", arguments: { code } });
  assert.deepEqual(content, [{ type: "text", text: "hi" }]);
});

test("progress, cancellation and changes work over HTTP too", async (context) => {
  let started = 0;
  let cancelled = 0;
  const tools: Record<string, FakeTool> = {
    hang: {
      call: (_input, signal) =>
        new Promise((_resolve, reject) => {
          started++;
          signal.addEventListener("abort", () => {
            cancelled++;
            reject(new Error("stopped"));
          });
        }),
    },
  };
  const { url, upstream } = await endpoint(context, tools);
  for (const mode of ["legacy", "auto"] as const) {
    const before = cancelled;
    let told = 0;
    const client = await connect(context, url, {
      versionNegotiation: { mode },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => told++ } },
    });
    const controller = new AbortController();
    const running = client.callTool(
      { name: "mcp_execute_code", arguments: { code: "await mcp.hang()" } },
      { signal: controller.signal },
    );
    await until(() => started === before + 1, `${mode}: the call upstream`);
    controller.abort();
    await assert.rejects(running);
    await until(() => cancelled === before + 1, `${mode}: the cancellation upstream`);
    tools[`more_${mode}`] = {};
    await upstream.sendToolListChanged();
    await until(() => told > 0, `${mode}: the change`);
  }
});

test("beyond loopback there is no endpoint without a token", async () => {
  const fleet = new McpFleet({});
  const executor = { execute: () => Promise.reject(new Error("unused")) };
  const tools = createCodeTools(fleet, { executor });
  for (const host of ["0.0.0.0", "192.168.1.5", "::", "example.com"]) {
    await assert.rejects(serveCodeOverHttp(tools, { host, port: 0 }), /needs a token/);
  }
  await assert.rejects(
    serveCodeOverHttp(tools, { host: "127.0.0.1", port: 0, token: "short" }),
    /at least 16 characters/,
  );
});

test("a token is demanded from everybody once there is one", async (context) => {
  const { url } = await endpoint(context, { hi }, { host: "0.0.0.0", token: TOKEN });
  const reachable = new URL(url);
  reachable.hostname = "127.0.0.1";
  await assert.rejects(connect(context, reachable), /401|Unauthorized/i);
  const wrong = { Authorization: `Bearer ${TOKEN}x` };
  await assert.rejects(connect(context, reachable, {}, wrong), /401|Unauthorized/i);
  const client = await connect(context, reachable, {}, { Authorization: `Bearer ${TOKEN}` });
  assert.equal((await client.listTools()).tools.length, 3);
});

/** A request as a browser or a stranger would make it. */
function post(url: URL, headers: Record<string, string>, body = "{}"): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: "POST", headers: { "content-type": "application/json", ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

test("web pages of others, and names that were made to point here, are refused", async (context) => {
  const { url } = await endpoint(context, { hi }, { allowedOrigins: ["app.example"] });
  assert.equal(await post(url, { origin: "https://evil.example" }), 403);
  assert.equal(await post(url, { origin: "null" }), 403);
  assert.equal(await post(url, { host: "evil.example" }), 403);
  assert.notEqual(await post(url, { origin: "https://app.example" }), 403);
  assert.notEqual(await post(url, { origin: "http://localhost:5173" }), 403);
});

test("strange requests get an answer and leave the endpoint standing", async (context) => {
  const { url } = await endpoint(context, { hi });
  const elsewhere = new URL("/other", url);
  assert.equal(await post(elsewhere, {}), 404);
  assert.equal(
    await post(
      url,
      { "mcp-session-id": "guess" },
      '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    ),
    404,
  );
  assert.ok((await post(url, {}, "not json")) >= 400);
  assert.ok((await post(url, {}, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}')) >= 400);
  assert.ok((await post(url, {}, "x".repeat(6 * 1024 * 1024)).catch(() => 413)) >= 400);
  const client = await connect(context, url);
  const answer = await client.callTool({ name: "mcp_execute_code", arguments: { code } });
  assert.equal(textOf(answer), "hi");
});
