import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf } from "@execbox/core";
import {
  aboutTokens,
  type CodeTools,
  clientSnippets,
  createCodeTools,
  createToolFilter,
  isLoopback,
  McpFleet,
  type McpSource,
  measureSavings,
  readMcpConfig,
  serveCodeOverHttp,
  serveCodeOverStdio,
} from "@execbox/mcp";
import {
  type Call,
  CommandError,
  defineCommand,
  EXIT,
  type Io,
  UsageError,
} from "../cli/command.js";
import type { FlagTable } from "../cli/flags.js";
import { ENGINES, openExecutor, PLACEMENTS } from "../run/engine.js";

const FLAGS = {
  config: {
    type: "string",
    value: "FILE",
    about: "Servers to wrap: a file with the mcpServers table of desktop clients.",
  },
  http: {
    type: "string",
    value: "HOST:PORT",
    about: "Serve many clients over Streamable HTTP instead of one over stdio.",
  },
  token: {
    type: "string",
    value: "TOKEN",
    about: "What HTTP clients must send as bearer token; better in EXECBOX_MCP_TOKEN.",
  },
  origin: {
    type: "list",
    value: "HOST",
    about: "Let web pages of this host call over HTTP.",
  },
  allow: { type: "list", value: "GLOB", about: "Offer only tools that match, as server.tool." },
  deny: { type: "list", value: "GLOB", about: "Do not offer tools that match." },
  "read-only": {
    type: "boolean",
    about: "Offer only tools that their server annotates as read-only.",
  },
  namespace: {
    type: "string",
    value: "NAME",
    default: "mcp",
    about: "What code calls the server behind --.",
  },
  mode: {
    type: "string",
    value: "MODE",
    choices: ["auto", "split", "single", "both"],
    default: "auto",
    about: "Search and execute (split), one tool with all types (single), or what fits (auto).",
  },
  engine: {
    type: "string",
    value: "NAME",
    choices: ENGINES,
    default: "quickjs",
    about: "Which JavaScript engine.",
  },
  placement: {
    type: "string",
    value: "NAME",
    choices: PLACEMENTS,
    default: "worker",
    about: "Where programs run.",
  },
  timeout: {
    type: "duration",
    value: "TIME",
    default: "60s",
    about: "For one program, its calls included.",
  },
  memory: { type: "bytes", value: "SIZE", default: "64mb", about: "For one program." },
  "max-calls": { type: "number", value: "N", default: 1_000, about: "Calls of one program." },
  "call-timeout": {
    type: "duration",
    value: "TIME",
    default: "60s",
    about: "How long a server may be silent in a call.",
  },
  "max-text": {
    type: "number",
    value: "N",
    default: 24_000,
    about: "Characters of one answer; more is cut by its structure.",
  },
  "print-config": { type: "boolean", about: "Print what to put into a client's configuration." },
  "dry-run": {
    type: "boolean",
    about: "Connect, show what a model would see and how large it is, and end.",
  },
  verbose: { type: "boolean", about: "Show what the servers write to stderr." },
} as const satisfies FlagTable;

type McpCall = Call<typeof FLAGS>;

