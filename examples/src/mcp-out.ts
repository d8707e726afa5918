/**
 * MCP out: code mode for any MCP client. Whatever servers stand behind it, the client sees a tool
 * that finds tools and a tool that runs programs. Here server, wrapper and client live in one
 * process; `execbox mcp` is the same as a command.
 */
import { codeMcpServer } from "@execbox/mcp";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { QuickJsExecutor } from "execbox";
import { z } from "zod";

const calculator = new McpServer({ name: "calculator", version: "1.0.0" });
calculator.registerTool(
  "add",
  { description: "Adds two numbers", inputSchema: z.object({ a: z.number(), b: z.number() }) },
  async ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }),
);

const executor = new QuickJsExecutor();
const wrapper = await codeMcpServer({ server: calculator }, { executor, namespace: "calculator" });
const [here, there] = InMemoryTransport.createLinkedPair();
await wrapper.connect(there);
const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(here);

const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join(", "));

const code = `
  let sum = 0;
  for (let n = 1; n <= 10; n++) {
    const { content } = await calculator.add({ a: sum, b: n });
    sum = Number(content[0].text);
  }
  sum`;
const { content } = await client.callTool({ name: "mcp_execute_code", arguments: { code } });
console.log(JSON.stringify(content));
await client.close();
await wrapper.close();
await executor.dispose();

/* Prints:
mcp_search_tools, mcp_execute_code…
[{"type":"text","text":"55…"}…]
*/
