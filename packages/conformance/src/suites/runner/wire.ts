import assert from "node:assert/strict";
import type { DispatcherMessage, ExecuteMessage } from "@execbox/protocol";
import type { Facts, Subject } from "../../verify.js";

/** A link to a runner as bytes would carry it: what is sent is written as JSON and read back. */
export interface RunnerConnection {
  send(message: DispatcherMessage): void;
  onMessage(handler: (message: unknown) => void): void;
  close(): void | Promise<void>;
}

/** How the wire suite reaches the runner it tests. */
export interface RunnerFactory {
  readonly name: string;
  connect(): RunnerConnection | Promise<RunnerConnection>;
  readonly facts?: Facts;
}

/** What a case of the wire suite works with. */
export interface RunnerContext {
  connect(): Promise<Wire>;
}

/** Makes a factory a subject for the wire suite. */
export function runnerSubject(factory: RunnerFactory): Subject<RunnerContext> {
  return {
    name: factory.name,
    facts: factory.facts ?? {},
    async open() {
      const connections: RunnerConnection[] = [];
      return {
        context: {
          async connect() {
            const connection = await factory.connect();
            connections.push(connection);
            return new Wire(connection);
          },
        },
        async close() {
          for (const connection of connections) await connection.close();
        },
      };
    },
  };
}

/** A message of a runner, as it came. */
export type Received = Readonly<Record<string, unknown>> & { readonly type: string };

const ANSWER_MS = 10_000;
const SILENCE_MS = 60;

/** One session with a runner, message by message. */
export class Wire {
  /** Everything the runner has sent. */
  readonly received: Received[] = [];
  readonly #connection: RunnerConnection;
  #read = 0;
  #wake: () => void = () => {};

  constructor(connection: RunnerConnection) {
    this.#connection = connection;
    connection.onMessage((message) => {
      // A round trip shows what would survive a real wire.
      this.received.push(JSON.parse(JSON.stringify(message)) as Received);
      this.#wake();
    });
  }

  send(message: DispatcherMessage): void {
    this.#connection.send(JSON.parse(JSON.stringify(message)) as DispatcherMessage);
  }

  /** Starts an execution with the namespace `tools` and the given tools in it. */
  execute(id: string, code: string, change: Partial<ExecuteMessage> = {}): void {
    const tools = Object.fromEntries(
      ["echo", "hang", "fail"].map((name) => [name, { safeName: name, originalName: name }]),
    );
    this.send({
      type: "execute",
      id,
      code,
      options: {
        timeoutMs: 5_000,
        memoryLimitBytes: 1 << 26,
        maxLogLines: 100,
        maxLogChars: 64_000,
      },
      providers: [{ name: "tools", tools, types: "" }],
      ...change,
    });
  }

  /** The next message, which must be of this type. */
  async next(type: string): Promise<Received> {
    const deadline = Date.now() + ANSWER_MS;
    while (this.#read >= this.received.length) {
      const left = deadline - Date.now();
      assert.ok(left > 0, `no ${type} within ${ANSWER_MS} ms`);
      await this.#change(left);
    }
    const message = this.received[this.#read++];
    assert.equal(message?.type, type, `expected ${type}, got ${JSON.stringify(message)}`);
    return message as Received;
  }

  /** Fails when anything more arrives. */
  async silence(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
    assert.deepEqual(this.received.slice(this.#read), []);
  }

  #change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
