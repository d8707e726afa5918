import type { ChildProcess } from "node:child_process";
import {
  type DispatcherMessage,
  decodeMessage,
  encodeMessage,
  type FrameError,
  type HostTransport,
  Listeners,
  MAX_FRAME_CHARS,
  RunnerOutOfMemory,
} from "@execbox/protocol";
import { LineReader } from "./lines.js";
import { type PipedProgram, type ProgramExit, pipedChild } from "./piped-program.js";

const MAX_STDERR_CHARS = 4_096;

/** A program that leaves so much unread is given up; hundreds of large results at once are less. */
const MAX_WAITING_BYTES = 16 * MAX_FRAME_CHARS;

/** How long a program that was asked to end may take. */
const EXIT_GRACE_MS = 1_000;

/**
 * A link to a program that speaks one JSON message a line on stdin and stdout: a child of ours,
 * a command in a container, `ssh host runner`, or somebody's runner in another language. A child
 * must have been spawned with three pipes; what is given belongs to the transport from then on.
 */
export class StdioTransport implements HostTransport {
  readonly #program: PipedProgram;
  readonly #messages = new Listeners<[unknown]>();
  readonly #closed = new Listeners<[]>();
  readonly #errors = new Listeners<[Error]>();
  readonly #exited: Promise<void>;
  #stderr = "";
  #ending = false;

  constructor(given: ChildProcess | PipedProgram) {
    const program = "ended" in given ? given : pipedChild(given);
    this.#program = program;
    const lines = new LineReader((line) => this.#receive(line));
    program.stdout.on("data", (chunk: Buffer) => {
      try {
        lines.push(chunk);
      } catch (error) {
        this.#fail(error as Error);
      }
    });
    program.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-MAX_STDERR_CHARS);
    });
    // A program that is gone must not bring the host down with EPIPE.
    program.stdin.on("error", () => {});
    this.#exited = program.ended.then((exit) => {
      if (!this.#ending) this.#fail(this.#obituary(exit));
    });
  }

  readonly onMessage = this.#messages.add;
  readonly onClose = this.#closed.add;
  readonly onError = this.#errors.add;

  send(message: DispatcherMessage): void {
    const { stdin } = this.#program;
    stdin.write(`${encodeMessage(message)}\n`);
    const waiting = stdin.writableLength;
    if (waiting <= MAX_WAITING_BYTES) return;
    this.#fail(new Error(`the runner does not read: ${waiting} bytes wait for it`));
  }

  holdBack(held: boolean): void {
    if (held) this.#program.stdout.pause();
    else this.#program.stdout.resume();
  }

  async dispose(): Promise<void> {
    this.#ending = true;
    this.#program.ref?.();
    this.#program.stdin.end();
    const timer = setTimeout(() => this.#program.kill(), EXIT_GRACE_MS);
    timer.unref();
    await this.#exited;
    clearTimeout(timer);
  }

  async terminate(): Promise<void> {
    this.#ending = true;
    this.#program.ref?.();
    this.#program.kill();
    await this.#exited;
  }

  #receive(line: string): void {
    let message: unknown;
    try {
      message = decodeMessage(line);
    } catch (error) {
      this.#fail(error as FrameError);
      return;
    }
    this.#messages.emit(message);
  }

  #fail(error: Error): void {
    this.#errors.emit(error);
  }

  #obituary({ code, outOfMemory, cause }: ProgramExit): Error {
    if (outOfMemory) return new RunnerOutOfMemory();
    const how = cause === undefined ? `with code ${code}` : `by ${cause}`;
    const words = this.#stderr.trim();
    const last = words === "" ? "" : `: ${words.slice(-500)}`;
    return new Error(`the runner's process ended ${how}${last}`);
  }
}
