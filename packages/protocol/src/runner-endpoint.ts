import { digestManifests, KeptCatalogues } from "./catalogue.js";
import type { Engine, RealmNamespace } from "./engine.js";
import { isDispatcherMessage, isId } from "./guards.js";
import type { DoneMessage, ExecuteMessage, RunnerMessage } from "./messages.js";
import { prepareModule } from "./module-program.js";
import { RunnerExecution } from "./runner-execution.js";
import { prepareScript } from "./runner-program.js";
import { JSON_VALUES, TEXT_VALUES } from "./value-codec.js";

/** Namespaces under the digest that stands for them, and which tool has which number. */
export interface RunnerCatalogue {
  digest: string;
  namespaces: RealmNamespace[];
  tools: { providerName: string; safeToolName: string }[];
}

/** What a runner endpoint needs. */
export interface RunnerEndpointOptions {
  engine: Engine;
  send(message: RunnerMessage): void;
  /** Polled while guest code runs; lets another thread stop it. */
  shouldStop?: () => boolean;
  /**
   * Blocks until the host's next message is there and returns it, or `undefined` when the run
   * must stop. Only for guests that stand still for an answer.
   */
  receiveNow?: () => unknown;
  /**
   * With `"text"`, `input` and `result` of messages hold JSON text in place of values, both
   * ways: for transports of ours that carry text better than objects. Default `"json"`.
   */
  values?: "json" | "text";
}

/**
 * The runner's end of a link: the state machine of the runner specification over any engine.
 * It stands on the untrusted side; nothing here decides what the host will believe.
 */
export class RunnerEndpoint {
  readonly #options: RunnerEndpointOptions;
  readonly #catalogues = new KeptCatalogues<RunnerCatalogue>();
  #execution: RunnerExecution | undefined;
  /** Call ids are unique for as long as the link lasts. */
  #calls = 0;
  /** Messages that came while a guest stood still for another, and are yet to be taken. */
  #postponed = 0;

  constructor(options: RunnerEndpointOptions) {
    this.#options = options;
  }

  /** Takes a message from the host. */
  receive(message: unknown): void {
    if (!isDispatcherMessage(message)) {
      this.#refuseMalformed(message);
      return;
    }
    switch (message.type) {
      case "execute":
        this.#execute(message);
        return;
      case "cancel":
        if (this.#execution?.id === message.id) this.#execution.cancel();
        return;
      case "tool_result":
        this.#execution?.settle(message);
        return;
      case "pending":
        // Only a guest that stands still is told so, and it reads its own messages.
        return;
    }
  }

  /** Whether a guest runs that can only go on by a word of the host. */
  get awaitsHost(): boolean {
    return (
      this.#options.engine.runsOnCaller &&
      this.#postponed === 0 &&
      this.#execution?.awaitsAnswer === true
    );
  }

  /** Drops what runs without a word; for when the host is gone. */
  dispose(): void {
    this.#execution?.abandon();
    this.#execution = undefined;
  }

  #execute(message: ExecuteMessage): void {
    if (this.#execution !== undefined) {
      // The same request once more: it has been taken, and has one `done` to come.
      if (this.#execution.id === message.id) return;
      this.#refuse(message.id, `this runner is busy with ${this.#execution.id}`);
      return;
    }
    const catalogue = this.#catalogueFor(message);
    if (catalogue === undefined) {
      this.#refuse(message.id, `this runner does not hold the catalogue ${message.catalogue}`);
      return;
    }
    const { engine, send, shouldStop, receiveNow, values } = this.#options;
    const execution = new RunnerExecution(message, catalogue, {
      engine,
      send,
      codec: values === "text" ? TEXT_VALUES : JSON_VALUES,
      shouldStop: shouldStop ?? (() => false),
      receiveNow: receiveNow ?? (() => undefined),
      postpone: (later) => this.#postpone(later),
      nextCallId: () => `call-${++this.#calls}`,
      finished: () => {
        this.#execution = undefined;
      },
    });
    this.#execution = execution;
    const { module } = message;
    send({
      type: "started",
      id: message.id,
      catalogues: true,
      ...(module === undefined ? {} : { modules: true }),
    });
    execution.start(() =>
      module === undefined ? prepareScript(message) : prepareModule(message, module),
    );
  }

  #postpone(message: unknown): void {
    this.#postponed++;
    queueMicrotask(() => {
      this.#postponed--;
      this.receive(message);
    });
  }

  #catalogueFor(message: ExecuteMessage): RunnerCatalogue | undefined {
    const { providers, catalogue: named } = message;
    if (providers.length === 0 && named === undefined) return NO_TOOLS;
    const known = named === undefined ? undefined : this.#catalogues.get(named);
    if (known !== undefined) return known;
    if (providers.length === 0) return undefined;
    const catalogue = toCatalogue(message);
    this.#catalogues.keep(catalogue.digest, catalogue);
    return catalogue;
  }

  /** An `execute` has exactly one `done`: a run whose host is not understood ends with it. */
  #refuseMalformed(message: unknown): void {
    const { type, id } = Object(message) as { type?: unknown; id?: unknown };
    if (!isId(id)) return;
    const reason = "the host sent something that is not a message of the protocol";
    if (this.#execution?.id === id) this.#execution.fail(reason);
    else if (type === "execute") this.#refuse(id, reason);
  }

  #refuse(id: string, message: string): void {
    const done: DoneMessage = {
      type: "done",
      id,
      ok: false,
      durationMs: 0,
      logs: [],
      error: { code: "internal_error", message },
    };
    this.#options.send(done);
  }
}

const NO_TOOLS: RunnerCatalogue = { digest: "", namespaces: [], tools: [] };

function toCatalogue({ providers, catalogue }: ExecuteMessage): RunnerCatalogue {
  const namespaces = providers.map(({ name, tools }) => ({ name, tools: Object.keys(tools) }));
  return {
    digest: catalogue ?? digestManifests(providers),
    namespaces,
    tools: namespaces.flatMap(({ name, tools }) =>
      tools.map((safeToolName) => ({ providerName: name, safeToolName })),
    ),
  };
}
