/**
 * MCP in: the tools of an MCP server for a guest program. The server here lives in this process;
 * `{ command, args }` starts one, `{ url }` calls one. A program calls what it needs, keeps what it
 * needs, and the rest of the results never reaches a model.
 */
import { openMcpToolProvider } from "@execbox/mcp";
import { McpServer } from "@modelcontextprotocol/server";
import { QuickJsExecutor } from "execbox";
import { z } from "zod";

const server = new McpServer({ name: "library", version: "1.0.0" });
const books = [
  { title: "Dune", pages: 612 },
  { title: "Emma", pages: 474 },
  { title: "Ulysses", pages: 730 },
];
server.registerTool(
  "list-books",
  {
    description: "Every book",
    inputSchema: z.object({}),
    outputSchema: z.object({ books: z.array(z.object({ title: z.string(), pages: z.number() })) }),
  },
  async () => ({
    content: [{ type: "text", text: JSON.stringify(books) }],
    structuredContent: { books },
  }),
);

const library = await openMcpToolProvider({ server }, { namespace: "library" });
const executor = new QuickJsExecutor();
const result = await executor.execute(
  `const { structuredContent } = await library.list_books({});
   structuredContent.books.filter(({ pages }) => pages > 500).map(({ title }) => title)`,
  [library.provider],
);
console.log(result.ok ? result.result : result.error);
await library.close();
await executor.dispose();

/* Prints:
[ 'Dune', 'Ulysses' ]
*/
