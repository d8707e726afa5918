import { type ExecuteMessage, isDispatcherMessage, type RunnerTransport } from "@execbox/protocol";
import { applyCaps, type ExecutionCaps } from "./caps.js";
import type { Ending, Refusal } from "./events.js";
import { Relay, type RelayContext } from "./relay.js";
import { ConnectionCatalogues } from "./shared-catalogue.js";

/** What a connection borrows from the runner it belongs to. */
export interface ConnectionContext {
  /** Takes a place for an execution, or says why there is none. */
  admit(message: ExecuteMessage): { reason: Refusal; message: string } | undefined;
  finished(message: ExecuteMessage, ending: Ending, durationMs: number, toolCalls: number): void;
  refused(id: string | undefined, reason: Refusal): void;
  acquire: RelayContext["acquire"];
  release: RelayContext["release"];
  caps: ExecutionCaps;
  cancelGraceMs: number;
  /** How many executions one connection may carry, one after the other. */
  maxExecutions: number;
}

/** The runner's end of one connection: at most one execution at a time. */
export class Connection {
  /** Settles when nothing more will come of this connection; never rejects. */
  readonly over: Promise<void>;
  readonly #transport: RunnerTransport;
  readonly #context: ConnectionContext;
  readonly #catalogues = new ConnectionCatalogues();
  readonly #unsubscribe: (() => void)[];
  #relay: Relay | undefined;
  #congested = false;
  #taken = 0;
  #calls = 0;
  #end!: () => void;

  constructor(transport: RunnerTransport, context: ConnectionContext) {
    this.#transport = transport;
    this.#context = context;
    this.over = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#unsubscribe = [
      transport.onMessage((message) => this.#receive(message)),
      transport.onClose(() => this.#leave()),
      transport.onCongestion?.((congested) => this.#holdBack(congested)) ?? (() => {}),
    ];
  }

  /** Ends what runs, with a last word to the host, and takes nothing more. */
  close(reason: string): void {
    this.#relay?.end(reason);
    this.#leave();
  }

  #receive(message: unknown): void {
    if (!isDispatcherMessage(message)) {
      this.#refuseMalformed(message);
      return;
    }
    if (message.type !== "execute" || message.id === this.#relay?.id) this.#relay?.receive(message);
    else this.#execute(message);
  }

  #execute(message: ExecuteMessage): void {
    const resolved = this.#resolve(message);
    if (resolved === undefined) return;
    const startedAt = performance.now();
    const relay = new Relay(resolved, {
      ...this.#relayContext(),
      // Said only to a host that names its catalogues, and may come again.
      keepsCatalogues: message.catalogue !== undefined && this.#context.maxExecutions > 1,
      ended: (ending, toolCalls) => {
        this.#relay = undefined;
        this.#context.finished(message, ending, performance.now() - startedAt, toolCalls);
        if (this.#taken >= this.#context.maxExecutions) this.#leave();
      },
    });
    this.#taken++;
    this.#relay = relay;
    if (this.#congested) relay.holdBack(true);
    void relay.start();
  }

  /** The message with this runner's limits and catalogues, or a refusal sent. */
  #resolve(message: ExecuteMessage): ExecuteMessage | undefined {
    const { maxExecutions, caps } = this.#context;
    const { id } = message;
    if (this.#relay !== undefined) {
      return this.#refuse(id, "busy", `this runner is busy with ${this.#relay.id}`);
    }
    if (this.#taken >= maxExecutions) {
      return this.#refuse(id, "spent", "this connection has had its execution; open another");
    }
    const resolved = this.#catalogues.resolve(message);
    if (resolved === undefined) {
      const missing = `this runner does not hold the catalogue ${message.catalogue}`;
      return this.#refuse(id, "malformed", missing);
    }
    const refusal = this.#context.admit(message);
    if (refusal !== undefined) return this.#refuse(id, refusal.reason, refusal.message);
    return { ...resolved, options: applyCaps(message.options, caps) };
  }

  #relayContext() {
    const { acquire, release, cancelGraceMs } = this.#context;
    const send = (message: Parameters<RunnerTransport["send"]>[0]) => this.#transport.send(message);
    const nextCallId = () => `call-${++this.#calls}`;
    return { acquire, release, cancelGraceMs, send, nextCallId };
  }

  /** Something that is no message: whoever sends it cannot be understood any further. */
  #refuseMalformed(message: unknown): void {
    const reason = "the host sent something that is not a message of the protocol";
    const id = (message as { id?: unknown } | null | undefined)?.id;
    if (this.#relay !== undefined) this.#relay.end(reason);
    else if (typeof id === "string" && id.length <= 256) this.#refuse(id, "malformed", reason);
    this.#leave();
  }

  #refuse(id: string, reason: Refusal, message: string): undefined {
    this.#context.refused(id, reason);
    const error = { code: "internal_error", message } as const;
    try {
      this.#transport.send({ type: "done", id, ok: false, durationMs: 0, logs: [], error });
    } catch {
      this.#leave();
    }
    return undefined;
  }

  #holdBack(congested: boolean): void {
    this.#congested = congested;
    this.#relay?.holdBack(congested);
  }

  #leave(): void {
    for (const unsubscribe of this.#unsubscribe.splice(0)) unsubscribe();
    this.#relay?.abandon();
    this.#end();
  }
}
