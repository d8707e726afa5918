// An MCP client that is connected to a server, and somebody who wants to be served.
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const library = new McpServer({ name: "library", version: "1.0.0" });
library.registerTool(
  "search",
  { description: "Finds books", inputSchema: z.object({ query: z.string() }) },
  async ({ query }) => ({ content: [{ type: "text", text: `no book about ${query}` }] }),
);
const [here, there] = InMemoryTransport.createLinkedPair();
await library.connect(there);
export const client = new Client({ name: "docs", version: "1.0.0" });
await client.connect(here);

export const [transport, asker] = InMemoryTransport.createLinkedPair();

/** What serves would serve until it is stopped. */
export async function close() {
  process.exit();
}
