/**
 * Every example of the code execution document, as it stands there, on the real runner. The
 * texts are in `examples/`, one file each, named by section; what an example takes for granted
 * (`source`, `rows`, a thread) is given here. Verifies code.thread-bridged and
 * code.define-tool.
 */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import * as z from "zod";
import {
  type CodeExecutionResult,
  createCodeRunner,
  createThread,
  defineTool,
  type ThreadTool,
} from "../src/index.js";
import {
  example,
  moduleExample,
  optionsExample,
  runHostExample,
  unusedExamples,
} from "./example-host.js";
import { assertReference } from "./reference-check.js";

for (const placement of ["inline", "worker", "process"] as const) {
  describe(`the document's examples, ${placement}`, () => {
    const runner = createCodeRunner({ placement });
    const state = createThread({ runCode: runner.runCode });
    after(() => runner.dispose());

    const succeed = (result: unknown): unknown => {
      const { status, error, ...rest } = result as CodeExecutionResult;
      assert.equal(status, "success", error?.message);
      return rest.result;
    };

    test("2.2: a budget of the caller's own", async () => {
      const source = "export default async () => input * 2";
      const options = { globals: { input: 21 } };
      const { result, run } = await runHostExample("2.2-budget", { state, source, options }, [
        "result",
        "run",
      ]);
      assert.equal(succeed(result), 42);
      assert.equal((run as { running: boolean }).running, false);
    });

    test("2.3: imports, globals and a named export", async () => {
      const { result } = await runHostExample("2.3", { state }, ["result"]);
      assert.deepEqual(succeed(result), { scanned: true });
      assert.deepEqual((result as CodeExecutionResult).logs, []);
    });

    test("3.1: execute chooses the export", async () => {
      const { run } = await runHostExample("3.1", { state }, ["run"]);
      assert.equal(succeed(await (run as PromiseLike<unknown>)), 101);
    });

    test("3.2: a bridged module, by name and as a namespace", async () => {
      const source = `${example("3.2-inside")}
        export default async () => [fs.readFile === readFile, await readFile("/a"), await fs.writeFile("/a", "b")]`;
      const result = await state.runCode(source, optionsExample("3.2-imports"));
      assert.deepEqual(succeed(result), [true, undefined, undefined]);
    });

    test("3.2: a default export", async () => {
      const inside = /\/\/ inside: (.*)/.exec(example("3.2-default"))?.[1];
      const source = `${inside}\nexport default greet("Ada")`;
      assert.equal(succeed(await state.runCode(source, optionsExample("3.2-default"))), "hi, Ada");
    });

    test("3.3: a relative module", async () => {
      const { run } = await runHostExample("3.3", { state }, ["run"]);
      assert.equal(succeed(await (run as PromiseLike<unknown>)), 3);
    });

    test("3.4: globals", async () => {
      const source = `${example("3.4-inside")}\nexport default [m, globalThis.console]`;
      const result = await state.runCode(source, optionsExample("3.4-globals"));
      assert.deepEqual(succeed(result), ["...", undefined]);
    });

    test("5.1: the default export", async () => {
      const result = await state.runCode(example("5.1-default"));
      assert.deepEqual(succeed(result), { summary: "ok", matches: 3 });
    });

    test("5.1: four ways to one result", async () => {
      const lines = example("5.1-four-ways").trim().split("\n");
      assert.equal(lines.length, 4);
      for (const line of lines) assert.equal(succeed(await state.runCode(line)), 42, line);
    });

    test("5.1: a named export", async () => {
      const source = example("5.1-named");
      const options = { execute: { fn: "increment", args: [100] } };
      assert.equal(succeed(await state.runCode(source, options)), 101);
    });

    test("5.2: reports through a bridge", async () => {
      const telemetry: unknown[] = [];
      const source = `import { report } from 'supervisor';
        for (const n of [1, 2, 3]) report({ n }); export default "scanned"`;
      const { run } = await runHostExample("5.2", { state, source, telemetry }, ["run"]);
      const result = (await (run as PromiseLike<unknown>)) as CodeExecutionResult;
      assert.equal(succeed(result), "scanned");
      assert.deepEqual(telemetry, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      assert.deepEqual(result.reports, []);
    });

    test("9: capabilities of the thread, bridged", async () => {
      await state.writeFile("/notes.txt", "remember");
      const message = await state.addMessage({ role: "user", content: "hi" });
      const events: unknown[] = [];
      const stop = state.on("seen", (data) => events.push(data));
      const source = `import { readFile, getMessages, emit } from 'thread';
        emit("seen", { file: await readFile("/notes.txt"), messages: await getMessages({ limit: 1 }) });`;
      await runHostExample("9", { state, source });
      stop();
      assert.deepEqual(events, [{ file: "remember", messages: [message] }]);
    });

    test("10.1: one value", async () => {
      const { result } = await runHostExample("10.1", { state }, ["result"]);
      assert.equal(result, 6);
    });

    test("10.2: many items, and no export at all", async () => {
      const flaggedIds = new Set<number>();
      const rows = [1, 2, 3, 4].map((id) => ({ id, flagged: id % 2 === 0 }));
      const loadRows = async () => rows;
      const { result } = await runHostExample("10.2", { state, flaggedIds, loadRows }, ["result"]);
      assert.deepEqual([...flaggedIds], [2, 4]);
      assert.equal((result as CodeExecutionResult).status, "link_error");
    });

    test("10.3: a model's code under a deadline", async () => {
      await state.writeFile("/data/input.json", "[1, 2, 3]");
      const code = "export default JSON.parse(input).length";
      const llmResponse = { code };
      const { result } = await runHostExample("10.3", { state, llmResponse }, ["result"]);
      assert.equal(succeed(result), 3);
    });

    // An inline run keeps the host from its own timers.
    if (placement !== "inline")
      test("10.3: and one that never ends", async () => {
        const llmResponse = { code: "for (;;) {}" };
        const soon = (then: () => void) => setTimeout(then, 50);
        const { result } = await runHostExample("10.3", { state, llmResponse, setTimeout: soon }, [
          "result",
        ]);
        const { status, error } = result as CodeExecutionResult;
        assert.equal(status, "terminated");
        assert.match(error?.message ?? "", /2s budget/);
      });

    test("10.4: a tool that runs code", async () => {
      const tool = moduleExample("10.4", { defineTool, z }) as ThreadTool;
      await state.writeFile("/a.txt", "A");
      const read = (path: string) => ({
        code: `import { readFile } from 'thread'; export default await readFile("${path}")`,
      });
      assert.deepEqual(await tool.execute(state, read("/a.txt")), {
        status: "success",
        result: '"A"',
      });
      const failed = await tool.execute(state, read("/none.txt"));
      assert.deepEqual(failed, { status: "error", error: 'There is no file "/none.txt"' });
      assert.equal((await tool.execute(state, { source: "1" })).status, "error");
    });
  });
}

test("12: the reference's types are ours", () => assertReference(example("12")));

test("no example was left out", () => assert.deepEqual(unusedExamples(), []));
