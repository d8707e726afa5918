import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { createThread } from "../src/thread/thread.js";

const EVENTS = new URL("../src/thread/events.js", import.meta.url).href;

/** Runs a program with an emitter in a process of its own, to see what becomes of the process. */
function inProcess(body: string): { status: number | null; stdout: string; stderr: string } {
  const program = `import { createEvents } from ${JSON.stringify(EVENTS)};
    const { emit, on } = createEvents();
    ${body}`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
}

test("handlers get what is emitted, in order, before emit returns", () => {
  const { emit, on } = createThread();
  const seen: unknown[] = [];
  on("progress", (data) => seen.push(["first", data]));
  on("progress", (data) => seen.push(["second", data]));
  on("other", (data) => seen.push(["other", data]));
  emit("progress", { done: 1 });
  assert.deepEqual(seen, [
    ["first", { done: 1 }],
    ["second", { done: 1 }],
  ]);
  emit("nobody listens");
  emit("__proto__", 1);
});

test("an unsubscribe removes one registration, once", () => {
  const { emit, on } = createThread();
  let calls = 0;
  const handler = () => calls++;
  const first = on("e", handler);
  on("e", handler);
  emit("e");
  first();
  first();
  emit("e");
  assert.equal(calls, 3);
});

test("handlers that come and go while an event is delivered do not disturb it", () => {
  const { emit, on } = createThread();
  const seen: string[] = [];
  const stop = on("e", () => {
    seen.push("a");
    stop();
    on("e", () => seen.push("late"));
  });
  on("e", () => seen.push("b"));
  emit("e");
  assert.deepEqual(seen, ["a", "b"]);
});

test("a handler's error stops nobody and goes to error", async () => {
  const { emit, on } = createThread();
  const errors: unknown[] = [];
  let reached = false;
  on("error", (error) => errors.push(error));
  on("e", () => {
    throw "thrown";
  });
  on("e", async () => {
    throw "rejected";
  });
  on("e", () => {
    reached = true;
  });
  emit("e");
  await new Promise(setImmediate);
  assert.deepEqual(errors, ["thrown", "rejected"]);
  assert.ok(reached);
});

test("an error nobody listens to is thrown after emit has returned", () => {
  const { status, stdout, stderr } = inProcess(`
    on("e", () => { throw new Error("unheard") });
    emit("e");
    console.log("after");`);
  assert.equal(status, 1);
  assert.equal(stdout, "after\n");
  assert.match(stderr, /Error: unheard/);
});

test("an error handler that throws is not asked about its own error", () => {
  const { status, stdout, stderr } = inProcess(`
    let calls = 0;
    on("error", () => { calls++; throw new Error("from the handler") });
    on("e", () => { throw new Error("first") });
    emit("e");
    console.log(calls);`);
  assert.deepEqual([status, stdout], [1, "1\n"]);
  assert.match(stderr, /from the handler/);
});

test("emitting error without a listener harms nobody: a guest may do it", () => {
  const { status, stdout } = inProcess(
    `emit("error", new Error("from a guest")); console.log("fine");`,
  );
  assert.deepEqual([status, stdout], [0, "fine\n"]);
});

test("names and handlers of the wrong type are refused", () => {
  const { emit, on } = createThread();
  assert.throws(
    () => Reflect.apply(emit, undefined, [1]),
    /^TypeError: event must be a name, got 1/,
  );
  assert.throws(() => on("", () => {}), /event must be a name/);
  assert.throws(() => Reflect.apply(on, undefined, ["e", {}]), /handler must be a function/);
});
