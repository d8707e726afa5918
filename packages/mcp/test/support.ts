import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { QuickJsExecutor } from "@execbox/quickjs";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { type CallToolResult, type JSONObject, Server } from "@modelcontextprotocol/server";
import {
  type CodeMcpServerOptions,
  type CodeMcpSource,
  codeMcpServer,
  type StdioServerConfig,
} from "../src/index.js";

const require = createRequire(import.meta.url);

/** How to start one of the reference servers from npm. */
export function reference(
  name: "everything" | "filesystem" | "memory",
  ...args: string[]
): StdioServerConfig {
  const manifest = require.resolve(`@modelcontextprotocol/server-${name}/package.json`);
  return { command: process.execPath, args: [join(dirname(manifest), "dist/index.js"), ...args] };
}

/** How to start one of the programs in `fixtures`. */
export function fixture(name: string, ...args: string[]): StdioServerConfig {
  const file = fileURLToPath(new URL(`fixtures/${name}.js`, import.meta.url));
  return { command: process.execPath, args: [file, ...args] };
}

/** A tool of a server made for a test. */
export interface FakeTool {
  description?: string;
  inputSchema?: JSONObject;
  outputSchema?: JSONObject;
  annotations?: { readOnlyHint?: boolean };
  call?: (
    input: Record<string, unknown>,
    signal: AbortSignal,
  ) => Promise<CallToolResult> | CallToolResult;
}

/** A real server of the official SDK with the given tools. */
export function serve(tools: Record<string, FakeTool>): Server {
  const server = new Server(
    { name: "test", version: "1.0.0" },
    { capabilities: { tools: { listChanged: true } } },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: Object.entries(tools).map(([name, { call: _, inputSchema, ...tool }]) => ({
      name,
      ...tool,
      inputSchema: { ...inputSchema, type: "object" as const },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
    return (await tool?.call?.(params.arguments ?? {}, mcpReq.signal)) ?? text("no answer");
  });
  return server;
}

/** A result with one text. */
export function text(value: string): CallToolResult {
  return { content: [{ type: "text", text: value }] };
}

/** A client of the official SDK, connected to a server in this process. */
export async function connectTo(
  server: { connect(transport: InMemoryTransport): Promise<void> },
  context: TestContext,
): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(ours);
  context.after(() => client.close());
  return client;
}

/** The wrapper over a source, seen through the official client. */
export interface Wrapped {
  client: Client;
  /** Calls a wrapper tool. */
  call(name: string, input: object, options?: object): Promise<CallToolResult>;
  /** Runs code with `mcp_execute_code` and returns all text of the answer. */
  run(code: string): Promise<string>;
  /** Searches and returns the text of the answer. */
  search(input: object): Promise<string>;
}

/** Wraps a source; everything ends with the test. */
export async function wrap(
  context: TestContext,
  source: CodeMcpSource,
  options: Partial<CodeMcpServerOptions> = {},
): Promise<Wrapped> {
  const executor = new QuickJsExecutor({ timeoutMs: 20_000, pool: { maxSize: 1 } });
  context.after(() => executor.dispose());
  const server = await codeMcpServer(source, { executor, ...options });
  context.after(() => server.close());
  const client = await connectTo(server, context);
  const call: Wrapped["call"] = (name, input, requestOptions) =>
    client.callTool({ name, arguments: { ...input } }, requestOptions);
  return {
    client,
    call,
    run: async (code) => textOf(await call("mcp_execute_code", { code })),
    search: async (input) => textOf(await call("mcp_search_tools", input)),
  };
}

/** All text of an answer. */
export function textOf({ content }: CallToolResult): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** Resolves when the condition holds; rejects after a generous while. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await pause(10);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
