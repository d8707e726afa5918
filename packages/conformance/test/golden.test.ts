/** The golden transcripts, on runners that are not ours, and beside what the specification prints. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  connectStdio,
  connectWebSocket,
  type GoldenTranscript,
  parseGolden,
  type RunnerConnection,
  replayGolden,
  withExamples,
} from "@execbox/conformance";
import { startTinyServer } from "./tiny-runner/start.js";

const FOLDER = new URL("../../transcripts/", import.meta.url);
const FOREIGN_FOLDER = new URL("../../../../examples/foreign-runner/", import.meta.url);
const FOREIGN = fileURLToPath(new URL("runner.js", FOREIGN_FOLDER));

const transcripts = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".jsonl"))
  .map((name) => parseGolden(readFileSync(new URL(name, FOLDER), "utf8")));

const printed = (name: string): string[] => {
  const transcript = transcripts.find((each) => each.name === name);
  assert.ok(transcript, `there is no transcript ${name}`);
  return transcript.steps.map((step) => {
    return JSON.stringify(withExamples("send" in step ? step.send : step.expect));
  });
};

// Verifies conformance.golden.
test("the specification's success transcript is among them, as printed", () => {
  assert.deepEqual(printed("success"), [
    `{"type":"execute","id":"exec-1","code":"const value = await tools.echo({\\"ok\\":true}); value.ok","options":{"timeoutMs":1000,"memoryLimitBytes":67108864,"maxLogLines":100,"maxLogChars":64000},"providers":[{"name":"tools","tools":{"echo":{"safeName":"echo","originalName":"echo","description":"Echo input"}},"types":"declare namespace tools { ... }"}]}`,
    `{"type":"started","id":"exec-1"}`,
    `{"type":"tool_call","callId":"call-1","providerName":"tools","safeToolName":"echo","input":{"ok":true}}`,
    `{"type":"tool_result","callId":"call-1","ok":true,"result":{"ok":true}}`,
    `{"type":"done","id":"exec-1","ok":true,"durationMs":3,"logs":[],"result":true}`,
  ]);
});

test("the specification's cancellation transcript is among them, as printed", () => {
  assert.deepEqual(printed("cancellation"), [
    `{"type":"execute","id":"exec-2","code":"await tools.hang({})","options":{"timeoutMs":1000,"memoryLimitBytes":67108864,"maxLogLines":100,"maxLogChars":64000},"providers":[{"name":"tools","tools":{"hang":{"safeName":"hang","originalName":"hang"}},"types":"declare namespace tools { ... }"}]}`,
    `{"type":"started","id":"exec-2"}`,
    `{"type":"tool_call","callId":"call-9","providerName":"tools","safeToolName":"hang","input":{}}`,
    `{"type":"cancel","id":"exec-2"}`,
    `{"type":"done","id":"exec-2","ok":false,"durationMs":1005,"logs":[],"error":{"code":"timeout","message":"Execution timed out"}}`,
  ]);
});

test("all of them replay on SpiderMonkey", async (context) => {
  if (spawnSync("js102", ["--version"]).error !== undefined) {
    context.skip("js102 is not installed: apt-get install libmozjs-102-dev");
    return;
  }
  for (const transcript of transcripts) {
    await replay(transcript, await connectStdio(["js102", FOREIGN]));
  }
});

test("another language replays them too", (context) => {
  const script = fileURLToPath(new URL("replay.py", FOREIGN_FOLDER));
  const replayed = spawnSync("python3", [script, fileURLToPath(FOLDER), "js102", FOREIGN]);
  if (replayed.error !== undefined || spawnSync("js102", ["--version"]).error !== undefined) {
    context.skip("python3 or js102 is not installed: apt-get install python3 libmozjs-102-dev");
    return;
  }
  const lines = String(replayed.stdout).trim().split("\n");
  assert.deepEqual(
    lines.filter((line) => !line.endsWith(": ok")),
    [],
  );
  assert.deepEqual([lines.length, replayed.status], [transcripts.length, 0]);
});

test("a runner departs from them where its defect shows", async () => {
  await using server = await startTinyServer();
  const departs = async (defect: string, name: string): Promise<boolean> => {
    const transcript = transcripts.find((each) => each.name === name);
    assert.ok(transcript);
    const link = await connectWebSocket(server.url(defect));
    return replay(transcript, link).then(
      () => false,
      () => true,
    );
  };
  for (const transcript of transcripts) assert.equal(await departs("none", transcript.name), false);
  for (const [defect, name] of [
    ["double-done", "no-calls"],
    ["no-started", "success"],
    ["wrong-done-id", "success"],
    ["console-on-the-wire", "logs"],
    ["characters-per-line", "truncated-logs"],
    ["results-by-order", "calls-at-once"],
    ["trusted-code-lost", "uncaught-failure"],
    ["cancel-is-runtime-error", "cancellation"],
    ["null-for-omitted", "undefined"],
  ] as const) {
    assert.equal(await departs(defect, name), true, `${defect} was not seen in ${name}`);
  }
});

async function replay(transcript: GoldenTranscript, connection: RunnerConnection): Promise<void> {
  try {
    await replayGolden(transcript, connection, { answerMs: 5_000, quietMs: 20 });
  } finally {
    await connection.close();
  }
}
