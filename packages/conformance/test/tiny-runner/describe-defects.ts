import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
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
        const expected = [...breaks].sort();
        const failures = await failuresOf(server.url(name), 4_000);
        if (isDeepStrictEqual([...failures.keys()].sort(), expected)) return;
        // On a busy machine what is slow looks silent; with more patience it does not.
        const again = await failuresOf(server.url(name), 30_000);
        assert.deepEqual([...again.keys()].sort(), expected, [...again.values()].join("\n"));
      });
    }
  });
}

/** The requirements that failed, each with what was said of it. */
async function failuresOf(url: string, answerMs: number): Promise<Map<string, string>> {
  const card = await scoreRunner({
    name: url,
    connect: () => connectWebSocket(url),
    // It runs guests on the thread that listens.
    without: ["memory", "loop-deadline", "loop-cancel"],
    concurrency: 8,
    patience: { answerMs, quietMs: 20 },
  });
  const failures = new Map<string, string>();
  for (const each of card.cases) {
    for (const { id, message } of each.failures)
      failures.set(id, `${id} (${each.name}): ${message}`);
  }
  return failures;
}
