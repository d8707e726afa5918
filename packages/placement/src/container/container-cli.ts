import { type ChildProcess, spawn } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { findProgram } from "../hardening/find-program.js";

/** The programs that make containers here. */
export type ContainerProgram = "podman" | "docker";

/** How a command of Podman or Docker ended. */
export interface CliResult {
  /** `null` when it took too long and was killed. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** How a command is run to its end. */
export interface CliRunOptions {
  /** After which it is killed. Default a minute. */
  timeoutMs?: number;
  /** What it reads. */
  input?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Gets what it writes to its error stream, line by line. */
  onLine?: (line: string) => void;
}

const MAX_OUTPUT_CHARS = 1 << 20;
const PROGRAMS: readonly ContainerProgram[] = ["podman", "docker"];

/**
 * What Podman and Docker read of the environment. Everything else of the host's stays out: both
 * can be configured to hand their own environment to containers, and Podman does so by itself
 * with proxies and the passwords in their addresses.
 */
const PASSED_ON =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|XDG_.*|DBUS_SESSION_BUS_ADDRESS|STORAGE_.*|_?CONTAINERS?_.*|REGISTRY_AUTH_FILE|DOCKER_.*)$/;

/** The command line of Podman or Docker. Every command has a timer of its own. */
export class ContainerCli {
  readonly name: ContainerProgram;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(name: ContainerProgram, path: string) {
    this.name = name;
    this.path = path;
    this.env = environment();
  }

  /** Starts a command with three pipes; whoever asked for it owns the child. */
  start(args: readonly string[]): ChildProcess {
    return spawn(this.path, args, { env: this.env, cwd: "/", stdio: ["pipe", "pipe", "pipe"] });
  }

  /** Runs a command to its end. Never rejects: a command that failed has a code. */
  run(args: readonly string[], options: CliRunOptions = {}): Promise<CliResult> {
    const child = this.start(args);
    const result: CliResult = { code: null, stdout: "", stderr: "" };
    collect(child, "stdout", (text) => (result.stdout += text));
    collect(child, "stderr", (text) => (result.stderr += text));
    if (options.onLine !== undefined) sayLines(child, options.onLine);
    feed(child, options.input);
    const timer = setTimeout(() => child.kill("SIGKILL"), options.timeoutMs ?? 60_000);
    return new Promise((resolve) => {
      const end = (code: number | null) => {
        clearTimeout(timer);
        resolve({ ...result, code });
      };
      child.on("error", (error) => {
        result.stderr += error.message;
        if (child.pid === undefined) end(null);
      });
      child.once("close", end);
    });
  }

  /** Runs a command that must succeed, and gives what it wrote; its last words become the error. */
  async demand(args: readonly string[], options?: CliRunOptions): Promise<string> {
    const result = await this.run(args, options);
    if (result.code === 0) return result.stdout.trim();
    throw new Error(`${this.name} ${args[0]} failed: ${lastWords(result)}`);
  }
}

/** The last lines a command wrote about its failure. */
export function lastWords({ code, stderr, stdout }: CliResult): string {
  const lines = (stderr.trim() || stdout.trim()).split("\n");
  const words = lines.slice(-3).join("; ").slice(-500);
  if (code === null) return `it took too long${words === "" ? "" : ` (${words})`}`;
  return words === "" ? `it ended with code ${code}` : words;
}

/** Either a command line that works here, or one sentence on how to get one. */
export type FoundCli = { cli: ContainerCli } | { reason: string };

const found = new Map<string, Promise<FoundCli>>();

/**
 * The command line of Podman or Docker, whichever is installed and answers; Podman first, as it
 * needs no daemon. What was found is kept; a failure is not, as somebody may mend it.
 */
export function findContainerCli(wanted?: ContainerProgram): Promise<FoundCli> {
  const key = wanted ?? "";
  const known = found.get(key);
  if (known !== undefined) return known;
  const search = searchFor(wanted === undefined ? PROGRAMS : [wanted]);
  found.set(key, search);
  void search.then((result) => {
    if ("reason" in result) found.delete(key);
  });
  return search;
}

/** The command line of Podman or Docker; throws one sentence on what to install. */
export async function demandContainerCli(wanted?: ContainerProgram): Promise<ContainerCli> {
  const result = await findContainerCli(wanted);
  if ("reason" in result) throw new Error(result.reason);
  return result.cli;
}

async function searchFor(names: readonly ContainerProgram[]): Promise<FoundCli> {
  const silent: string[] = [];
  for (const name of names) {
    const path = findProgram(name);
    if (path === undefined) continue;
    const cli = new ContainerCli(name, path);
    const answer = await cli.run(["version", "--format", VERSION[name]], { timeoutMs: 20_000 });
    if (answer.code === 0) return { cli };
    silent.push(`${name} is installed but does not answer (${lastWords(answer)})`);
  }
  const what = names.length === 1 ? NAMES[names[0]!] : "Podman or Docker";
  const why = silent.length === 0 ? "neither was found" : silent.join(", ");
  return {
    reason: `containers need ${what}: ${REMEDY[names.length === 1 ? names[0]! : "podman"]} (${
      names.length === 1 && silent.length === 0 ? "it was not found" : why
    })`,
  };
}

const NAMES = { podman: "Podman", docker: "Docker" } as const;
const REMEDY = {
  podman: "apt-get install podman",
  docker: "apt-get install docker.io and start dockerd",
} as const;

/** What shows that containers can be made: for Docker, that its daemon is there. */
const VERSION = { podman: "{{.Client.Version}}", docker: "{{.Server.Version}}" } as const;

function environment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, value ?? ""]));
}

function collect(
  child: ChildProcess,
  stream: "stdout" | "stderr",
  add: (text: string) => void,
): void {
  let left = MAX_OUTPUT_CHARS;
  child[stream]?.setEncoding("utf8").on("data", (text: string) => {
    add(text.slice(0, left));
    left = Math.max(0, left - text.length);
  });
}

function sayLines(child: ChildProcess, onLine: (line: string) => void): void {
  let open = "";
  child.stderr?.on("data", (text: string) => {
    const lines = (open + text).split("\n");
    open = lines.pop()?.slice(-1_000) ?? "";
    for (const line of lines) onLine(line);
  });
}

function feed(child: ChildProcess, input: CliRunOptions["input"]): void {
  const pipe = child.stdin;
  if (pipe === null) return;
  // A command that ends before it has read everything says why itself.
  pipe.on("error", () => {});
  if (input === undefined) {
    pipe.end();
    return;
  }
  pipeline(Readable.from(input), pipe).catch(() => {
    // What was sent is not the whole, and must not be taken for it.
    child.kill("SIGKILL");
  });
}
