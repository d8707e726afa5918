import assert from "node:assert/strict";
import { assertCodeEnvelope, assertEnvelope } from "@execbox/conformance";
import { DEFAULT_LIMITS, type ResolvedToolProvider, resolveProvider } from "@execbox/core";
import {
  decodeMessage,
  encodeMessage,
  FrameError,
  HostSession,
  type HostTransport,
  Listeners,
  SessionExecutor,
} from "@execbox/protocol";
import { createCodeRunnerOn } from "@execbox/run-code";
import type { Random } from "../random.js";
import { mutateText, mutateTranscript } from "./mutate.js";
import { Counter, type FuzzRun, type FuzzTarget } from "./target.js";
import { moduleOptions, OneSession, type RecordedRun, recordRuns } from "./transcripts.js";

/** The host against runners that say anything: real transcripts, changed. */
export const hostTarget: FuzzTarget = {
  name: "host",
  shortCases: 2_000,
  async open() {
    return new HostFuzz(await recordRuns());
  },
};

class HostFuzz implements FuzzRun {
  readonly #runs: readonly RecordedRun[];
  readonly #others: readonly unknown[];
  readonly #endings = new Counter();

  constructor(runs: readonly RecordedRun[]) {
    this.#runs = runs;
    this.#others = runs.flatMap(({ fromRunner }) => fromRunner);
  }

  async run(random: Random): Promise<void> {
    const recorded = random.pick(this.#runs);
    const link = new FakeLink();
    const { called, providers } = countedTools();
    const ending = startRun(recorded, link.transport, providers);
    const messages = mutateTranscript(random, recorded.fromRunner, this.#others);
    // Turns pass between messages, as behind a wire: answers of tools go out in between.
    for (const message of messages) {
      link.say(this.#onWire(random, message));
      if (random.chance(0.3)) await turn();
    }
    await turn();
    // Whatever was said, a link that closes ends the run.
    link.close();
    this.#endings.add(await ending);
    for (const name of called) assert.ok(name === "echo" || name === "fail", `called ${name}`);
  }

  /** Some come as objects, as from a thread; some through a frame, and may break on the way. */
  #onWire(random: Random, message: unknown): unknown {
    if (!random.chance(0.4) || typeof message !== "object" || message === null) return message;
    try {
      const line = encodeMessage(message);
      return decodeMessage(random.chance(0.5) ? mutateText(random, line) : line);
    } catch (error) {
      assert.ok(error instanceof FrameError, `a frame threw ${String(error)}`);
      return error;
    }
  }

  figures(): Record<string, number> {
    return this.#endings.toRecord();
  }

  close(): void {}
}

function countedTools(): { called: Set<string>; providers: ResolvedToolProvider[] } {
  const called = new Set<string>();
  const tool = (name: string, execute: (input: unknown) => unknown) => ({
    execute: (input: unknown) => {
      called.add(name);
      return execute(input);
    },
  });
  const fail = (): never => {
    throw new Error("no such file");
  };
  const echo = tool("echo", (input) => input);
  const providers = [resolveProvider({ name: "tools", tools: { echo, fail: tool("fail", fail) } })];
  return { called, providers };
}

/** Runs to its ending, whose envelope is checked; a rejection is a defect. */
async function startRun(
  { code, door }: RecordedRun,
  transport: HostTransport,
  providers: readonly ResolvedToolProvider[],
): Promise<string> {
  const sessions = new OneSession(() => new HostSession(transport, { live: true, own: true }));
  if (door === "execute") {
    const executor = new SessionExecutor(sessions, DEFAULT_LIMITS);
    const result = await executor.execute(code, providers, { onLog: () => {} });
    assertEnvelope(result);
    return result.ok ? "value" : result.error.code;
  }
  const result = await createCodeRunnerOn(sessions, DEFAULT_LIMITS).runCode(code, moduleOptions);
  assertCodeEnvelope(result);
  return `runCode ${result.status}`;
}

/** The runner's end of a link, spoken by hand. */
class FakeLink {
  readonly #messages = new Listeners<[unknown]>();
  readonly #closed = new Listeners<[]>();
  readonly #errors = new Listeners<[Error]>();
  #id = "";

  readonly transport: HostTransport = {
    send: (message) => {
      if (message.type === "execute") this.#id = message.id;
    },
    onMessage: this.#messages.add,
    onClose: this.#closed.add,
    onError: this.#errors.add,
    dispose: () => {},
    terminate: () => {},
  };

  /** Says it, under the id of the run that is under way where the transcript had its own. */
  say(message: unknown): void {
    if (message instanceof Error) this.#errors.emit(message);
    else this.#messages.emit(this.#renamed(message));
  }

  close(): void {
    this.#closed.emit();
  }

  #renamed(message: unknown): unknown {
    const id: unknown = (message as { id?: unknown } | null | undefined)?.id;
    return typeof id === "string" && /^exec-\d+$/.test(id)
      ? { ...(message as object), id: this.#id }
      : message;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
