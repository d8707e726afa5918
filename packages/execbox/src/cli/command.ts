import type { Readable } from "node:stream";
import type { FlagTable, FlagValues } from "./flags.js";
import type { Terminal } from "./terminal.js";

/** One command of the command line: its table of flags, its help, and what it does. */
export interface Command<F extends FlagTable = FlagTable> {
  name: string;
  /** One line in `execbox --help`. */
  summary: string;
  /** How it is called, one line for each way: `execbox run FILE [--tools FILE]`. */
  usage: readonly string[];
  /** A paragraph that teaches. */
  about: string;
  flags: F;
  /** What may stand beside the flags; nothing may when this is left out. */
  positionals?: { name: string; about: string; min?: number; max?: number };
  /** What may follow `--`. */
  rest?: { name: string; about: string };
  examples: readonly { command: string; about: string }[];
  /** Further sections of the help, such as a table of exit codes. */
  notes?: readonly { title: string; lines: readonly string[] }[];
  /** Resolves to the exit code. */
  run(call: Call<F>): Promise<number>;
}

/** What a command was called with. */
export interface Call<F extends FlagTable = FlagTable> {
  flags: FlagValues<F>;
  positionals: string[];
  rest: string[];
  io: Io;
}

/** The world of a command; nothing of it reads `process` itself. */
export interface Io {
  stdin: Readable;
  out: Terminal;
  err: Terminal;
  env: NodeJS.ProcessEnv;
  /** Aborted by the first SIGINT or SIGTERM; the second one ends the process. */
  signal: AbortSignal;
}

/** A command as the list knows it, before its code is loaded. */
export interface CommandEntry {
  name: string;
  summary: string;
  /** The package it is about, where that is installed only by those who use it. */
  needs?: string;
  load(): Promise<Command>;
}

/** Exit codes that mean the same in every command; those of `run` are in its help. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 64,
  badInput: 65,
  noInput: 66,
  unavailable: 69,
  internal: 70,
  interrupted: 130,
} as const;

/** A call that makes no sense: its message is shown with "see execbox X --help", exit code 64. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A failure that is the user's to mend: its message is shown alone, without a stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Gives a command's `run` the types of its own flags. */
export function defineCommand<const F extends FlagTable>(command: Command<F>): Command<F> {
  return command;
}
