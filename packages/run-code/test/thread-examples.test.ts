/**
 * The examples of the code execution document that use a thread (sections 2.3, 9, 10.3, 10.4),
 * with the host's side as written there.
 *
 * STUB: no sandbox runs here. `stubRunCode` calls the bridges as the guest code of each example
 * would; the same examples in a real sandbox belong to the tests of `runCode`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { defineTool } from "../src/thread/define-tool.js";
import type { GetMessagesOptions } from "../src/thread/messages.js";
import { createThread, type ThreadState } from "../src/thread/thread.js";
import type { CodeExecutionOptions } from "../src/types.js";
import { stubRunCode } from "./fixtures.js";

/** Calls a bridged function as guest code would after importing it. */
function callImport(
  options: CodeExecutionOptions | undefined,
  specifier: string,
  name: string,
  ...args: unknown[]
): unknown {
  const bridge = options?.imports?.[specifier]?.[name];
  assert.ok(typeof bridge === "function", `${specifier}.${name} is not bridged`);
  return Reflect.apply(bridge, undefined, args);
}

test("section 9: the bridged capabilities of a thread work, and no others are there", async () => {
  const state: ThreadState = createThread({
    runCode: stubRunCode(async (options) => {
      assert.deepEqual(Object.keys(options?.imports?.["thread"] ?? {}), [
        "readFile",
        "getMessages",
        "emit",
      ]);
      await callImport(options, "thread", "emit", "seen", 1);
      return [
        await callImport(options, "thread", "readFile", "/notes.txt"),
        await callImport(options, "thread", "getMessages", { limit: 1 }),
      ];
    }),
  });
  await state.writeFile("/notes.txt", "remember");
  const message = await state.addMessage({ role: "user", content: "hi" });
  const events: unknown[] = [];
  state.on("seen", (data) => events.push(data));

  const { result } = await state.runCode("…", {
    imports: {
      thread: {
        readFile: (path: string) => state.readFile(path),
        getMessages: (opts: GetMessagesOptions) => state.getMessages(opts),
        emit: (event: string, data: unknown) => state.emit(event, data),
      },
    },
  });

  assert.deepEqual(result, ["remember", [message]]);
  assert.deepEqual(events, [1]);
});

test("section 9: what a bridge refuses reaches the guest as an error without host paths", async () => {
  const state: ThreadState = createThread({
    runCode: stubRunCode((options) =>
      callImport(options, "thread", "readFile", "../../etc/passwd"),
    ),
  });
  const run = await state.runCode("…", {
    imports: { thread: { readFile: (path: string) => state.readFile(path) } },
  });
  assert.equal(run.status, "error");
  assert.match(run.error?.message ?? "", /"\.\.\/\.\.\/etc\/passwd" is refused/);
});

test("section 10.3: a file of the thread as a global, under a deadline", async () => {
  const state = createThread({ runCode: stubRunCode((options) => options?.globals?.["input"]) });
  await state.writeFile("/data/input.json", "[1, 2, 3]");

  const run = state.runCode("export default input", {
    memoryLimitBytes: 64 * 1024 * 1024,
    globals: {
      input: await state.readFile("/data/input.json"),
    },
  });
  const deadline = setTimeout(() => run.terminate("2s budget"), 2_000);
  const result = await run;
  clearTimeout(deadline);

  assert.equal(result.result, "[1, 2, 3]");
  assert.equal(run.running, false);
});

const evaluate = defineTool({
  description: "Evaluate an expression against thread data",
  args: z.object({ code: z.string() }),
  execute: async (state, { code }) => {
    const run = state.runCode(code, {
      imports: {
        thread: { readFile: (p: string) => state.readFile(p) },
      },
    });
    const deadline = setTimeout(() => run.terminate("2s budget"), 2_000);
    const result = await run;
    clearTimeout(deadline);
    return result.status === "success"
      ? { status: "success", result: JSON.stringify(result.result) }
      : { status: "error", error: result.error?.message ?? "run failed" };
  },
});

test("section 10.4: a tool that runs code", async () => {
  const state = createThread({
    runCode: stubRunCode((options) => callImport(options, "thread", "readFile", "/a.txt")),
  });
  const failed = await evaluate.execute(state, { code: "…" });
  assert.equal(failed.status, "error");
  assert.match(failed.status === "error" ? failed.error : "", /There is no file "\/a\.txt"/);
  await state.writeFile("/a.txt", "A");
  assert.deepEqual(await evaluate.execute(state, { code: "…" }), {
    status: "success",
    result: '"A"',
  });
  assert.equal((await evaluate.execute(state, { source: "…" })).status, "error");
});
