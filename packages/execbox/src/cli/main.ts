import type { Readable } from "node:stream";
import { closestName, messageOf } from "@execbox/core";
import {
  type Command,
  type CommandEntry,
  CommandError,
  EXIT,
  type Io,
  UsageError,
} from "./command.js";
import { type FlagTable, type FlagValues, parseLine } from "./flags.js";
import { printCommandHelp, printHelp } from "./help.js";
import { optional } from "./optional.js";
import { LiveLine, type OutputStream, Terminal } from "./terminal.js";
import { readVersion } from "./version.js";

/** The part of `process` that the command line uses. */
export interface Host {
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  stdin: Readable;
  stdout: OutputStream;
  stderr: OutputStream;
  on(event: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  off(event: "SIGINT" | "SIGTERM", listener: () => void): unknown;
}

/** Runs one command line to its end and resolves to its exit code; never rejects. */
export async function runCli(host: Host, commands: readonly CommandEntry[]): Promise<number> {
  const live = new LiveLine();
  const out = new Terminal(host.stdout, host.env, live);
  const err = new Terminal(host.stderr, host.env, live);
  const stop = new AbortController();
  const interrupt = () => {
    // Whoever asks twice does not want to wait for manners.
    host.off("SIGINT", interrupt);
    host.off("SIGTERM", interrupt);
    stop.abort();
  };
  host.on("SIGINT", interrupt);
  host.on("SIGTERM", interrupt);
  // Our reader may have enough early: `execbox types | head`.
  for (const stream of [host.stdout, host.stderr]) stream.on("error", () => stop.abort());
  try {
    const io: Io = { stdin: host.stdin, out, err, env: host.env, signal: stop.signal };
    return await dispatch(host.argv.slice(2), commands, io);
  } finally {
    err.live(undefined);
    host.off("SIGINT", interrupt);
    host.off("SIGTERM", interrupt);
    await Promise.all([host.stdout, host.stderr].map(flushed));
  }
}

async function dispatch(
  args: readonly string[],
  commands: readonly CommandEntry[],
  io: Io,
): Promise<number> {
  const [name, ...more] = args;
  try {
    if (name === undefined || name === "--help" || name === "-h" || name === "help") {
      return await help(
        more[0],
        commands,
        name === undefined ? io.err : io.out,
        name === undefined,
      );
    }
    if (name === "--version" || name === "-V") {
      io.out.line(readVersion());
      return EXIT.ok;
    }
    const command = await load(find(name, commands));
    const { flags, positionals, rest, help: wanted } = parseLine(command, more);
    if (wanted) {
      printCommandHelp(command, io.out);
      return EXIT.ok;
    }
    // The table decided what each flag holds; the types say the same of it.
    return await command.run({ flags: flags as FlagValues<FlagTable>, positionals, rest, io });
  } catch (error) {
    return explain(error, name, commands, io);
  }
}

async function help(
  topic: string | undefined,
  commands: readonly CommandEntry[],
  out: Terminal,
  lost: boolean,
): Promise<number> {
  if (topic === undefined) printHelp(commands, out);
  else printCommandHelp(await load(find(topic, commands)), out);
  return lost ? EXIT.usage : EXIT.ok;
}

function load({ needs, load }: CommandEntry): Promise<Command> {
  return needs === undefined ? load() : optional(needs, load);
}

function find(name: string, commands: readonly CommandEntry[]): CommandEntry {
  const found = commands.find((entry) => entry.name === name);
  if (found !== undefined) return found;
  if (name.startsWith("-")) throw new UsageError(`${name} needs a command before it`);
  const closest = closestName(
    name,
    commands.map((entry) => entry.name),
  );
  const hint = closest === undefined ? "" : `; did you mean ${closest}?`;
  throw new UsageError(`there is no command ${name}${hint}`);
}

function explain(
  error: unknown,
  name: string | undefined,
  commands: readonly CommandEntry[],
  { err }: Io,
): number {
  err.live(undefined);
  const known = commands.some((entry) => entry.name === name);
  const who = known ? `execbox ${name}` : "execbox";
  if (error instanceof UsageError) {
    err.line(`${err.style.bad(`${who}:`)} ${error.message}`);
    err.line(`See ${err.style.accent(`${who} --help`)}`);
    return EXIT.usage;
  }
  if (error instanceof CommandError) {
    err.line(`${err.style.bad(`${who}:`)} ${error.message}`);
    return error.exitCode;
  }
  // Ours to mend: show all there is.
  const trace = error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
  err.line(`${err.style.bad(`${who}: unexpected failure:`)} ${trace}`);
  return EXIT.internal;
}

/** Resolves when everything written has left, or nobody reads any more. */
function flushed(stream: OutputStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableEnded) resolve();
    else stream.write("", () => resolve());
  });
}
