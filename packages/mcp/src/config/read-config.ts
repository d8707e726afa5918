import { describe } from "@execbox/core";
import type { HttpServerConfig, ServerConfig, StdioServerConfig } from "../upstream/connect.js";
import { isObject } from "../upstream/shapes.js";

/** The servers of a configuration file, and what was skipped, one line each. */
export interface McpConfig {
  servers: Record<string, ServerConfig>;
  skipped: string[];
}

/**
 * Reads the text of an `mcp.json`: the `mcpServers` table of desktop clients, or `servers` as
 * VS Code spells it. `${NAME}`, `${env:NAME}` and `${NAME:-default}` stand for variables of `env`,
 * so that secrets need not be in the file. Throws a `TypeError` that names the place.
 */
export function readMcpConfig(
  text: string,
  env: Readonly<Record<string, string | undefined>> = {},
): McpConfig {
  const table = readTable(text);
  const config: McpConfig = { servers: {}, skipped: [] };
  for (const [name, given] of Object.entries(table)) {
    const where = `mcpServers.${name}`;
    if (!isObject(given)) throw new TypeError(`${where} must be an object, got ${describe(given)}`);
    if (given["disabled"] === true) config.skipped.push(`${name}: disabled`);
    else if (isOurselves(given)) config.skipped.push(`${name}: that is execbox mcp itself`);
    else config.servers[name] = readServer(given, where, env);
  }
  return config;
}

function readTable(text: string): { readonly [name: string]: unknown } {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new TypeError(`it is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  const table = isObject(document) ? (document["mcpServers"] ?? document["servers"]) : undefined;
  if (isObject(table)) return table;
  throw new TypeError(
    'it has no "mcpServers": { "mcpServers": { "files": { "command": "…", "args": [] } } }',
  );
}

/** A client's own file may be given, and we are in it: starting ourselves would never end. */
function isOurselves({ command, args }: { readonly [key: string]: unknown }): boolean {
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  const at = words.findIndex((word) => /(?:^|[\\/])execbox(?:@[\w.-]+)?(?:\.cmd)?$/.test(word));
  return at >= 0 && words[at + 1] === "mcp";
}

function readServer(
  given: { readonly [key: string]: unknown },
  where: string,
  env: Readonly<Record<string, string | undefined>>,
): ServerConfig {
  const { command, url, type } = given;
  const text = (key: string, value: unknown): string => {
    if (typeof value !== "string") {
      throw new TypeError(`${where}.${key} must be a string, got ${describe(value)}`);
    }
    return expand(value, `${where}.${key}`, env);
  };
  const texts = (key: string): Record<string, string> => {
    const value = given[key];
    if (!isObject(value)) {
      throw new TypeError(`${where}.${key} must be an object of strings, got ${describe(value)}`);
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, text(`${key}.${name}`, item)]),
    );
  };
  if (command !== undefined) {
    const server: StdioServerConfig = { command: text("command", command) };
    const { args, cwd } = given;
    if (args !== undefined)
      server.args = readList(args, `${where}.args`).map((arg, i) => text(`args[${i}]`, arg));
    if (given["env"] !== undefined) server.env = texts("env");
    if (cwd !== undefined) server.cwd = text("cwd", cwd);
    return server;
  }
  if (url === undefined) throw new TypeError(`${where} needs a command or a url`);
  const server: HttpServerConfig = { url: text("url", url) };
  if (!/^https?:$/.test(URL.canParse(server.url) ? new URL(server.url).protocol : "")) {
    throw new TypeError(`${where}.url must be an http or https address`);
  }
  if (given["headers"] !== undefined) server.headers = texts("headers");
  if (type === "sse") server.type = "sse";
  return server;
}

function readList(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError(`${where} must be an array of strings, got ${describe(value)}`);
}

/** Puts variables in; one that is missing would otherwise show up as a strange failure upstream. */
function expand(
  text: string,
  where: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return text.replace(/\$\{([^}]*)\}/g, (whole, inside: string) => {
    const [, name, fallback] = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/.exec(inside) ?? [];
    if (name === undefined) {
      throw new TypeError(`${where} has ${whole}; only \${NAME} and \${NAME:-default} are known`);
    }
    const value = env[name] ?? fallback;
    if (value === undefined)
      throw new TypeError(`${where} needs the variable ${name}, which is not set`);
    return value;
  });
}
