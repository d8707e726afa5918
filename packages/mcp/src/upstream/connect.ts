import {
  Client,
  InMemoryTransport,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { VERSION } from "../version.js";
import { boundedFetch } from "./bounded-fetch.js";
import { MAX_PAGES } from "./list-tools.js";
import { MAX_MESSAGE_BYTES, PipeTransport } from "./pipe-transport.js";
import { isObject, type McpClientLike, type McpServerLike } from "./shapes.js";

/** A server that is started as a child process, as desktop clients write it. */
export interface StdioServerConfig {
  command: string;
  args?: string[];
  /** Added to a small safe environment (`PATH`, `HOME`, …); nothing else of ours is passed on. */
  env?: Record<string, string>;
  cwd?: string;
}

/** A server that is reached over HTTP. */
export interface HttpServerConfig {
  url: string;
  headers?: Record<string, string>;
  /** `"sse"` for servers of the older transport. Default: Streamable HTTP. */
  type?: "http" | "streamable-http" | "sse";
}

/** A server of the `mcpServers` table. */
export type ServerConfig = StdioServerConfig | HttpServerConfig;

/** Where tools come from: a connected client, a server in this process, or one to connect to. */
export type McpSource = { client: McpClientLike } | { server: McpServerLike } | ServerConfig;

/** What a connection tells its owner. */
export interface ConnectionEvents {
  toolsChanged(): void;
  closed(reason: string): void;
  /** A line the server wrote to its standard error. */
  said(line: string): void;
}

/** An open connection; whoever has it closes it. */
export interface Connection {
  readonly client: McpClientLike;
  close(): Promise<void>;
}

/** Opens a connection, or rejects with a reason a person understands. */
export type Connect = (events: ConnectionEvents, signal: AbortSignal) => Promise<Connection>;

/** How to connect to a source. */
export function connectorFor(source: McpSource): Connect {
  if ("client" in source) return (events) => adopt(source.client, events);
  if ("server" in source)
    return (events, signal) => connectInProcess(source.server, events, signal);
  if ("command" in source) return (events, signal) => connectStdio(source, events, signal);
  return (events, signal) => connectHttp(source, events, signal);
}

/** The client is its owner's: we listen, and give its handlers back when we stop. */
async function adopt(client: McpClientLike, events: ConnectionEvents): Promise<Connection> {
  const { fallbackNotificationHandler: otherwise, onclose } = client;
  client.fallbackNotificationHandler = async (notification: unknown) => {
    if (isObject(notification) && notification["method"] === "notifications/tools/list_changed") {
      events.toolsChanged();
    }
    if (otherwise !== undefined) await Reflect.apply(otherwise, client, [notification]);
  };
  client.onclose = () => {
    events.closed("the client's connection was closed");
    onclose?.call(client);
  };
  const subscription = await subscribe(client);
  return {
    client,
    async close() {
      client.fallbackNotificationHandler = otherwise;
      client.onclose = onclose;
      await subscription?.close();
    },
  };
}

/** On connections of the 2026 revision, changes come to those who asked for them. */
async function subscribe(client: McpClientLike): Promise<{ close(): Promise<void> } | undefined> {
  if (!("getProtocolEra" in client) || typeof client.getProtocolEra !== "function")
    return undefined;
  if (client.getProtocolEra() !== "modern") return undefined;
  if (!("listen" in client) || typeof client.listen !== "function") return undefined;
  try {
    return await client.listen({ toolsListChanged: true });
  } catch {
    // A server that tells of no changes is read once, as one of the older revisions would be.
    return undefined;
  }
}

async function connectInProcess(
  server: McpServerLike,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<Connection> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Reflect.apply(server.connect, server, [theirs]);
  return connectClient(() => ours, "legacy", events, signal);
}

/**
 * The older handshake comes first: finding out whether a server knows the newer one would start a
 * second process of every server, whatever starting it does.
 */
async function connectStdio(
  config: StdioServerConfig,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<Connection> {
  const start = (): Transport =>
    // On Windows programs such as npx are scripts, which the SDK knows how to start.
    process.platform === "win32"
      ? new StdioClientTransport({ ...config, stderr: "ignore", maxBufferSize: MAX_MESSAGE_BYTES })
      : new PipeTransport(config, events.said);
  try {
    return await connectClient(start, "legacy", events, signal);
  } catch (error) {
    if (isObject(error) && error["code"] === UNSUPPORTED_VERSION) {
      return await connectClient(start, "auto", events, signal);
    }
    throw startFailure(config, error);
  }
}

const UNSUPPORTED_VERSION = -32022;

function startFailure({ command, cwd }: StdioServerConfig, error: unknown): unknown {
  if (!isObject(error)) return error;
  const shown = JSON.stringify(command);
  if (error["code"] === "ENOENT") {
    const where = cwd === undefined ? "" : `, or there is no folder ${JSON.stringify(cwd)}`;
    return new Error(`cannot start ${shown}: not found; is it installed and on the PATH${where}?`);
  }
  if (error["code"] === "EACCES") return new Error(`cannot start ${shown}: it is not executable`);
  return error;
}

async function connectHttp(
  config: HttpServerConfig,
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<Connection> {
  const url = new URL(config.url);
  const options = {
    requestInit: { headers: config.headers ?? {} },
    fetch: (input: string | URL, init?: RequestInit) => boundedFetch(input, init),
  };
  const isSse = config.type === "sse";
  const open = (): Transport =>
    isSse ? new SSEClientTransport(url, options) : new StreamableHTTPClientTransport(url, options);
  return await connectClient(open, isSse ? "legacy" : "auto", events, signal);
}

async function connectClient(
  open: () => Transport,
  mode: "legacy" | "auto",
  events: ConnectionEvents,
  signal: AbortSignal,
): Promise<Connection> {
  const client = new Client(
    { name: "execbox", version: VERSION },
    {
      versionNegotiation: { mode },
      listMaxPages: MAX_PAGES,
      jsonSchemaValidator: ACCEPT_ALL,
      listChanged: {
        tools: { autoRefresh: false, debounceMs: 0, onChanged: () => events.toolsChanged() },
      },
    },
  );
  const transport = open();
  let isOpen = true;
  client.onclose = () => {
    const obituary = transport instanceof PipeTransport ? transport.obituary : undefined;
    if (isOpen) events.closed(obituary ?? "its connection ended");
    isOpen = false;
  };
  // Reported through the calls that fail because of it; without a handler the SDK stays silent too.
  client.onerror = () => {};
  const close = async (): Promise<void> => {
    isOpen = false;
    await client.close();
  };
  try {
    await client.connect(transport, { signal });
  } catch (error) {
    await close().catch(() => {});
    await transport.close().catch(() => {});
    throw error;
  }
  return { client, close };
}

/**
 * Our own validator looks at results (`catalogue/provider.ts`). The SDK's compiles the upstream's
 * schemas with their patterns, and a hostile pattern with a matching result never returns.
 */
const ACCEPT_ALL: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    // The interface lets its caller choose `T`, which is `unknown` in the one place that asks.
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};
