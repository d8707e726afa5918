import { resolve } from "node:path";
import { checkProgram } from "../check/check-program.js";
import { showProblems } from "../check/show.js";
import { type Call, defineCommand, EXIT, UsageError } from "../cli/command.js";
import type { FlagTable } from "../cli/flags.js";
import { ENGINES, PLACEMENTS } from "../run/engine.js";
import { EXIT_CODES } from "../run/outcome.js";
import { readProgram } from "../run/program.js";
import { type RunPlan, readInput, runOnce } from "../run/session.js";
import { envelope, showOutcome } from "../run/show.js";
import { nextChange } from "../run/watch.js";
import { type McpTools, openMcpTools } from "../tools/mcp-tools.js";
import { readTools } from "../tools/read-tools.js";

const flags = {
  eval: { type: "string", short: "e", value: "CODE", about: "Run this code instead of a file." },
  tools: {
    type: "list",
    value: "FILE",
    about:
      "A module whose exports the program may call: providers or plain functions, TypeScript too.",
  },
  mcp: {
    type: "string",
    value: "FILE",
    about: "MCP servers whose tools the program may call, each by its name: an mcp.json.",
  },
  input: {
    type: "string",
    value: "FILE",
    about:
      "JSON that the program sees as input; a module's exported function gets it as its argument.",
  },
  engine: {
    type: "string",
    value: "NAME",
    choices: ENGINES,
    default: "quickjs",
    about: "Which JavaScript engine.",
  },
  placement: {
    type: "string",
    value: "NAME",
    choices: PLACEMENTS,
    default: "worker",
    about: "Where it runs.",
  },
  timeout: {
    type: "duration",
    value: "TIME",
    default: "5s",
    about: "When to stop, tool time included.",
  },
  memory: {
    type: "bytes",
    value: "SIZE",
    default: "64mb",
    about: "How much heap the program may have.",
  },
  as: {
    type: "string",
    value: "KIND",
    choices: ["module", "snippet"],
    about:
      "What the program is. Without it, import or export at the start of a line makes it a module.",
  },
  export: {
    type: "string",
    value: "NAME",
    default: "default",
    about: "The export of a module that is the result.",
  },
  trace: {
    type: "string",
    value: "FILE",
    about: "Write every tool call with its times and sizes; see execbox trace.",
  },
  check: {
    type: "boolean",
    about: "Type-check it first and do not run what has errors; see execbox check.",
  },
  json: { type: "boolean", about: "Print one JSON envelope with result, logs and error." },
  watch: {
    type: "boolean",
    about: "Run again whenever the program, its tools or its input change.",
  },
} as const satisfies FlagTable;

export const command = defineCommand({
  name: "run",
  summary: "Run a program with the tools you give it and nothing else",
  usage: [
    "execbox run FILE [flags]",
    "execbox run -e CODE [flags]",
    "execbox run - [flags] < FILE",
  ],
  about:
    "Runs JavaScript or TypeScript in a fresh sandbox. The program can call the tools you name and reach nothing else: no files, no network, no environment. The value of its last expression is printed to stdout; what it logs goes to stderr as it happens.",
  positionals: { name: "FILE", about: "The program; - reads it from stdin." },
  flags,
  notes: [
    {
      title: "Exit codes",
      lines: [
        "0    it succeeded",
        ...Object.entries(EXIT_CODES)
          .sort(([, a], [, b]) => a - b)
          .map(([code, exit]) => `${String(exit).padEnd(4)} ${code}`),
        `${EXIT.usage}   the command line makes no sense; ${EXIT.badInput} a file does not hold what it should`,
        `${EXIT.noInput}   a file is not there; ${EXIT.unavailable} a part is not installed; ${EXIT.interrupted} interrupted`,
      ],
    },
  ],
  examples: [
    { command: "execbox run -e '[1, 2, 3].map((n) => n * 2)'", about: "An expression" },
    {
      command: "execbox run report.ts --tools tools.ts --input orders.json",
      about: "A program with tools and data",
    },
    {
      command: "execbox run - --json < snippet.js",
      about: "What a model wrote, for another program to read",
    },
    {
      command: "execbox run job.js --placement process --timeout 2s --memory 32mb",
      about: "Behind the strongest walls this machine has",
    },
    {
      command: "execbox run report.ts --tools tools.ts --watch",
      about: "While you write the tools",
    },
  ],
  async run(call) {
    const mcp = await openMcpTools(call.flags.mcp, call.io);
    try {
      return call.flags.watch ? await runWatching(call, mcp) : await attempt(call, mcp);
    } finally {
      await mcp.close();
    }
  },
});

type RunCall = Call<typeof flags>;

/** Reads everything and runs it once. */
async function attempt({ flags: given, positionals, io }: RunCall, mcp: McpTools): Promise<number> {
  const { as, json, trace, export: fn, timeout: timeoutMs } = given;
  const program = await readProgram({ positionals, eval: given.eval, as }, io.stdin);
  if (fn !== "default" && program.kind === "snippet") {
    throw new UsageError("--export is for modules, and this program is a snippet; add --as module");
  }
  const providers = [...(await readTools(given.tools)), ...mcp.providers];
  if (given.check) {
    const problems = await checkProgram(program, providers, given.input !== undefined);
    showProblems(problems, program, io);
    if (problems.some(({ severity }) => severity === "error")) return EXIT.badInput;
  }
  const { engine, placement, memory: memoryLimitBytes } = given;
  const plan: RunPlan = {
    program,
    providers,
    choice: { engine, placement, memoryLimitBytes },
    input: await readInput(given.input),
    timeoutMs,
    fn,
    trace,
    json,
  };
  const { outcome, recorder } = await runOnce(plan, io);
  if (json) io.out.line(JSON.stringify(envelope(outcome, recorder)));
  else showOutcome(outcome, program, recorder, io);
  if (io.signal.aborted) return EXIT.interrupted;
  return outcome.ok ? EXIT.ok : EXIT_CODES[outcome.error.code];
}

async function runWatching(call: RunCall, mcp: McpTools): Promise<number> {
  const { flags: given, positionals, io } = call;
  const [file] = positionals;
  if (file === undefined || file === "-") throw new UsageError("--watch needs a FILE to watch");
  const files = [file, ...given.tools, ...(given.input === undefined ? [] : [given.input])];
  for (;;) {
    try {
      await attempt(call, mcp);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      io.err.line(
        `${io.err.style.bad("execbox run:")} ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    if (io.signal.aborted) return EXIT.ok;
    io.err.line(io.err.style.faint("watching for changes"));
    await nextChange(
      files.map((path) => resolve(path)),
      io.signal,
    );
    if (io.signal.aborted) return EXIT.ok;
  }
}
