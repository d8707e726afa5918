/**
 * Proof that the kit tells right from wrong: a runner with one defect fails exactly the
 * requirements that the defect breaks, and nothing else.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { connectWebSocket, scoreRunner } from "@execbox/conformance";
import { defects } from "./tiny-runner/defects.js";
import { startTinyServer, type TinyServer } from "./tiny-runner/start.js";

// Verifies conformance.discriminates.
describe("runners with one defect", { concurrency: 3 }, () => {
  let server: TinyServer;

  before(async () => {
    server = await startTinyServer();
  });

  after(() => server[Symbol.asyncDispose]());

  for (const [name, { breaks }] of Object.entries(defects)) {
    it(`${name} breaks ${breaks.length === 0 ? "nothing" : breaks.join(", ")}`, async () => {
      const card = await scoreRunner({
        name,
        connect: () => connectWebSocket(server.url(name)),
        // It runs guests on the thread that listens.
        without: ["memory", "loop-deadline", "loop-cancel"],
        concurrency: 8,
        patience: { answerMs: 4_000, quietMs: 20 },
      });
      const failed = new Set(card.cases.flatMap(({ failures }) => failures.map(({ id }) => id)));
      const words = card.cases.flatMap(({ name, failures }) =>
        failures.map(({ id, message }) => `${id} (${name}): ${message}`),
      );
      assert.deepEqual([...failed].sort(), [...breaks].sort(), words.join("\n"));
    });
  }
});