export const command = defineCommand({
  name: "mcp",
  summary: "Wrap MCP servers: the model writes one program instead of many calls",
  usage: [
    "execbox mcp --config mcp.json [--http HOST:PORT] [--allow GLOB] [--deny GLOB]",
    "execbox mcp [flags] -- COMMAND [ARGS]",
  ],
  about:
    "Starts the MCP servers you name and is one MCP server itself, with a tool that finds tools and a tool that runs programs calling them. Programs run in a sandbox that has these tools and nothing else.",
  flags: FLAGS,
  rest: { name: "COMMAND", about: "Starts one server to wrap." },
  examples: [
    {
      command: "execbox mcp --config mcp.json --print-config",
      about: "What to put into Claude, Cursor or VS Code",
    },
    {
      command: "execbox mcp --config mcp.json --dry-run",
      about: "What a model would see, beside the plain catalogue",
    },
    {
      command: "execbox mcp --read-only -- npx -y @modelcontextprotocol/server-filesystem .",
      about: "One server, nothing that writes",
    },
    {
      command: "execbox mcp --config mcp.json --http 127.0.0.1:3333 --deny '*.delete_*'",
      about: "Many clients, without the tools that delete",
    },
  ],
  async run(call) {
    if (call.flags["print-config"]) return printConfig(call);
    const listen = readListen(call);
    const fleet = new McpFleet(await readSources(call), {
      filter: readFilter(call),
      // The first start of a server by npx downloads it.
      connectTimeoutMs: 120_000,
      callTimeoutMs: call.flags["call-timeout"],
      onLog: logger(call),
    });
    const executor = await openExecutor(
      {
        engine: call.flags.engine,
        placement: call.flags.placement,
        memoryLimitBytes: call.flags.memory,
      },
      { timeoutMs: call.flags.timeout, maxToolCalls: call.flags["max-calls"], pool: {} },
    );
    try {
      const tools = createCodeTools(fleet, {
        executor,
        mode: call.flags.mode,
        maxTextChars: call.flags["max-text"],
      });
      if (call.flags["dry-run"]) {
        await fleet.settled();
        return await dryRun(tools, call.io);
      }
      // A failure shows again, with its reason, in the first run.
      executor.prewarm().catch(() => {});
      if (listen !== undefined) await serveHttp(tools, listen, call);
      else await serveStdio(tools, call.io);
      return EXIT.ok;
    } finally {
      await Promise.all([fleet.close(), executor.dispose()]);
    }
  },
});

/** Started by ourselves, as a server of a server of a server: somewhere a configuration names itself. */
const DEPTH = "EXECBOX_MCP_DEPTH";
const MAX_DEPTH = 3;

async function readSources({ flags, rest, io }: McpCall): Promise<Record<string, McpSource>> {
  const depth = Number(io.env[DEPTH] ?? 0) + 1;
  if (depth > MAX_DEPTH) {
    throw new CommandError("execbox mcp is starting itself: look for it in its own configuration");
  }
  const inherited = { [DEPTH]: String(depth) };
  const sources: Record<string, McpSource> = {};
  const [program, ...args] = rest;
  if (program !== undefined) sources[flags.namespace] = { command: program, args, env: inherited };
  if (flags.config !== undefined) {
    const { servers, skipped } = await readConfig(flags.config, io);
    for (const line of skipped) io.err.line(`skipped ${line}`);
    for (const [name, server] of Object.entries(servers)) {
      sources[name] =
        "command" in server ? { ...server, env: { ...inherited, ...server.env } } : server;
    }
  }
  if (Object.keys(sources).length > 0) return sources;
  throw new UsageError(
    flags.config === undefined
      ? "there is nothing to wrap: give --config FILE, or a command behind --"
      : `${flags.config} names no server to wrap`,
  );
}

async function readConfig(path: string, { env }: Io): Promise<ReturnType<typeof readMcpConfig>> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError(`cannot read ${path}: ${messageOf(error)}`, EXIT.noInput);
  }
  try {
    return readMcpConfig(text, env);
  } catch (error) {
    throw new CommandError(`${path}: ${messageOf(error)}`, EXIT.badInput);
  }
}

