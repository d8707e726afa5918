// `execbox mcp` as people start it: by its command line, over real pipes, from real clients.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { parseLine } from "../src/cli/flags.js";
import { command } from "../src/commands/mcp.js";
import { mcpWorkspace, referenceServer } from "./mcp-workspace.js";
import { execbox } from "./support.js";

const CLI = fileURLToPath(new URL("../src/cli.js", import.meta.url));

async function connect(context: TestContext, args: string[], env = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, "mcp", ...args],
    env,
    stderr: "ignore",
  });
  await client.connect(transport);
  context.after(() => client.close());
  return client;
}

test("over stdio: two servers joined by one program", async (context) => {
  const { folder, config } = await mcpWorkspace(context);
  const client = await connect(context, ["--config", config]);
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["mcp_search_tools", "mcp_execute_code"],
  );
  const code = `
    const { content } = await files.read_text_file({ path: ${JSON.stringify(join(folder, "note.txt"))} });
    await memory.create_entities({ entities: [{ name: "note", entityType: "note", observations: [content[0].text.trim()] }] });
    (await memory.read_graph()).structuredContent.entities[0].observations`;
  const answer = await client.callTool({ name: "mcp_execute_code", arguments: { code } });
  assert.deepEqual(answer.content, [{ type: "text", text: '["remember the milk"]' }]);
});

test("one server behind --, read-only, without what is denied", async (context) => {
  const { folder } = await mcpWorkspace(context);
  const client = await connect(context, [
    ...["--read-only", "--deny", "docs.search_*", "--namespace", "docs", "--mode", "split", "--"],
    ...[process.execPath, referenceServer("filesystem"), folder],
  ]);
  const { content } = await client.callTool({
    name: "mcp_search_tools",
    arguments: { query: "", detail: "names", limit: 50 },
  });
  const text = JSON.stringify(content);
  assert.match(text, /docs\.read_text_file/);
  assert.doesNotMatch(text, /write_file|edit_file|search_files/);
});

const run = promisify(execFile);

const INSPECTOR = fileURLToPath(
  new URL(
    "../../../mcp/inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    import.meta.url,
  ),
);

test("the MCP Inspector's command line lists and calls", async (context) => {
  if (!existsSync(INSPECTOR)) {
    context.skip("the MCP Inspector is not installed: npm --prefix packages/mcp/inspector install");
    return;
  }
  const { folder, config } = await mcpWorkspace(context);
  const inspected = join(folder, "inspector.json");
  const entry = { command: process.execPath, args: [CLI, "mcp", "--config", config] };
  await writeFile(inspected, JSON.stringify({ mcpServers: { execbox: entry } }));
  const inspect = async (...args: string[]) => {
    const all = [INSPECTOR, "--cli", "--config", inspected, "--server", "execbox", ...args];
    const env = { ...process.env, MCP_INSPECTOR_SECRET_STORE: "memory", HOME: folder };
    const { stdout } = await run(process.execPath, all, { timeout: 60_000, env });
    return JSON.parse(stdout);
  };
  const { tools } = await inspect("--method", "tools/list");
  assert.equal(tools[1].name, "mcp_execute_code");
  const code = `(await files.list_directory({ path: ${JSON.stringify(folder)} })).content[0].text.includes("note.txt")`;
  const { content } = await inspect(
    ...["--method", "tools/call", "--tool-name", "mcp_execute_code", "--tool-arg", `code=${code}`],
  );
  assert.deepEqual(content, [{ type: "text", text: "true" }]);
});

test("--dry-run shows what a model would see beside the plain catalogue", async (context) => {
  const { config } = await mcpWorkspace(context);
  const { code, out } = await execbox(["mcp", "--config", config, "--dry-run"]);
  assert.equal(code, 0);
  assert.match(out, /^mcp_search_tools\nFind tools/);
  assert.match(out, /\nfiles +14 tools {2}about [\d,]+ tokens\n/);
  const [, plain = "", wrapped = ""] =
    /without execbox {2}23 tools, about ([\d,]+) tokens[\s\S]*with execbox {5}2 tools, about ([\d,]+) tokens/.exec(
      out,
    ) ?? [];
  assert.ok(Number(plain.replace(",", "")) > 3 * Number(wrapped.replace(",", "")), out);
});

