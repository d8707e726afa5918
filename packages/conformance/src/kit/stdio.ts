import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { LineReader } from "@execbox/placement";
import type { RunnerConnection } from "../suites/runner/session.js";

/** How long a runner that was asked to end may take before it is killed. */
const EXIT_GRACE_MS = 1_000;
const MAX_STDERR_CHARS = 4_096;

/**
 * Starts a command that speaks one JSON message a line on stdin and stdout. The process serves
 * one session and belongs to the connection. Rejects when the command cannot be started.
 */
export async function connectStdio(
  command: readonly [program: string, ...args: string[]],
): Promise<RunnerConnection> {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  const connection = new StdioConnection(child);
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => {
      reject(new Error(`${program} could not be started: ${error.message}`));
    });
  });
  return connection;
}

class StdioConnection implements RunnerConnection {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  #hear: (frame: string) => void = () => {};
  #sayClosed: (why: string) => void = () => {};
  #stderr = "";
  #ours = false;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    const lines = new LineReader((line) => this.#hear(line));
    child.stdout.on("data", (chunk: Buffer) => this.#read(lines, chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-MAX_STDERR_CHARS);
    });
    // Writing to a runner that is gone is a finding of the case, not an error of the kit.
    child.stdin.on("error", () => {});
    this.#ended = new Promise((resolve) => {
      child.once("close", (code, signal) => {
        const how = signal === null ? `with code ${code}` : `by ${signal}`;
        this.#close(`the runner ended ${how}${this.#words()}`);
        resolve();
      });
    });
  }

  send(frame: string): void {
    this.#child.stdin.write(`${frame}\n`);
  }

  onFrame(handler: (frame: string) => void): void {
    this.#hear = handler;
  }

  onClose(handler: (why: string) => void): void {
    this.#sayClosed = handler;
  }

  async close(): Promise<void> {
    this.#ours = true;
    this.#child.stdin.end();
    await this.#within(EXIT_GRACE_MS);
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  async cut(ms: number): Promise<boolean> {
    this.#ours = true;
    this.#child.stdin.destroy();
    this.#child.stdout.destroy();
    return this.#within(ms);
  }

  #read(lines: LineReader, chunk: Buffer): void {
    try {
      lines.push(chunk);
    } catch (error) {
      this.#close(error instanceof Error ? error.message : String(error));
      this.#child.kill("SIGKILL");
    }
  }

  #close(why: string): void {
    if (!this.#ours) this.#sayClosed(why);
    this.#ours = true;
  }

  #words(): string {
    const words = this.#stderr.trim();
    return words === "" ? "" : `: ${words.slice(-500)}`;
  }

  async #within(ms: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, ms, false);
    });
    const ended = await Promise.race([this.#ended.then(() => true), late]);
    clearTimeout(timer);
    return ended;
  }
}
