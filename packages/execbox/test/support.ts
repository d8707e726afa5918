import { Readable, Writable } from "node:stream";
import type { CommandEntry } from "../src/cli/command.js";
import { runCli } from "../src/cli/main.js";
import { COMMANDS } from "../src/commands.js";

/** What a command line printed and how it ended. */
export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** How a command line is run in a test. */
export interface RunOptions {
  env?: NodeJS.ProcessEnv;
  stdin?: string;
  /** Whether both outputs are terminals. */
  tty?: boolean;
  columns?: number;
  commands?: readonly CommandEntry[];
  /** Gets the function that sends SIGINT. */
  onStart?: (interrupt: () => void) => void;
}

/** Runs a command line in this process. */
export async function execbox(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { env = {}, stdin = "", tty = false, columns = 80, commands = COMMANDS } = options;
  const stdout = new Sink(tty, columns);
  const stderr = new Sink(tty, columns);
  const listeners = new Set<() => void>();
  options.onStart?.(() => {
    for (const listener of [...listeners]) listener();
  });
  const host = {
    argv: ["node", "execbox", ...args],
    env,
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout,
    stderr,
    on: (_event: string, listener: () => void) => listeners.add(listener),
    off: (_event: string, listener: () => void) => listeners.delete(listener),
  };
  const code = await runCli(host, commands);
  return { code, out: stdout.text, err: stderr.text };
}

class Sink extends Writable {
  text = "";
  readonly isTTY: boolean;
  readonly columns: number;

  constructor(isTTY: boolean, columns: number) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
    this.columns = columns;
  }

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}