function readFilter({ flags }: McpCall) {
  try {
    return createToolFilter({
      allow: flags.allow,
      deny: flags.deny,
      readOnly: flags["read-only"],
    });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

interface Listen {
  host: string;
  port: number;
  token: string | undefined;
}

function readListen({ flags, io }: McpCall): Listen | undefined {
  if (flags.http === undefined) return undefined;
  const [, host, port] = /^(?:(.+):)?(\d{1,5})$/.exec(flags.http) ?? [];
  if (port === undefined || Number(port) > 65_535) {
    throw new UsageError(`--http needs HOST:PORT, such as 127.0.0.1:3333, got "${flags.http}"`);
  }
  const token = flags.token ?? io.env["EXECBOX_MCP_TOKEN"];
  const listen = { host: host ?? "127.0.0.1", port: Number(port), token };
  if (token === undefined && !isLoopback(listen.host)) {
    throw new UsageError(
      `others can reach ${listen.host}: set EXECBOX_MCP_TOKEN to a long random text first`,
    );
  }
  return listen;
}

/** Without --verbose, only what the fleet itself has to say of its servers. */
function logger({ flags, io }: McpCall): (line: string) => void {
  return (line) => {
    if (flags.verbose || /^\[[^\]]*\] (?:not connected|its catalogue)/.test(line))
      io.err.line(line);
  };
}

async function serveStdio(tools: CodeTools, io: Io): Promise<void> {
  await serveCodeOverStdio(tools, {
    stdin: io.stdin,
    write: (text) => io.out.write(text),
    signal: io.signal,
    onLog: (line) => io.err.line(line),
  });
}

async function serveHttp(tools: CodeTools, listen: Listen, { flags, io }: McpCall): Promise<void> {
  const { token, ...address } = listen;
  const endpoint = await serveCodeOverHttp(tools, {
    ...address,
    ...(token === undefined ? {} : { token }),
    allowedOrigins: flags.origin,
    onLog: (line) => io.err.line(line),
  }).catch((error: unknown) => {
    throw new CommandError(`cannot listen on ${listen.host}:${listen.port}: ${messageOf(error)}`);
  });
  io.err.line(`serving ${endpoint.url}${token === undefined ? "" : " (with a token)"}`);
  await new Promise<void>((done) => {
    if (io.signal.aborted) done();
    io.signal.addEventListener("abort", () => done(), { once: true });
  });
  await endpoint.close();
}

async function dryRun(tools: CodeTools, { out }: Io): Promise<number> {
  const { servers, plain, wrapped } = await measureSavings(tools);
  for (const tool of await tools.list()) {
    out.line(out.style.strong(tool.name));
    out.line(tool.description);
    out.line();
  }
  for (const { namespace, tools: count, chars, trouble } of servers) {
    const state = trouble === undefined ? "" : `  ${trouble}`;
    const size = count === 0 ? "" : `  ${aboutTokens(chars)}`;
    out.line(`${namespace.padEnd(16)} ${String(count).padStart(6)} tools${size}${state}`);
  }
  out.line();
  out.line(`without execbox  ${plain.tools} tools, ${aboutTokens(plain.chars)} before every task`);
  out.line(
    `with execbox     ${wrapped.tools} tools, ${aboutTokens(wrapped.chars)} before every task`,
  );
  return servers.some(({ trouble }) => trouble === undefined) ? EXIT.ok : EXIT.unavailable;
}

function printConfig(call: McpCall): number {
  const { flags, rest, io } = call;
  const listen = readListen(call);
  if (listen !== undefined) {
    const url = `http://${listen.host}:${listen.port}/mcp`;
    io.out.line(clientSnippets({ url, hasToken: listen.token !== undefined }));
    return EXIT.ok;
  }
  const args = ["-y", "-p", "execbox", "-p", "@execbox/mcp", "execbox", "mcp"];
  if (flags.config !== undefined) args.push("--config", resolve(flags.config));
  for (const glob of flags.allow) args.push("--allow", glob);
  for (const glob of flags.deny) args.push("--deny", glob);
  if (flags["read-only"]) args.push("--read-only");
  for (const name of ["namespace", "mode", "placement"] as const) {
    if (flags[name] !== FLAGS[name].default) args.push(`--${name}`, flags[name]);
  }
  if (rest.length > 0) args.push("--", ...rest);
  if (flags.config === undefined && rest.length === 0) args.push("--config", "/path/to/mcp.json");
  io.out.line(clientSnippets({ command: "npx", args }));
  return EXIT.ok;
}
