// The world the tasks live in: the three reference servers from npm over a folder that is the same
// on every machine, reached plainly and through code mode.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { codeMcpServer, createToolFilter } from "@execbox/mcp";
import { QuickJsExecutor } from "@execbox/quickjs";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const require = createRequire(new URL("../../packages/mcp/package.json", import.meta.url));

/** One path, whatever the machine: paths are tokens too. */
export const FOLDER = join(tmpdir(), "execbox-mcp-bench");

const WORDS = "the quick brown fox jumps over a lazy dog while twelve zebras watch from afar".split(
  " ",
);

/** Files whose every byte is known. */
export function makeFiles() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(join(FOLDER, "src"), { recursive: true });
  mkdirSync(join(FOLDER, "people"));
  for (let file = 0; file < 20; file++) {
    const lines = Array.from({ length: 60 }, (_, line) => {
      const isTodo = (file * 7 + line * 3) % 29 === 0;
      return isTodo ? `// TODO: item ${line}` : `const value${line} = "${words(file + line, 6)}";`;
    });
    writeFileSync(join(FOLDER, "src", `part-${file}.js`), `${lines.join("\n")}\n`);
  }
  for (let person = 0; person < 10; person++) {
    const text = `Name: Person ${person}\nTeam: ${["blue", "green"][person % 2]}\nNotes: ${words(person, 80)}\n`;
    writeFileSync(join(FOLDER, "people", `person-${person}.txt`), text);
  }
  writeFileSync(join(FOLDER, "version.txt"), "4.2.0\n");
  writeFileSync(
    join(FOLDER, "essay.txt"),
    `${Array.from({ length: 60 }, (_, line) => words(line, 25)).join("\n")}\n`,
  );
}

function words(start, count) {
  return Array.from(
    { length: count },
    (_, index) => WORDS[(start * 5 + index * 3) % WORDS.length],
  ).join(" ");
}

const SERVERS = () => ({
  files: reference("filesystem", FOLDER),
  memory: { ...reference("memory"), env: { MEMORY_FILE_PATH: join(FOLDER, "graph.jsonl") } },
  everything: reference("everything", "stdio"),
});

function reference(name, ...args) {
  const manifest = require.resolve(`@modelcontextprotocol/server-${name}/package.json`);
  return { command: process.execPath, args: [join(dirname(manifest), "dist/index.js"), ...args] };
}

/** What a small world has: one server, three tools. */
const FEW = ["read_text_file", "list_directory", "write_file"];

/** A client of each server, as a plain client would have it; names carry their server's. */
export async function openPlain(isSmall = false) {
  const clients = {};
  const catalogue = [];
  for (const [name, config] of Object.entries(SERVERS())) {
    if (isSmall && name !== "files") continue;
    const client = new Client({ name: "bench", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ ...config, stderr: "ignore" }));
    clients[name] = client;
    const { tools } = await client.listTools();
    for (const { name: tool, description, inputSchema } of tools) {
      if (isSmall && !FEW.includes(tool)) continue;
      catalogue.push({ name: `${name}__${tool}`, description, inputSchema });
    }
  }
  return {
    catalogue,
    async call(name, input) {
      const [server, tool] = name.split("__");
      const { content } = await clients[server].callTool({ name: tool, arguments: input });
      return content;
    },
    close: () => Promise.all(Object.values(clients).map((client) => client.close())),
  };
}

/** The same servers behind the wrapper. */
export async function openWrapped(isSmall = false) {
  const executor = new QuickJsExecutor({ timeoutMs: 30_000 });
  const { files, ...others } = SERVERS();
  const upstreams = isSmall ? { files } : { files, ...others };
  const allow = isSmall ? FEW.map((tool) => `files.${tool}`) : [];
  const filter = createToolFilter({ allow });
  const server = await codeMcpServer({ upstreams }, { executor, filter, mode: "auto" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  const client = new Client({ name: "bench", version: "1.0.0" });
  await client.connect(ours);
  const { tools } = await client.listTools();
  return {
    catalogue: tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    })),
    call: async (name, input) => (await client.callTool({ name, arguments: input })).content,
    async close() {
      await client.close();
      await server.close();
      await executor.dispose();
    },
  };
}
