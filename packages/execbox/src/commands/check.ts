import { checkProgram } from "../check/check-program.js";
import { showProblems } from "../check/show.js";
import { defineCommand, EXIT } from "../cli/command.js";
import type { FlagTable } from "../cli/flags.js";
import { readProgram } from "../run/program.js";
import { openMcpTools } from "../tools/mcp-tools.js";
import { readTools } from "../tools/read-tools.js";

const flags = {
  eval: { type: "string", short: "e", value: "CODE", about: "Check this code instead of a file." },
  tools: { type: "list", value: "FILE", about: "A module whose exports the program may call." },
  mcp: {
    type: "string",
    value: "FILE",
    about: "MCP servers whose tools it may call: an mcp.json.",
  },
  input: { type: "boolean", about: "The program will be given an input." },
  as: {
    type: "string",
    value: "KIND",
    choices: ["module", "snippet"],
    about: "What the program is; without it, its text decides.",
  },
  json: { type: "boolean", about: "Print the problems as JSON." },
} as const satisfies FlagTable;

export const command = defineCommand({
  name: "check",
  summary: "Type-check a program against your tools before it runs",
  usage: ["execbox check FILE --tools FILE", "execbox check -e CODE --tools FILE"],
  about:
    "Finds what would go wrong without running anything: tools that do not exist, arguments that do not fit, a missing await, names the sandbox does not have. Needs the typescript package (npm install typescript), which reads the program in a process of its own.",
  positionals: { name: "FILE", about: "The program; - reads it from stdin." },
  flags,
  examples: [
    { command: "execbox check report.ts --tools tools.ts", about: "Before you run it" },
    {
      command: "execbox check - --tools tools.ts --json < snippet.js",
      about: "What to tell the model that wrote it",
    },
  ],
  async run({ flags: given, positionals, io }) {
    const program = await readProgram({ positionals, eval: given.eval, as: given.as }, io.stdin);
    const mcp = await openMcpTools(given.mcp, io);
    const providers = [...(await readTools(given.tools)), ...mcp.providers];
    const problems = await checkProgram(program, providers, given.input).finally(mcp.close);
    if (given.json) io.out.line(JSON.stringify(problems));
    else showProblems(problems, program, io);
    const errors = problems.filter(({ severity }) => severity === "error").length;
    if (!given.json && problems.length === 0) io.out.line(`${program.name}: no problem found`);
    return errors === 0 ? EXIT.ok : EXIT.badInput;
  },
});
