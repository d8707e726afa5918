/**
 * Proof that the kit tells right from wrong: a runner with one defect fails exactly the
 * requirements that the defect breaks, and nothing else.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { connectWebSocket, scoreRunner } from "@execbox/conformance";
import { defects } from "./tiny-runner/defects.js";

const SERVER = fileURLToPath(new URL("./tiny-runner/serve.js", import.meta.url));

// Verifies conformance.discriminates.
describe("runners with one defect", { concurrency: 3 }, () => {
  let server: ChildProcess;
  let port: string;

  before(async () => {
    server = spawn(process.execPath, [SERVER], { stdio: ["pipe", "pipe", "inherit"] });
    assert.ok(server.stdout);
    const [line] = await once(server.stdout, "data");
    port = String(line).trim();
  });

  after(async () => {
    server.stdin?.end();
    await once(server, "exit");
  });

  for (const [name, { breaks }] of Object.entries(defects)) {
    it(`${name} breaks ${breaks.length === 0 ? "nothing" : breaks.join(", ")}`, async () => {
      const card = await scoreRunner({
        name,
        connect: () => connectWebSocket(`ws://127.0.0.1:${port}/${name}`),
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
