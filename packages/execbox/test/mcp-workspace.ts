import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { folderWith } from "./folder.js";

const require = createRequire(import.meta.url);

/** The program of a reference server. */
export function referenceServer(name: string): string {
  const folder = dirname(require.resolve(`@modelcontextprotocol/server-${name}/package.json`));
  return join(folder, "dist/index.js");
}

/** A folder with a file to read and a configuration that names two reference servers. */
export async function mcpWorkspace(
  context: TestContext,
): Promise<{ folder: string; config: string }> {
  const folder = await folderWith(context, { "note.txt": "remember the milk\n" });
  const mcpServers = {
    files: { command: process.execPath, args: [referenceServer("filesystem"), folder] },
    memory: {
      command: process.execPath,
      args: [referenceServer("memory")],
      env: { MEMORY_FILE_PATH: join(folder, "graph.jsonl") },
    },
  };
  const config = join(folder, "mcp.json");
  await writeFile(config, JSON.stringify({ mcpServers }));
  return { folder, config };
}
