/** docs/protocol.md is what runner authors read: what it shows must be so. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { capabilities, parseGolden, withExamples } from "@execbox/conformance";
import { isDispatcherMessage, isRunnerMessage } from "@execbox/protocol";

const ROOT = new URL("../../../../", import.meta.url);
const page = readFileSync(new URL("docs/protocol.md", ROOT), "utf8");
const blocks = [...page.matchAll(/^```jsonl\n(.*?)^```$/gms)].map(([, text = ""]) => text);

test("the two sessions it prints are the golden ones", () => {
  for (const [index, name] of ["success", "cancellation"].entries()) {
    const file = new URL(`packages/conformance/transcripts/${name}.jsonl`, ROOT);
    const lines = parseGolden(readFileSync(file, "utf8")).steps.map((step) => {
      return JSON.stringify(withExamples("send" in step ? step.send : step.expect));
    });
    assert.equal(blocks[index], `${lines.join("\n")}\n`);
  }
});

test("the transcript it explains can be read, and its messages are messages", () => {
  const { steps } = parseGolden(blocks[2] ?? "");
  assert.equal(steps.length, 3);
  for (const step of steps) {
    if ("send" in step) assert.ok(isDispatcherMessage(step.send));
    else assert.ok(isRunnerMessage(withExamples(step.expect)));
  }
});

test("it names everything an engine may lack", () => {
  for (const word of Object.keys(capabilities)) assert.ok(page.includes(`\`${word}\``), word);
});
