// Verifies mcp.real-servers: the reference servers from npm, wrapped, and driven by the official client.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { reference, textOf, until, wrap } from "./support.js";

async function workspace(context: { after(fn: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "execbox-mcp-"));
  context.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "docs"));
  await writeFile(join(folder, "docs", "ada.txt"), "Ada wrote the first program.\n");
  await writeFile(join(folder, "docs", "grace.txt"), "Grace wrote the first compiler.\n");
  return folder;
}

test("files, memory and everything: one program instead of many calls", async (context) => {
  const folder = await workspace(context);
  const graph = join(folder, "graph.jsonl");
  const { client, call, run, search } = await wrap(context, {
    upstreams: {
      files: reference("filesystem", folder),
      memory: { ...reference("memory"), env: { MEMORY_FILE_PATH: graph } },
      everything: reference("everything", "stdio"),
    },
  });

  await context.test("list", async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["mcp_search_tools", "mcp_execute_code", "mcp_code"],
    );
    assert.match(
      tools[0]?.description ?? "",
      /files \(\d+ tools\), memory \(9 tools\), everything/,
    );
  });

  await context.test("search", async () => {
    const types = await search({ query: "create entities", limit: 1 });
    assert.match(types, /^declare namespace memory \{/);
    assert.match(types, /function create_entities\(input: \{/);
    assert.equal((types.match(/function /g) ?? []).length, 1);
  });

  await context.test("a program that joins two servers", async () => {
    const program = `
      const dir = ${JSON.stringify(join(folder, "docs"))};
      const listing = await files.list_directory({ path: dir });
      const names = listing.content[0].text.split("\\n").map((line) => line.replace("[FILE] ", ""));
      const entities = await Promise.all(names.map(async (file) => {
        const { content } = await files.read_text_file({ path: dir + "/" + file });
        return { name: file.replace(".txt", ""), entityType: "person", observations: [content[0].text.trim()] };
      }));
      await memory.create_entities({ entities });
      const found = await memory.search_nodes({ query: "compiler" });
      found.structuredContent.entities.map(({ name }) => name)`;
    assert.equal(await run(program), '["grace"]');
    assert.match(await readFile(graph, "utf8"), /Ada wrote the first program/);
  });

  await context.test("an image reaches the client as an image", async () => {
    const { content } = await call("mcp_execute_code", {
      code: "const { content } = await everything.get_tiny_image(); content.filter(({ type }) => type === 'image')",
    });
    assert.equal(content.length, 1);
    const [block] = content;
    assert.equal(block?.type, "image");
    assert.equal(block?.type === "image" && block.mimeType, "image/png");
    assert.match(block?.type === "image" ? block.data : "", /^iVBOR/);
  });

  await context.test("resource links and embedded resources do too", async () => {
    const { content } = await call("mcp_execute_code", {
      code: "const r = await everything.get_resource_links({ count: 2 }); r.content.filter(({ type }) => type === 'resource_link')",
    });
    assert.deepEqual(
      content.map(({ type }) => type),
      ["resource_link", "resource_link"],
    );
  });

  await context.test("a failing tool is caught in the code", async () => {
    const answer = await run(`
      let seen;
      try { await files.read_text_file({ path: "/etc/shadow" }); } catch (error) { seen = error; }
      [seen.code, seen.message]`);
    const [errorCode, message] = JSON.parse(answer);
    assert.equal(errorCode, "tool_error");
    assert.match(message, /Access denied/);
  });

  await context.test("progress comes, and cancelling a slow tool works", async () => {
    const controller = new AbortController();
    const seen: { message?: string }[] = [];
    const running = call(
      "mcp_execute_code",
      { code: "await everything.trigger_long_running_operation({ duration: 15, steps: 150 })" },
      {
        signal: controller.signal,
        onprogress: (progress: { message?: string }) => seen.push(progress),
      },
    );
    await until(() => seen.length > 0, "progress");
    assert.match(seen[0]?.message ?? "", /^everything\.trigger_long_running_operation: \d+\/150/);
    controller.abort();
    await assert.rejects(running);
    const startedAt = performance.now();
    assert.equal(textOf(await call("mcp_execute_code", { code: "1" })), "1");
    assert.ok(performance.now() - startedAt < 10_000, "nobody waits for the slow tool");
  });
});