test("--print-config prints what clients take", async (context) => {
  const { config } = await mcpWorkspace(context);
  const { code, out } = await execbox([
    "mcp",
    "--config",
    config,
    "--deny",
    "*.delete_*",
    "--print-config",
  ]);
  assert.equal(code, 0);
  const [json = ""] = /^\{[\s\S]*?^\}/m.exec(out) ?? [];
  assert.deepEqual(JSON.parse(json).mcpServers.execbox, {
    command: "npx",
    args: [
      "-y",
      "-p",
      "execbox",
      "-p",
      "@execbox/mcp",
      "execbox",
      "mcp",
      "--config",
      config,
      "--deny",
      "*.delete_*",
    ],
  });
  const http = await execbox(["mcp", "--http", "127.0.0.1:3333", "--print-config"]);
  assert.match(http.out, /"url": "http:\/\/127\.0\.0\.1:3333\/mcp"/);
});

test("--http serves until it is interrupted", async (context) => {
  const { config } = await mcpWorkspace(context);
  let interrupt = () => {};
  const port = 20_000 + (process.pid % 20_000);
  const running = execbox(["mcp", "--config", config, "--http", `127.0.0.1:${port}`], {
    onStart: (stop) => {
      interrupt = stop;
    },
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  for (let attempt = 0; ; attempt++) {
    try {
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)),
      );
      break;
    } catch (error) {
      if (attempt > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  assert.equal((await client.listTools()).tools.length, 2);
  await client.close();
  interrupt();
  const { code, err } = await running;
  assert.equal(code, 0);
  assert.match(err, new RegExp(`serving http://127\\.0\\.0\\.1:${port}/mcp`));
});

test("every command in docs/mcp.md is one the command line accepts, and every flag is there", async () => {
  const page = await readFile(new URL("../../../../docs/mcp.md", import.meta.url), "utf8");
  const lines = page.split("\n").filter((line) => line.startsWith("execbox mcp"));
  assert.ok(lines.length >= 5);
  for (const line of lines) {
    const [call = ""] = line.split("  #");
    parseLine(command, call.trim().split(/\s+/).slice(2));
  }
  for (const [, flag = ""] of page.matchAll(/`--([a-z-]+)/g)) {
    assert.ok(Object.hasOwn(command.flags, flag), `--${flag}`);
  }
});

test("what makes no sense is refused with what to do", async (context) => {
  const { folder, config } = await mcpWorkspace(context);
  const broken = join(folder, "broken.json");
  await writeFile(broken, "{}");
  const cases: { args: string[]; env?: NodeJS.ProcessEnv; code: number; says: RegExp }[] = [
    { args: [], code: 64, says: /nothing to wrap: give --config FILE, or a command behind --/ },
    { args: ["--config", join(folder, "none.json")], code: 66, says: /cannot read .*none\.json/ },
    { args: ["--config", broken], code: 65, says: /broken\.json: it has no "mcpServers"/ },
    { args: ["--config", config, "--http", "0.0.0.0:1"], code: 64, says: /set EXECBOX_MCP_TOKEN/ },
    { args: ["--config", config, "--http", "here"], code: 64, says: /--http needs HOST:PORT/ },
    { args: ["--config", config, "--allow", " "], code: 64, says: /a glob must not be empty/ },
    {
      args: ["--config", config],
      env: { EXECBOX_MCP_DEPTH: "3" },
      code: 1,
      says: /starting itself/,
    },
  ];
  for (const { args, env = {}, code, says } of cases) {
    const ran = await execbox(["mcp", ...args], { env });
    assert.equal(ran.code, code, ran.err);
    assert.match(ran.err, says);
  }
});
