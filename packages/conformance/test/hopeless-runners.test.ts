/** Runners that are no runners: the kit says so, in bounded time, and leaves nothing behind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { connectStdio, reuseLinks, type ScoreCard, scoreRunner } from "@execbox/conformance";

/** Scores one requirement of a Node program. */
async function score(program: string, answerMs: number): Promise<ScoreCard> {
  const card = await scoreRunner({
    name: program,
    connect: () => connectStdio([process.execPath, "-e", program]),
    only: ["session.many-calls"],
    concurrency: 5,
    patience: { answerMs, quietMs: 10 },
  });
  await assertNothingLeft();
  return card;
}

/** Handles of processes that have ended go away a turn of the loop later. */
async function assertNothingLeft(): Promise<void> {
  const left = () => process.getActiveResourcesInfo().includes("ProcessWrap");
  for (let turn = 0; turn < 50 && left(); turn++) await new Promise((next) => setTimeout(next, 10));
  assert.equal(left(), false, "a process is left");
}

const messagesOf = (card: ScoreCard): string =>
  card.cases.flatMap(({ failures }) => failures.map(({ message }) => message)).join("\n");

test("one that says nothing", async () => {
  const card = await score("process.stdin.resume()", 2_000);
  assert.equal(card.conforms, false);
  assert.match(messagesOf(card), /did not come within 2000 ms|no done came within 2000 ms/);
});

test("one that dies, with its last words", async () => {
  const card = await score("console.error('no such engine'); process.exit(3)", 60_000);
  assert.equal(card.conforms, false);
  assert.match(messagesOf(card), /the runner ended with code 3: no such engine/);
});

test("one that ignores the end of its input is killed", async () => {
  const card = await score("setInterval(() => {}, 1000); process.on('SIGTERM', () => {})", 2_000);
  assert.equal(card.conforms, false);
});

test("one that never stops talking", async () => {
  const call = JSON.stringify({
    type: "tool_call",
    callId: "c",
    providerName: "tools",
    safeToolName: "echo",
  });
  const card = await score(
    `const say = (error) => error ? process.exit() : process.stdout.write(${JSON.stringify(`${call}\n`.repeat(1_000))}, say); say()`,
    60_000,
  );
  assert.equal(card.conforms, false);
  assert.match(messagesOf(card), /sent 50000 messages and more/);
});

test("links that are used again are closed in the end, and only good ones are used again", async () => {
  const program = `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, code } = JSON.parse(line);
    if (code === "hang") return;
    console.log(JSON.stringify({ type: "done", id, ok: true, durationMs: 0, logs: [], result: process.pid }));
  })`;
  const links = reuseLinks(() => connectStdio([process.execPath, "-e", program]));
  const pids: unknown[] = [];
  for (const code of ["pid", "pid", "hang", "pid"]) {
    const link = await links.connect();
    const frame = new Promise<string>((resolve) => link.onFrame(resolve));
    link.send(JSON.stringify({ type: "execute", id: "x", code }));
    if (code === "pid") pids.push(JSON.parse(await frame).result);
    await link.close();
  }
  assert.equal(pids[0], pids[1]);
  assert.notEqual(pids[1], pids[2]);
  await links[Symbol.asyncDispose]();
  await assertNothingLeft();
});
