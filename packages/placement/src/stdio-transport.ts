import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import {
  type DispatcherMessage,
  decodeMessage,
  encodeMessage,
  type FrameError,
  type HostTransport,
  Listeners,
} from "@execbox/protocol";
import { LineReader } from "./lines.js";

const MAX_STDERR_CHARS = 4_096;

/** How long a child that was asked to end may take. */
const EXIT_GRACE_MS = 1_000;

/**
 * A link to a program that speaks one JSON message a line on stdin and stdout: a child of ours,
 * a container, `ssh host runner`, or somebody's runner in another language. The child must have
 * been spawned with three pipes; it belongs to the transport from then on.
 */
export class StdioTransport implements HostTransport {
  readonly #child: ChildProcess;
  readonly #messages = new Listeners<[unknown]>();
  readonly #closed = new Listeners<[]>();
  readonly #errors = new Listeners<[Error]>();
  readonly #exited: Promise<void>;
  #stderr = "";
  #ending = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    const lines = new LineReader((line) => this.#receive(line));
    child.stdout?.on("data", (chunk: Buffer) => {
      try {
        lines.push(chunk);
      } catch (error) {
        this.#fail(error as Error);
      }
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-MAX_STDERR_CHARS);
    });
    // A child that is gone must not bring the host down with EPIPE.
    child.stdin?.on("error", () => {});
    child.on("error", (error) => this.#fail(error));
    this.#exited = new Promise((resolve) => {
      child.once("close", () => {
        resolve();
        if (!this.#ending) this.#fail(new Error(this.#obituary()));
      });
    });
  }

  readonly onMessage = this.#messages.add;
  readonly onClose = this.#closed.add;
  readonly onError = this.#errors.add;

  send(message: DispatcherMessage): void {
    this.#child.stdin?.write(`${encodeMessage(message)}\n`);
  }

  async dispose(): Promise<void> {
    this.#ending = true;
    this.#hold();
    this.#child.stdin?.end();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), EXIT_GRACE_MS);
    timer.unref();
    await this.#exited;
    clearTimeout(timer);
  }

  async terminate(): Promise<void> {
    this.#ending = true;
    this.#hold();
    this.#child.kill("SIGKILL");
    await this.#exited;
  }

  /** Keeps the program alive until the child has ended, where it was let go before. */
  #hold(): void {
    this.#child.ref();
    for (const pipe of this.#child.stdio) (pipe as Socket | null)?.ref();
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

  #obituary(): string {
    const { exitCode, signalCode } = this.#child;
    const how = signalCode === null ? `with code ${exitCode}` : `by ${signalCode}`;
    const words = this.#stderr.trim();
    return `the runner's process ended ${how}${words === "" ? "" : `: ${words.slice(-500)}`}`;
  }
}
