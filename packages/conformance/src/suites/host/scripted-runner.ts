import type { Executor } from "@execbox/core";
import type {
  DispatcherMessage,
  ExecuteMessage,
  HostTransport,
  ToolResultMessage,
} from "@execbox/protocol";
import type { Facts, Subject } from "../../verify.js";

/** How the host suite makes the host it tests: an executor whose runner is behind `transport`. */
export interface HostFactory {
  readonly name: string;
  create(transport: HostTransport): Executor | Promise<Executor>;
  readonly facts?: Facts;
}

/** What a case of the host suite works with. */
export interface HostContext {
  /** A host and the runner it talks to, which does what `script` says for each message. */
  open(script: Script): Promise<{ execute: Executor["execute"]; runner: ScriptedRunner }>;
}

/** What a scripted runner does with a message of the host. */
export type Script = (message: DispatcherMessage, runner: ScriptedRunner) => void;

/** Makes a factory a subject for the host suite. */
export function hostSubject(factory: HostFactory): Subject<HostContext> {
  return {
    name: factory.name,
    facts: factory.facts ?? {},
    async open() {
      const made: Executor[] = [];
      return {
        context: {
          async open(script) {
            const runner = new ScriptedRunner(script);
            const executor = await factory.create(runner.transport);
            made.push(executor);
            return { execute: executor.execute.bind(executor), runner };
          },
        },
        async close() {
          for (const executor of made) await executor.dispose?.();
        },
      };
    },
  };
}

/** A runner that runs nothing: it says what a test wants a host to hear. */
export class ScriptedRunner {
  /** Everything the host has sent, as a wire would carry it. */
  readonly sent: DispatcherMessage[] = [];
  /** Whether the host has closed the link, by either way. */
  closed = false;
  terminated = false;
  readonly transport: HostTransport;
  readonly #onMessage = new Set<(message: unknown) => void>();
  readonly #onClose = new Set<() => void>();
  readonly #onError = new Set<(error: Error) => void>();

  constructor(script: Script) {
    const subscribe =
      <T>(handlers: Set<T>) =>
      (handler: T) => {
        handlers.add(handler);
        return () => {
          handlers.delete(handler);
        };
      };
    this.transport = {
      send: (message) => {
        this.sent.push(message);
        queueMicrotask(() => script(message, this));
      },
      onMessage: subscribe(this.#onMessage),
      onClose: subscribe(this.#onClose),
      onError: subscribe(this.#onError),
      dispose: () => {
        this.closed = true;
      },
      terminate: () => {
        this.closed = true;
        this.terminated = true;
      },
    };
  }

  /** Sends the host anything at all. */
  say(message: unknown): void {
    for (const handler of this.#onMessage) handler(message);
  }

  /** Ends the active execution. */
  done(outcome: Readonly<Record<string, unknown>>): void {
    this.say({ type: "done", id: this.execution.id, durationMs: 1, logs: [], ...outcome });
  }

  /** Calls a tool of the namespace `tools`. */
  call(callId: string, safeToolName: string, input?: unknown): void {
    this.say({ type: "tool_call", callId, providerName: "tools", safeToolName, input });
  }

  /** Drops the connection as a crash would. */
  hangUp(): void {
    for (const handler of this.#onClose) handler();
  }

  /** Reports an error of the transport. */
  breakDown(error: Error): void {
    for (const handler of this.#onError) handler(error);
  }

  /** The last execute the host has sent. */
  get execution(): ExecuteMessage {
    const message = this.sent.findLast(({ type }) => type === "execute");
    if (message?.type !== "execute") throw new Error("the host has sent no execute");
    return message;
  }

  /** The answers the host has given to one call. */
  answers(callId: string): ToolResultMessage[] {
    return this.sent.filter(
      (message): message is ToolResultMessage =>
        message.type === "tool_result" && message.callId === callId,
    );
  }

  /** How many of the transport's subscriptions are still there. */
  get listeners(): number {
    return this.#onMessage.size + this.#onClose.size + this.#onError.size;
  }
}
