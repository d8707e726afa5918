import { defineCommand, EXIT, UsageError } from "../cli/command.js";
import { openMcpTools } from "../tools/mcp-tools.js";
import { readTools } from "../tools/read-tools.js";

export const command = defineCommand({
  name: "types",
  summary: "Print what a model is told about your tools",
  usage: ["execbox types --tools FILE", "execbox types --mcp FILE"],
  about:
    "Prints the TypeScript declarations of your tools: what you put into a model's prompt so that it writes calls that fit, and what execbox check holds programs against.",
  flags: {
    tools: { type: "list", value: "FILE", about: "A module that exports providers or functions." },
    mcp: { type: "string", value: "FILE", about: "MCP servers to ask: an mcp.json." },
  },
  examples: [
    { command: "execbox types --tools tools.ts", about: "Declarations of every tool in tools.ts" },
    { command: "execbox types --mcp mcp.json", about: "What MCP servers offer, as TypeScript" },
  ],
  async run({ flags, io }) {
    if (flags.tools.length === 0 && flags.mcp === undefined) {
      throw new UsageError("there is nothing to describe: give --tools FILE or --mcp FILE");
    }
    const mcp = await openMcpTools(flags.mcp, io);
    try {
      const providers = [...(await readTools(flags.tools)), ...mcp.providers];
      io.out.line(providers.map(({ types }) => types).join("\n\n"));
      return EXIT.ok;
    } finally {
      await mcp.close();
    }
  },
});
