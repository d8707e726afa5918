import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { LineReader } from "@execbox/placement";
import {
  deserializeMessage,
  type JSONRPCMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import type { StdioServerConfig } from "./connect.js";

/** A single message above this ends the connection: it could only be an accident or an attack. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** How long a server that was asked to end may take, and then again how long after SIGTERM. */
const EXIT_GRACE_MS = 1_000;

/**
 * A server that is our child. Instead of the SDK's own transport, which copies everything it holds
 * for every piece that arrives (20 MB in one message cost seconds), cannot say how the child ended,
 * and ends only the child: `npx` and shells leave the real server behind.
 */
export class PipeTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport["onmessage"];
  /** How the server ended, once it has. */
  obituary: string | undefined;
  readonly #config: StdioServerConfig;
  readonly #said: (line: string) => void;
  #child: ChildProcess | undefined;
  #exited: Promise<unknown> = Promise.resolve();

  constructor(config: StdioServerConfig, said: (line: string) => void) {
    this.#config = config;
    this.#said = said;
  }

  /** Starts the server; rejects when there is no such program. */
  async start(): Promise<void> {
    const { command, args = [], env, cwd } = this.#config;
    const child = spawn(command, args, {
      // Ours is not passed on: it is full of other people's secrets.
      env: { ...getDefaultEnvironment(), ...env },
      ...(cwd === undefined ? {} : { cwd }),
      stdio: ["pipe", "pipe", "pipe"],
      // A group of its own, so that whatever it starts can be ended with it.
      detached: true,
    });
    await once(child, "spawn");
    this.#child = child;
    this.#exited = once(child, "close").then(([code, signal]) => this.#ended(code, signal));
    child.on("error", (error) => this.onerror?.(error));
    // A server that is gone must not bring us down with EPIPE; its end is reported as such.
    child.stdin.on("error", () => {});
    this.#read(child.stdout, MAX_MESSAGE_BYTES, (line) => this.#receive(line));
    this.#read(child.stderr, MAX_LINE_BYTES, this.#said);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === undefined || stdin === null || !stdin.writable) throw new Error("Not connected");
    if (!stdin.write(`${JSON.stringify(message)}\n`)) {
      await Promise.race([once(stdin, "drain"), this.#exited]);
    }
  }

  /** Ends the server: by closing its input, by SIGTERM, by SIGKILL, whichever it needs. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.stdin?.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const timer = setTimeout(() => this.#kill(signal), EXIT_GRACE_MS);
      const late = new Promise((resolve) => setTimeout(resolve, EXIT_GRACE_MS + 10).unref());
      await Promise.race([this.#exited, late]);
      clearTimeout(timer);
    }
    await this.#exited;
  }

  #read(stream: ChildProcess["stdout"], maxBytes: number, take: (line: string) => void): void {
    const lines = new LineReader(take, maxBytes);
    stream?.on("data", (chunk: Buffer) => {
      try {
        lines.push(chunk);
      } catch (error) {
        stream.destroy();
        if (stream === this.#child?.stdout) this.#giveUp(error);
      }
    });
  }

  #receive(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      // Servers log to stdout by mistake; the SDK passes over such lines as well.
      this.#said(line.slice(0, MAX_SHOWN_CHARS));
      return;
    }
    this.onmessage?.(message);
  }

  #giveUp(error: unknown): void {
    this.obituary = `it sent a message of more than ${MAX_MESSAGE_BYTES / 1024 / 1024} MiB`;
    if (error instanceof Error) this.onerror?.(error);
    this.#kill("SIGKILL");
  }

  #ended(code: unknown, signal: unknown): void {
    this.obituary ??=
      signal === null
        ? `its process exited with code ${code}`
        : `its process was ended by ${signal}`;
    // What it started and left behind.
    this.#kill("SIGKILL");
    this.#child = undefined;
    this.onclose?.();
  }

  #kill(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // Nobody of the group is left.
    }
  }
}

const MAX_LINE_BYTES = 64 * 1024;
const MAX_SHOWN_CHARS = 2_000;
