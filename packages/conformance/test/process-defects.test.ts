/** What only a whole process can do wrong. Together with the table, every rule is broken by someone. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  connectStdio,
  connectWebSocket,
  type RequirementId,
  type RunnerConnection,
  runnerRequirements,
  type ScoreOptions,
  scoreRunner,
} from "@execbox/conformance";
import { allDefects } from "./tiny-runner/all-defects.js";
import { startTinyServer, TINY_RUNNER } from "./tiny-runner/start.js";

/** By name: what a runner of this kind breaks. */
const PROCESSES = {
  // It does not hear either that its link is cut.
  deaf: ["cancel.in-code", "transport.runner-ends"],
  lingering: ["transport.runner-ends"],
  mortal: ["transport.next-session"],
} as const satisfies Record<string, readonly RequirementId[]>;

async function failuresOf(
  connect: () => Promise<RunnerConnection>,
  options: Partial<ScoreOptions>,
): Promise<string[]> {
  const patience = { answerMs: 8_000, quietMs: 20 };
  const card = await scoreRunner({ name: "a broken process", connect, patience, ...options });
  return [...new Set(card.cases.flatMap(({ failures }) => failures.map(({ id }) => id)))];
}

describe("processes with one defect", () => {
  it("a runner that computes on the thread that listens is deaf to a cancel", async () => {
    const connect = () => connectStdio([process.execPath, TINY_RUNNER, "none"]);
    const only = ["cancel.in-code", "cancel.during-call", "transport"];
    assert.deepEqual(await failuresOf(connect, { only, without: [] }), [...PROCESSES.deaf]);
  });

  it("a runner that does not notice a cut link lingers", async () => {
    const connect = () => connectStdio([process.execPath, TINY_RUNNER, "none", "lingering"]);
    const options = { only: ["transport"], without: ["loop-cancel"] } as const;
    assert.deepEqual(await failuresOf(connect, options), [...PROCESSES.lingering]);
  });

  it("a server that a cut link ends does not serve the next session", async () => {
    await using server = await startTinyServer("mortal");
    const connect = () => connectWebSocket(server.url("none"));
    const options = { only: ["transport"], without: ["loop-cancel"], concurrency: 1 } as const;
    assert.deepEqual(await failuresOf(connect, options), [...PROCESSES.mortal]);
  });
});

// Verifies conformance.discriminates: no rule on the card is there for show.
it("every rule of the card is broken by some runner", () => {
  const broken = new Set<string>(
    [...Object.values(allDefects).map(({ breaks }) => breaks), ...Object.values(PROCESSES)].flat(),
  );
  const safe = runnerRequirements.filter(({ id }) => !broken.has(id)).map(({ id }) => id);
  assert.deepEqual(safe, []);
});
