// Every way to reach a server, with real servers at the other end.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { QuickJsExecutor } from "@execbox/quickjs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createCodeTools, McpFleet, serveCodeOverHttp } from "../src/index.js";
import { fixture, reference, serve, text, textOf, until } from "./support.js";

const executor = new QuickJsExecutor({ timeoutMs: 20_000, pool: { maxSize: 1 } });
test.after(() => executor.dispose());

async function run(fleet: McpFleet, code: string): Promise<unknown> {
  const result = await executor.execute(code, fleet.providers);
  return result.ok ? result.result : result.error.message;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The reference server over HTTP; resolves when it listens. */
async function startEverything(
  context: TestContext,
  kind: string,
  port: number,
): Promise<ChildProcess> {
  const { command, args = [] } = reference("everything", kind);
  const child = spawn(command, args, {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  context.after(() => child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  await until(() => said.includes(String(port)), `${kind} to listen`);
  return child;
}

for (const [kind, path, type] of [
  ["streamableHttp", "/mcp", "http"],
  ["sse", "/sse", "sse"],
] as const) {
  test(`a server over ${kind} is called, lost, and found again`, async (context) => {
    const port = await freePort();
    const child = await startEverything(context, kind, port);
    const fleet = new McpFleet({ far: { url: `http://127.0.0.1:${port}${path}`, type } });
    context.after(() => fleet.close());
    await fleet.settled();
    const echo = "(await far.echo({ message: 'x' })).content[0].text";
    assert.equal(await run(fleet, echo), "Echo: x");
    child.kill("SIGKILL");
    await once(child, "close");
    assert.match(String(await run(fleet, echo)), /^far\.echo.*server "far" is not connected: /);
    await startEverything(context, kind, port);
    await until(() => fleet.upstreams[0]?.state.kind === "ready", "the second connection");
    assert.equal(await run(fleet, echo), "Echo: x");
  });
}

test("a server that speaks only the 2026 revision is asked that way", async (context) => {
  const fleet = new McpFleet({ modern: fixture("modern-only") });
  context.after(() => fleet.close());
  await fleet.settled();
  assert.equal(fleet.upstreams[0]?.trouble, undefined);
  assert.equal(await run(fleet, "(await modern.hi()).content[0].text"), "hi");
});

test("a wrapper can be wrapped, over HTTP and by the newer revision", async (context) => {
  const inner = new McpFleet({ inside: { server: serve({ hi: { call: () => text("hi") } }) } });
  const endpoint = await serveCodeOverHttp(createCodeTools(inner, { executor }), {
    host: "127.0.0.1",
    port: 0,
  });
  const outer = new McpFleet({ wrapper: { url: endpoint.url } });
  context.after(async () => {
    await outer.close();
    await endpoint.close();
    await inner.close();
  });
  await outer.settled();
  const found = await run(
    outer,
    "(await wrapper.mcp_search_tools({ query: 'hi' })).content[0].text",
  );
  assert.match(String(found), /declare namespace inside \{\n {2}function hi\(/);
});

test("what a server started is ended with it", async () => {
  const fleet = new McpFleet({ npx: fixture("leaves-child") });
  await fleet.settled();
  const pid = Number(
    /\d+/.exec(String(await run(fleet, "(await npx.echo()).content[0].text")))?.[0],
  );
  assert.ok(process.kill(pid, 0));
  await fleet.close();
  await until(() => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  }, "the grandchild's end");
});

test("requests and sessions over HTTP leave nothing behind", async (context) => {
  const fleet = new McpFleet({ mcp: { server: serve({ hi: { call: () => text("hi") } }) } });
  let watching = 0;
  const { onChange } = fleet;
  fleet.onChange = (listener) => {
    const stop = onChange.call(fleet, listener);
    watching++;
    return () => {
      watching--;
      stop();
    };
  };
  const endpoint = await serveCodeOverHttp(createCodeTools(fleet, { executor }), {
    host: "127.0.0.1",
    port: 0,
  });
  context.after(async () => {
    await endpoint.close();
    await fleet.close();
    assert.equal(watching, 0);
  });
  const before = watching;
  const code = "(await mcp.hi()).content[0].text";
  for (const mode of ["auto", "legacy"] as const) {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL(endpoint.url));
    await client.connect(transport);
    for (let call = 0; call < 5; call++) {
      const answer = await client.callTool({ name: "mcp_execute_code", arguments: { code } });
      assert.equal(textOf(answer), "hi");
    }
    if (mode === "legacy") await transport.terminateSession();
    await client.close();
    await until(() => watching === before, `${mode}: ${watching - before} servers left`);
  }
});
