import { assertKnownKeys, assertRecord, describe, type ResolvedToolProvider } from "@execbox/core";
import type { McpSource } from "./upstream/connect.js";
import { type FleetOptions, openUpstream } from "./upstream/fleet.js";
import type { McpTool } from "./upstream/list-tools.js";

/** The guest's name for a wrapped server that was given no other. */
export const DEFAULT_NAMESPACE = "mcp";

/** Options of a wrapped server. */
export interface McpToolProviderOptions extends FleetOptions {
  /** The guest's name for the server: a JavaScript identifier. Default `mcp`. */
  namespace?: string;
}

/** An open wrapped server; whoever has it closes it. */
export interface McpToolProviderHandle {
  /** The tools as they are now: another object after the upstream's catalogue has changed. */
  readonly provider: ResolvedToolProvider;
  /** The tools as the upstream announced them. */
  readonly tools: readonly McpTool[];
  /** Reads the catalogue again; done by itself when the upstream announces a change. */
  refresh(): Promise<void>;
  /** Calls the listener after every change; returns how to stop that. */
  onChange(listener: () => void): () => void;
  /** Ends what was opened here; a client that was given stays open. */
  close(): Promise<void>;
}

/**
 * Wraps an MCP server's tools as a provider: guests call them as `mcp.tool_name(input)` and get the
 * MCP result envelope, `structuredContent` included. A result with `isError` is a catchable error
 * with the upstream's text.
 *
 * @example
 * const provider = await createMcpToolProvider({ client });
 * await executor.execute("(await mcp.search_docs({ query: 'wasm' })).structuredContent", [provider]);
 */
export async function createMcpToolProvider(
  source: McpSource,
  options: McpToolProviderOptions = {},
): Promise<ResolvedToolProvider> {
  return (await openMcpToolProvider(source, options)).provider;
}

/**
 * Wraps an MCP server as `createMcpToolProvider` does and keeps hold of it: the handle's `provider`
 * follows the upstream's catalogue, and `close()` ends the connection.
 */
export async function openMcpToolProvider(
  source: McpSource,
  options: McpToolProviderOptions = {},
): Promise<McpToolProviderHandle> {
  assertSource(source);
  assertRecord("options", options);
  assertKnownKeys("options", options, [...FLEET_KEYS, "namespace"]);
  const { namespace = DEFAULT_NAMESPACE, ...rest } = options;
  const upstream = openUpstream(namespace, namespace, source, rest);
  await upstream.settled();
  if (upstream.state.kind !== "ready") {
    const { trouble } = upstream;
    await upstream.close();
    throw new Error(`cannot open the MCP source: ${trouble}`);
  }
  return {
    get provider() {
      return upstream.provider;
    },
    get tools() {
      return upstream.tools;
    },
    refresh: () => upstream.refresh(),
    onChange: (listener) => upstream.onChange(listener),
    close: () => upstream.close(),
  };
}

/** The options that concern connections. */
export const FLEET_KEYS = ["filter", "connectTimeoutMs", "callTimeoutMs", "onLog"];

/** Refuses what is no source, with the forms a source may have. */
export function assertSource(source: unknown, path = "source"): asserts source is McpSource {
  assertRecord(path, source);
  const forms = ["client", "server", "command", "url"].filter((key) => key in source);
  if (forms.length !== 1) {
    throw new TypeError(
      `${path} must have exactly one of client, server, command or url, got ${forms.join(" and ") || "none"}`,
    );
  }
  for (const [form, methods] of Object.entries(NEEDED)) {
    const subject: unknown = Reflect.get(source, form);
    if (!forms.includes(form)) continue;
    for (const method of methods) {
      if (typeof subject === "object" && subject !== null && method in subject) continue;
      throw new TypeError(
        `${path}.${form} must be an MCP ${form} with ${method}(), got ${describe(subject)}`,
      );
    }
  }
}

const NEEDED = { client: ["listTools", "callTool"], server: ["connect", "close"] };
