import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createThread, type ThreadOptions } from "../src/thread/thread.js";
import type { RunCode } from "../src/types.js";
import { stubRunCode, temporaryFolder } from "./fixtures.js";

function refused(options: unknown, message: RegExp): void {
  const make = () => Reflect.apply(createThread, undefined, [options]);
  assert.throws(make, { name: "TypeError", message });
}

test("threads have names of their own, or the ones they are given", () => {
  assert.equal(createThread({ id: "support-42" }).id, "support-42");
  assert.notEqual(createThread().id, createThread().id);
});

test("env is a copy that nobody can change", () => {
  const given: Record<string, string> = { REGION: "eu" };
  const { env } = createThread({ env: given });
  given["REGION"] = "us";
  assert.deepEqual(env, { REGION: "eu" });
  assert.throws(() => Reflect.apply(Object.assign, Object, [env, { REGION: "us" }]), TypeError);
  assert.deepEqual(createThread().env, {});
});

test("nobody can replace a method of a thread", () => {
  const state = createThread();
  assert.ok(Object.isFrozen(state));
});

test("wrong options are refused by name", () => {
  refused(null, /^options must be an object/);
  refused({ folder: "x" }, /^options\.folder is not an option; the options are env, id/);
  refused({ id: "" }, /^options\.id/);
  refused({ env: { PORT: 80 } }, /^options\.env\["PORT"\] must be a string, got 80/);
  refused({ runCode: {} }, /^options\.runCode must be a function/);
  refused({ storage: "folder" }, /^options\.storage must be an object/);
  refused({ storage: { folder: "" } }, /folder must be a path/);
  refused({ storage: { folder: "a", mode: 1 } }, /^options\.storage\.mode is not an option/);
  refused({ storage: { read() {} } }, /^options\.storage\.write must be a function/);
});

test("runCode is the one that was given, and works without the thread before the dot", async () => {
  const calls: unknown[] = [];
  const stub = stubRunCode(() => 42);
  const runCode: RunCode = (...call) => {
    calls.push(call);
    return stub(...call);
  };
  const state = createThread({ runCode });
  const { runCode: alone } = state;
  const options = { filename: "a.ts" };
  assert.equal((await alone("export default 42", options)).result, 42);
  assert.deepEqual(calls, [["export default 42", options]]);
  assert.throws(() => createThread().runCode("1"), /without options\.runCode/);
});

test("messages outlive the thread in a folder, one line each", async (context) => {
  const folder = temporaryFolder(context);
  const options: ThreadOptions = { storage: { folder } };
  const added = await createThread(options).addMessage({ role: "user", content: "hi", extra: [1] });
  assert.deepEqual(await createThread(options).getMessages(), [added]);
  const lines = readFileSync(join(folder, ".thread/messages.jsonl"), "utf8");
  assert.equal(lines, `${JSON.stringify(added)}\n`);
});

test("a message keeps the id and time it came with", async () => {
  const state = createThread();
  const message = { role: "tool", id: "m1", createdAt: 7, content: null };
  assert.deepEqual(await state.addMessage(message), message);
  assert.deepEqual(await state.getMessages(), [message]);
});

test("what was added and what is returned are copies", async () => {
  const state = createThread();
  const content = { text: "before" };
  const added = await state.addMessage({ role: "user", content });
  content.text = "after";
  added.role = "system";
  const [stored] = await state.getMessages();
  assert.deepEqual([stored?.role, stored?.["content"]], ["user", { text: "before" }]);
});

test("messages that are not JSON, or nobody's, are refused with the reason", async () => {
  const state = createThread();
  const add = (message: unknown) => Reflect.apply(state.addMessage, state, [message]);
  await assert.rejects(add("hi"), { name: "TypeError", message: /^message must be an object/ });
  await assert.rejects(add({ content: "hi" }), /must have a role/);
  await assert.rejects(add({ role: "user", id: 1 }), /id, if given, a string/);
  await assert.rejects(add({ role: "user", content: [1n] }), /message\.content\[0\]/);
  await assert.rejects(add({ role: "user", content: new Map() }), /message\.content/);
  assert.deepEqual(await state.getMessages(), []);
});

test("a selection with a mistake in it never means everything", async () => {
  const state = createThread();
  await state.addMessage({ role: "user" });
  const get = (options: unknown) => Reflect.apply(state.getMessages, state, [options]);
  await assert.rejects(get({ limt: 1 }), /options\.limt is not an option/);
  await assert.rejects(get({ limit: "1" }), /options\.limit/);
  await assert.rejects(get({ limit: -1 }), /options\.limit/);
  await assert.rejects(get({ limit: Number.NaN }), /options\.limit/);
  await assert.rejects(get({ role: 1 }), /options\.role/);
  await assert.rejects(get("all"), /options must be an object/);
  assert.equal((await get(null)).length, 1);
});

test("a damaged line is reported with its number", async (context) => {
  const folder = temporaryFolder(context);
  const state = createThread({ storage: { folder } });
  await state.addMessage({ role: "user" });
  appendFileSync(join(folder, ".thread/messages.jsonl"), '{"role":"us');
  await assert.rejects(state.getMessages(), /Line 2 of the thread's \/\.thread\/messages\.jsonl/);
});

test("a message that could not be written does not hold up the next", async () => {
  let broken = true;
  const lines: Uint8Array[] = [];
  const state = createThread({
    storage: {
      read: async () => Buffer.concat(lines),
      write: async () => {},
      list: async () => [],
      remove: async () => false,
      append: async (_path, line) => {
        if (broken) throw new Error("disk full");
        lines.push(line);
      },
    },
  });
  await assert.rejects(state.addMessage({ role: "user" }), /disk full/);
  broken = false;
  await state.addMessage({ role: "user" });
  assert.equal((await state.getMessages()).length, 1);
});
