/**
 * The golden transcripts are what our own runner says: recorded again, they are the files that are
 * shipped. `EXECBOX_UPDATE_TRANSCRIPTS=1 node scripts/test.mjs quickjs/dist/test/golden` writes them.
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, it } from "node:test";
import {
  goldenScenarios,
  parseGolden,
  recordGolden,
  renderGolden,
  replayGolden,
} from "@execbox/conformance";
import { QuickJsEngine } from "../src/index.js";
import { connectEndpoint } from "./connect-endpoint.js";

const FOLDER = new URL("../../../conformance/transcripts/", import.meta.url);
const update = process.env["EXECBOX_UPDATE_TRANSCRIPTS"] === "1";
const engine = await QuickJsEngine.create();

describe("golden transcripts", () => {
  for (const scenario of goldenScenarios) {
    const name = `${scenario.golden?.name}.jsonl`;
    const file = new URL(name, FOLDER);
    it(name, async () => {
      const text = renderGolden(await recordGolden(scenario, connectEndpoint(engine)));
      if (update) {
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(file, text);
      }
      assert.equal(readFileSync(file, "utf8"), text);
      await replayGolden(parseGolden(text), connectEndpoint(engine));
    });
  }

  it("no file is left of a transcript that is no more", () => {
    const names = goldenScenarios.map(({ golden }) => `${golden?.name}.jsonl`);
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));
    assert.deepEqual(files.sort(), names.sort());
  });
});
