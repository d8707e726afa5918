import { describe } from "@execbox/core";
import type { ServerConfig } from "../upstream/connect.js";
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
  const servers: [string, ServerConfig][] = [];
  const skipped: string[] = [];
  for (const [name, given] of Object.entries(table)) {
    const where = `mcpServers.${name}`;
    if (!isObject(given)) throw new TypeError(`${where} must be an object, got ${describe(given)}`);
    if (given["disabled"] === true) skipped.push(`${name}: disabled`);
    else if (isOurselves(given)) skipped.push(`${name}: that is execbox mcp itself`);
    else servers.push([name, readServer(given, new Reader(where, env))]);
  }
  return { servers: Object.fromEntries(servers), skipped };
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
  { command, args, env, cwd, url, headers, type }: { readonly [key: string]: unknown },
  reader: Reader,
): ServerConfig {
  if (command !== undefined) {
    return {
      command: reader.text("command", command),
      ...(args === undefined ? {} : { args: reader.list("args", args) }),
      ...(env === undefined ? {} : { env: reader.texts("env", env) }),
      ...(cwd === undefined ? {} : { cwd: reader.text("cwd", cwd) }),
    };
  }
  if (url === undefined) throw new TypeError(`${reader.where} needs a command or a url`);
  const address = reader.text("url", url);
  if (!/^https?:$/.test(URL.canParse(address) ? new URL(address).protocol : "")) {
    throw new TypeError(`${reader.where}.url must be an http or https address`);
  }
  return {
    url: address,
    ...(headers === undefined ? {} : { headers: reader.texts("headers", headers) }),
    ...(type === "sse" ? { type } : {}),
  };
}

/** Reads the members of one server, with variables put in. */
class Reader {
  readonly where: string;
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(where: string, env: Readonly<Record<string, string | undefined>>) {
    this.where = where;
    this.#env = env;
  }

  text(key: string, value: unknown): string {
    if (typeof value === "string") return expand(value, `${this.where}.${key}`, this.#env);
    throw new TypeError(`${this.where}.${key} must be a string, got ${describe(value)}`);
  }

  list(key: string, value: unknown): string[] {
    if (Array.isArray(value))
      return value.map((item, index) => this.text(`${key}[${index}]`, item));
    throw new TypeError(`${this.where}.${key} must be an array of strings, got ${describe(value)}`);
  }

  texts(key: string, value: unknown): Record<string, string> {
    if (!isObject(value)) {
      throw new TypeError(
        `${this.where}.${key} must be an object of strings, got ${describe(value)}`,
      );
    }
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([name, item]) => [name, this.text(`${key}.${name}`, item)]),
    );
  }
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
