// `--mcp`: the tools of real MCP servers for a program, and for whoever writes one.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { folderWith, TOOLS } from "./folder.js";
import { mcpWorkspace } from "./mcp-workspace.js";
import { execbox } from "./support.js";

/** A child that has ended is still counted for a moment. */
async function assertNoChildren(): Promise<void> {
  const children = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap");
  const until = performance.now() + 5_000;
  while (children().length > 0 && performance.now() < until) await setTimeout(20);
  assert.deepEqual(children(), []);
}

test("run --mcp gives a snippet the tools of every server, beside --tools, and ends them", async (context) => {
  const { folder, config } = await mcpWorkspace(context);
  const home = await folderWith(context, TOOLS);
  const program = join(folder, "program.ts");
  await writeFile(
    program,
    `const { content } = await files.read_text_file({ path: ${JSON.stringify(join(folder, "note.txt"))} });
const observations: string[] = [content[0].text.trim()];
await memory.create_entities({ entities: [{ name: "note", entityType: "note", observations }] });
const { entities } = (await memory.read_graph({})).structuredContent;
[entities[0].observations[0], (await shop.orders({ customer: "ada" })).length]`,
  );
  const tools = ["--mcp", config, "--tools", join(home, "tools.ts")];
  const ran = await execbox(["run", program, ...tools, "--json"]);
  assert.equal(ran.code, 0, ran.err);
  assert.deepEqual(JSON.parse(ran.out).result, ["remember the milk", 2]);
  await assertNoChildren();
});

test("run --mcp gives a module each server as a module of its name", async (context) => {
  const { folder, config } = await mcpWorkspace(context);
  const program = join(folder, "program.ts");
  await writeFile(
    program,
    `import { read_text_file } from "files";
export default async (path: string) => (await read_text_file({ path })).content[0].text;`,
  );
  const input = join(folder, "in.json");
  await writeFile(input, JSON.stringify(join(folder, "note.txt")));
  const ran = await execbox(["run", program, "--mcp", config, "--input", input]);
  assert.deepEqual(ran, { code: 0, out: "remember the milk\n\n", err: "" });
  await assertNoChildren();
});

test("types --mcp prints what the servers' tools take, and ends them", async (context) => {
  const { config } = await mcpWorkspace(context);
  const { code, out, err } = await execbox(["types", "--mcp", config]);
  assert.equal(code, 0, err);
  assert.match(
    out,
    /declare namespace files \{[\s\S]*function read_text_file\(input: \{[^}]*path: string/,
  );
  assert.match(out, /declare namespace memory \{[\s\S]*function read_graph\(/);
  await assertNoChildren();
});

test("a server that does not start is named, and nothing runs", async (context) => {
  const { folder } = await mcpWorkspace(context);
  const config = join(folder, "broken.json");
  const broken = { command: process.execPath, args: ["-e", "process.exit(3)"] };
  await writeFile(config, JSON.stringify({ mcpServers: { broken } }));
  const ran = await execbox(["run", "-e", "console.log('ran')", "--mcp", config]);
  assert.equal(ran.code, 69);
  assert.match(ran.err, /cannot use .*broken\.json: broken: /);
  assert.doesNotMatch(ran.err, /^ran$/m);
  assert.equal((await execbox(["types", "--mcp", join(folder, "none.json")])).code, 66);
  await writeFile(config, "{}");
  assert.equal((await execbox(["types", "--mcp", config])).code, 65);
  await assertNoChildren();
});
