import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { connectWebSocket, scoreRunner } from "@execbox/conformance";
import type { Defect } from "./defect.js";
import { startTinyServer, type TinyServer } from "./start.js";

/** Tests that each of these runners fails exactly what its defect breaks. */
export function describeDefects(name: string, defects: Readonly<Record<string, Defect>>): void {
  describe(name, { concurrency: 3 }, () => {
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
}
