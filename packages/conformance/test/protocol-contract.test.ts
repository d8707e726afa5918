import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createLoopback,
  decodeFrame,
  encodeFrame,
  isDispatcherMessage,
  isRunnerMessage,
} from "@execbox/protocol";

// Verifies name.protocol-exports.
test("the guards tell the two sides apart", () => {
  const cancel = { type: "cancel", id: "a" };
  const started = { type: "started", id: "a" };
  assert.deepEqual([isDispatcherMessage(cancel), isRunnerMessage(cancel)], [true, false]);
  assert.deepEqual([isDispatcherMessage(started), isRunnerMessage(started)], [false, true]);
});

// Verifies loopback.both-ways, loopback.never-during-send and name.transport-unsubscribe.
test("the loopback carries messages in order, never during send", async () => {
  const { host, runner } = createLoopback();
  const heard: string[] = [];
  const stop = runner.onMessage((message) => {
    heard.push((message as { id: string }).id);
    runner.send({ type: "started", id: "back" });
  });
  host.onMessage((message) => heard.push((message as { id: string }).id));
  host.send({ type: "cancel", id: "one" });
  host.send({ type: "cancel", id: "two" });
  assert.equal(heard.length, 0);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(heard.toSorted(), ["back", "back", "one", "two"]);
  assert.ok(heard.indexOf("one") < heard.indexOf("two"));
  stop();
  host.send({ type: "cancel", id: "three" });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(heard.includes("three"), false);
  await host.dispose();
});

// Verifies message.size and message.depth.
test("frames are measured before they are read", () => {
  assert.deepEqual(decodeFrame(encodeFrame({ type: "cancel", id: "a" })), {
    type: "cancel",
    id: "a",
  });
  assert.throws(() => decodeFrame(`"${"x".repeat(100)}"`, 50), /limit/);
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  assert.throws(() => decodeFrame(deep), /deep/);
  assert.throws(() => decodeFrame("{"), Error);
  assert.deepEqual(decodeFrame(`"${"[".repeat(5_000)}"`), "[".repeat(5_000));
  const polluted = decodeFrame(`{"__proto__":{"polluted":1}}`) as Record<string, unknown>;
  assert.equal(polluted["polluted"], undefined);
});
