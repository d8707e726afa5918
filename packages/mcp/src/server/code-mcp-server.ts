import {
  assertKnownKeys,
  assertRecord,
  assertValidIdentifier,
  describe,
  type Executor,
} from "@execbox/core";
import { assertSource, DEFAULT_NAMESPACE, FLEET_KEYS } from "../provider.js";
import type { McpSource } from "../upstream/connect.js";
import { type FleetOptions, McpFleet } from "../upstream/fleet.js";
import { type CodeMode, CodeTools, type CodeToolsOptions } from "./code-mode.js";
import { CodeServer, DEFAULT_SERVER_INFO, type ServerInfo } from "./code-server.js";
import { DEFAULT_NAMES, type WrapperNames } from "./descriptions.js";

/** What is wrapped: one source, or several by the names of their namespaces. */
export type CodeMcpSource = McpSource | { upstreams: Readonly<Record<string, McpSource>> };

/** Options of the wrapper tools. */
export interface CodeModeOptions {
  /** Runs the code. It stays its owner's to dispose of. */
  executor: Executor;
  /**
   * Which wrapper tools there are: `"split"` search and execute, `"single"` one tool with the types
   * in its description, `"both"` all three, `"auto"` single while the types fit and split beyond.
   * Default `"both"`.
   */
  mode?: CodeMode | "auto";
  /** Other names for the wrapper tools. */
  names?: Partial<WrapperNames>;
  /** Room for the text of one answer, in characters; more is cut by its structure. Default 24,000. */
  maxTextChars?: number;
  /** Room for types in the description of the single tool, in characters. Default 8,000. */
  maxTypesChars?: number;
}

/** Options of `codeMcpServer`. */
export interface CodeMcpServerOptions extends CodeModeOptions, FleetOptions {
  /** The guest's name for a single source. Default `mcp`. */
  namespace?: string;
  /** How the server introduces itself. */
  serverInfo?: ServerInfo;
}

const MODE_KEYS = ["executor", "mode", "names", "maxTextChars", "maxTypesChars"];

/**
 * An MCP server that offers code mode over other MCP servers: a client sees a search tool and a
 * tool that runs programs, and the programs call the wrapped tools. Closing it closes the
 * connections it opened; a client that was given stays open, and so does the executor.
 *
 * @example
 * const server = await codeMcpServer({ client }, { executor: new QuickJsExecutor() });
 * await server.connect(new StdioServerTransport());
 */
export async function codeMcpServer(
  source: CodeMcpSource,
  options: CodeMcpServerOptions,
): Promise<CodeServer> {
  assertRecord("options", options);
  assertKnownKeys("options", options, [...FLEET_KEYS, ...MODE_KEYS, "namespace", "serverInfo"]);
  const { namespace = DEFAULT_NAMESPACE, serverInfo = DEFAULT_SERVER_INFO } = options;
  const sources = sourcesOf(source, namespace);
  const { filter, connectTimeoutMs, callTimeoutMs, onLog } = options;
  // Checked before anything is started: a mistake must leave nothing running.
  const checked = checkModeOptions(pickMode(options));
  const fleet = new McpFleet(sources, {
    ...(filter === undefined ? {} : { filter }),
    ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
    ...(callTimeoutMs === undefined ? {} : { callTimeoutMs }),
    ...(onLog === undefined ? {} : { onLog }),
  });
  await fleet.settled();
  if (fleet.upstreams.every(({ state }) => state.kind === "down")) {
    const troubles = fleet.upstreams.map(({ trouble }) => trouble).join("; ");
    await fleet.close();
    throw new Error(`cannot open any MCP source: ${troubles}`);
  }
  return new CodeServer(new CodeTools(fleet, checked), serverInfo, () => fleet.close());
}

/** The wrapper tools over a fleet that is the caller's; for several clients that share it. */
export function createCodeTools(fleet: McpFleet, options: CodeModeOptions): CodeTools {
  return new CodeTools(fleet, checkModeOptions(options));
}

function checkModeOptions(options: CodeModeOptions): CodeToolsOptions {
  assertRecord("options", options);
  assertKnownKeys("options", options, MODE_KEYS);
  const {
    executor,
    mode = "both",
    names = {},
    maxTextChars = 24_000,
    maxTypesChars = 8_000,
  } = options;
  if (typeof executor?.execute !== "function") {
    throw new TypeError(
      `options.executor must be an Executor, such as a QuickJsExecutor, got ${describe(executor)}`,
    );
  }
  if (!["both", "split", "single", "auto"].includes(mode)) {
    throw new TypeError(
      `options.mode must be "both", "split", "single" or "auto", got ${describe(mode)}`,
    );
  }
  assertRecord("options.names", names);
  assertKnownKeys("options.names", names, Object.keys(DEFAULT_NAMES));
  for (const [key, name] of Object.entries(names)) assertToolName(`options.names.${key}`, name);
  assertRoom("options.maxTextChars", maxTextChars);
  assertRoom("options.maxTypesChars", maxTypesChars);
  return { executor, mode, names: { ...DEFAULT_NAMES, ...names }, maxTextChars, maxTypesChars };
}

function pickMode(options: CodeModeOptions): CodeModeOptions {
  const { executor, mode, names, maxTextChars, maxTypesChars } = options;
  return {
    executor,
    ...(mode === undefined ? {} : { mode }),
    ...(names === undefined ? {} : { names }),
    ...(maxTextChars === undefined ? {} : { maxTextChars }),
    ...(maxTypesChars === undefined ? {} : { maxTypesChars }),
  };
}

function sourcesOf(source: CodeMcpSource, namespace: string): Readonly<Record<string, McpSource>> {
  assertRecord("source", source);
  if (!("upstreams" in source)) {
    assertSource(source);
    assertValidIdentifier(namespace, "options.namespace");
    return { [namespace]: source };
  }
  assertRecord("source.upstreams", source.upstreams);
  for (const [name, upstream] of Object.entries(source.upstreams)) {
    assertSource(upstream, `source.upstreams.${name}`);
  }
  return source.upstreams;
}

function assertToolName(path: string, name: unknown): void {
  if (typeof name === "string" && /^[\w.-]{1,64}$/.test(name)) return;
  throw new TypeError(
    `${path} must be letters, digits, "_", "-" or ".", at most 64, got ${describe(name)}`,
  );
}

function assertRoom(path: string, value: unknown): void {
  if (Number.isInteger(value) && Number(value) >= 500) return;
  throw new TypeError(`${path} must be a whole number of at least 500, got ${describe(value)}`);
}
