import type { CommandEntry } from "./cli/command.js";

/** Every command, in the order in which the help shows them; the code of each loads when it is called. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "run",
    summary: "Run a program with the tools you give it and nothing else",
    load: async () => (await import("./commands/run.js")).command,
  },
  {
    name: "check",
    summary: "Type-check a program against your tools before it runs",
    load: async () => (await import("./commands/check.js")).command,
  },
  {
    name: "types",
    summary: "Print what a model is told about your tools",
    load: async () => (await import("./commands/types.js")).command,
  },
  {
    name: "trace",
    summary: "Draw the tool calls of a run as a timeline",
    load: async () => (await import("./commands/trace.js")).command,
  },
  {
    name: "init",
    summary: "Write a small project that works",
    load: async () => (await import("./commands/init.js")).command,
  },
  {
    name: "mcp",
    summary: "Wrap MCP servers: the model writes one program instead of many calls",
    needs: "@execbox/mcp",
    load: async () => (await import("./commands/mcp.js")).command,
  },
  {
    name: "runner",
    summary: "Run guest code for hosts elsewhere: on stdin and stdout, WebSockets, or in a fleet",
    needs: "@execbox/remote",
    load: async () => (await import("./commands/runner.js")).command,
  },
  {
    name: "fleet",
    summary: "Show the runners of a fleet on NATS and what they do",
    load: async () => (await import("./commands/fleet.js")).command,
  },
  {
    name: "doctor",
    summary: "Say which engines and placements work here and what each enforces",
    load: async () => (await import("./commands/doctor.js")).command,
  },
  {
    name: "conformance",
    summary: "Prove a runner right: every requirement of the runner specification, on any runner",
    needs: "@execbox/conformance",
    load: async () => (await import("./commands/conformance.js")).command,
  },
];
