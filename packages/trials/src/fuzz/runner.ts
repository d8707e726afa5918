import assert from "node:assert/strict";
import { type DispatcherMessage, isRunnerMessage, RunnerEndpoint } from "@execbox/protocol";
import { QuickJsEngine } from "@execbox/quickjs";
import type { Random } from "../random.js";
import { mutateTranscript } from "./mutate.js";
import { Counter, type FuzzRun, type FuzzTarget } from "./target.js";
import { type RecordedRun, recordRuns } from "./transcripts.js";

/** The runner against hosts that say anything, with a real engine behind it. */
export const runnerTarget: FuzzTarget = {
  name: "runner",
  shortCases: 1_000,
  async open() {
    return new RunnerFuzz(await recordRuns(), await QuickJsEngine.create());
  },
};

/** A changed program may loop; nothing is learned from waiting. */
const CASE_MS = 50;

class RunnerFuzz implements FuzzRun {
  readonly #runs: readonly RecordedRun[];
  readonly #others: readonly unknown[];
  readonly #engine: QuickJsEngine;
  readonly #endings = new Counter();
  #cases = 0;

  constructor(runs: readonly RecordedRun[], engine: QuickJsEngine) {
    this.#runs = runs;
    this.#others = runs.flatMap(({ fromHost }) => fromHost);
    this.#engine = engine;
  }

  async run(random: Random): Promise<void> {
    const recorded = random.pick(this.#runs);
    const incoming = mutateTranscript(random, recorded.fromHost, this.#others);
    const asked = [...incoming];
    const sent: unknown[] = [];
    const deadline = performance.now() + CASE_MS;
    const endpoint = new RunnerEndpoint({
      engine: this.#engine,
      send: (message) => sent.push(message),
      shouldStop: () => performance.now() > deadline,
      // A guest that stands still gets what comes next, whatever that is.
      receiveNow: () => incoming.shift(),
    });
    for (let message = incoming.shift(); message !== undefined; message = incoming.shift()) {
      endpoint.receive(message);
      if (random.chance(0.3)) await null;
    }
    await null;
    this.#assertSpoken(sent, asked);
    endpoint.dispose();
    if (this.#cases++ % 50 === 0) this.#assertServesOn();
  }

  /** Every word is a message; an execution ends once, and says nothing before or after itself. */
  #assertSpoken(sent: readonly unknown[], asked: readonly unknown[]): void {
    const endings = new Map<string, number>();
    let active: string | undefined;
    for (const message of sent) {
      assert.ok(isRunnerMessage(message), `sent ${JSON.stringify(message)?.slice(0, 200)}`);
      if (message.type === "started") {
        assert.equal(active, undefined, "two executions at once");
        active = message.id;
      } else if (message.type === "done") {
        this.#endings.add(message.ok ? "value" : message.error.code);
        endings.set(message.id, (endings.get(message.id) ?? 0) + 1);
        if (message.id === active) active = undefined;
      } else {
        assert.ok(active !== undefined, `${message.type} while nothing ran`);
      }
    }
    for (const [id, count] of endings) {
      const executes = asked.filter((message) => isExecuteOf(message, id)).length;
      assert.ok(count <= executes, `${count} times done for ${executes} times execute of ${id}`);
    }
  }

  /** The engine that all cases share still gives right answers. */
  #assertServesOn(): void {
    const sent: unknown[] = [];
    const endpoint = new RunnerEndpoint({
      engine: this.#engine,
      send: (message) => sent.push(message),
    });
    const execute: DispatcherMessage = {
      type: "execute",
      id: "next",
      code: "[typeof left, 6 * 7]",
      options: {},
      providers: [],
    };
    endpoint.receive(execute);
    const done = sent.at(-1) as { type?: string; result?: unknown };
    assert.deepEqual([done.type, done.result], ["done", ["undefined", 42]]);
  }

  figures(): Record<string, number> {
    return this.#endings.toRecord();
  }

  close(): void {
    this.#engine.dispose();
  }
}

function isExecuteOf(message: unknown, id: string): boolean {
  const said = Object(message) as { type?: unknown; id?: unknown };
  return said.type === "execute" && said.id === id;
}
