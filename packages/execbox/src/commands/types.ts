import { defineCommand, EXIT, UsageError } from "../cli/command.js";
import { readTools } from "../tools/read-tools.js";

export const command = defineCommand({
  name: "types",
  summary: "Print what a model is told about your tools",
  usage: ["execbox types --tools FILE"],
  about:
    "Prints the TypeScript declarations of your tools: what you put into a model's prompt so that it writes calls that fit, and what execbox check holds programs against.",
  flags: {
    tools: {
      type: "list",
      value: "FILE",
      about: "A module that exports providers or plain functions.",
    },
  },
  examples: [
    { command: "execbox types --tools tools.ts", about: "Declarations of every tool in tools.ts" },
  ],
  async run({ flags, io }) {
    if (flags.tools.length === 0)
      throw new UsageError("--tools is missing: name the modules of your tools");
    const providers = await readTools(flags.tools);
    io.out.line(providers.map(({ types }) => types).join("\n\n"));
    return EXIT.ok;
  },
});
