// "MCP in two minutes" works: the configuration it shows, the commands it gives, and the lines these
// print for a client, in which an official client then runs a program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const root = fileURLToPath(new URL("../", import.meta.url));
const cli = join(root, "packages/execbox/dist/bundle/cli.js");
const readme = readFileSync(join(root, "README.md"), "utf8");
const section = readme.slice(readme.indexOf("## MCP in two minutes"));
const [, config] = /```json\n([\s\S]*?)```/.exec(section);
const [, shell] = /```sh\n([\s\S]*?)```/.exec(section);

test("from the README's configuration to a program that a client runs", async (context) => {
  // Inside the workspace, so that npx finds the servers without the network.
  const folder = mkdtempSync(join(root, "examples", "dist", "readme-mcp-"));
  context.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "mcp.json"), config);
  const [dryRun, snippets] = shell
    .trim()
    .split("\n")
    // The pack test installs.
    .filter((line) => !line.startsWith("npm install"))
    .map((line) => {
      const [npx, execbox, ...args] = line.split(" ");
      assert.deepEqual([npx, execbox], ["npx", "execbox"]);
      return execFileSync(process.execPath, [cli, ...args], { cwd: folder, encoding: "utf8" });
    });
  assert.match(dryRun, /files +14 tools[\s\S]*memory +9 tools/);
  assert.match(dryRun, /without execbox {2}23 tools[\s\S]*with execbox {5}2 tools/);

  const [json] = /^\{[\s\S]*?^\}/m.exec(snippets);
  const { command, args } = JSON.parse(json).mcpServers.execbox;
  const packages = ["-p", "execbox", "-p", "@execbox/mcp", "execbox"];
  assert.deepEqual([command, ...args.slice(0, 6)], ["npx", "-y", ...packages]);
  const client = new Client({ name: "readme", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, ...args.slice(6)],
    cwd: folder,
    stderr: "ignore",
  });
  await client.connect(transport);
  context.after(() => client.close());
  const code = `(await files.list_directory({ path: "." })).content[0].text`;
  const { content } = await client.callTool({ name: "mcp_execute_code", arguments: { code } });
  assert.match(JSON.stringify(content), /^\[{"type":"text","text":"\[(?:FILE|DIR)\] /);
});
