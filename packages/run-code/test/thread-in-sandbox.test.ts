/**
 * A thread and the code that runs for it, in a real sandbox. Verifies code.thread-method,
 * code.thread-not-implicit, code.thread-bridged.
 */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { type CodeExecutionResult, createCodeRunner, createThread } from "../src/index.js";
import { temporaryFolder } from "./fixtures.js";

for (const placement of ["inline", "worker", "process"] as const) {
  describe(`a thread's code, ${placement}`, () => {
    const runner = createCodeRunner({ placement });
    after(() => runner.dispose());
    const make = (storage?: { folder: string }) =>
      createThread({
        id: "thread-secret-id",
        env: { TOKEN: "env-secret" },
        runCode: runner.runCode,
        ...(storage === undefined ? {} : { storage }),
      });

    test("runCode is a method that needs no receiver", async () => {
      const { runCode } = make();
      const run = runCode("export default 42");
      assert.equal(run.running, true);
      assert.equal((await run).result, 42);
    });

    test("the sandbox sees nothing of the thread", async () => {
      const state = make();
      await state.writeFile("/secret.txt", "file-secret");
      await state.addMessage({ role: "user", content: "message-secret" });
      const events: unknown[] = [];
      state.on("seen", (data) => events.push(data));
      const names = ["state", "thread", "env", "readFile", "getMessages", "emit", "runCode"];
      const source = `const texts = []; const visited = new Set();
        const walk = (of) => {
          if (typeof of === "string") texts.push(of);
          if ((typeof of !== "object" && typeof of !== "function") || of === null || visited.has(of)) return;
          visited.add(of);
          for (const key of Reflect.ownKeys(of)) if (key !== "stack") try { walk(of[key]) } catch {}
        };
        for (const root of [globalThis, import.meta, console, given]) walk(root);
        export default [[${names.map((name) => `typeof ${name}`)}], texts.filter((text) => text.includes("secret"))]`;
      const { result } = (await state.runCode(source, {
        globals: { given: () => "given" },
      })) as CodeExecutionResult;
      assert.deepEqual(result, [names.map(() => "undefined"), []]);
      const unlinked = await state.runCode("import { readFile } from 'thread'; readFile('/x')");
      assert.equal(unlinked.status, "link_error");
      assert.deepEqual(events, []);
    });

    test("bridges await the thread and pass files on, as text and as bytes", async (context) => {
      const state = make({ folder: temporaryFolder(context) });
      const thread = {
        read: (path: string) => state.readFile(path),
        readBytes: (path: string) => state.readFile(path, { encoding: null }),
        write: (path: string, data: string | Uint8Array) => state.writeFile(path, data),
      };
      const source = `import { read, readBytes, write } from 'thread';
        await write("/a.txt", "text"); await write("/b.bin", new Uint8Array([1, 2, 255]));
        export default [await read("/a.txt"), await readBytes("/b.bin")]`;
      const { result } = await state.runCode(source, { imports: { thread } });
      assert.deepEqual(result, ["text", new Uint8Array([1, 2, 255])]);
      assert.equal(await state.readFile("/a.txt"), "text");
    });

    test("what one run stores through a bridge, the next one finds", async () => {
      const state = make();
      const storage = {
        load: () => state.readFile("/count").catch(() => "0"),
        save: (text: string) => state.writeFile("/count", text),
      };
      const source = `import { load, save } from 'storage';
        const count = Number(await load()) + 1; await save(String(count)); export default count`;
      const run = async () => (await state.runCode(source, { imports: { storage } })).result;
      assert.deepEqual([await run(), await run(), await run()], [1, 2, 3]);
    });

    test("what the thread refuses is an error without host paths", async (context) => {
      const folder = temporaryFolder(context);
      const state = make({ folder });
      const source = `import { readFile } from 'thread'; const messages = [];
        for (const path of ["../../etc/passwd", "/none", "/.thread/messages.jsonl", "\\0"])
          try { messages.push(await readFile(path)) } catch (e) { messages.push(e.message, String(e.stack)) }
        export default messages`;
      const thread = { readFile: (path: string) => state.readFile(path) };
      const { result } = await state.runCode(source, { imports: { thread } });
      const messages = result as string[];
      assert.equal(messages.length, 8);
      assert.match(messages[0] ?? "", /"\.\.\/\.\.\/etc\/passwd" is refused/);
      for (const message of messages) {
        assert.equal(message.includes(folder) || /root:|node:|file:/.test(message), false, message);
      }
    });

    test("a bridge can run code for the thread in turn", async () => {
      const state = make();
      const nested = async (source: string) => (await state.runCode(source)).result;
      const source = "export default await nested('export default 6 * 7')";
      assert.equal((await state.runCode(source, { globals: { nested } })).result, 42);
    });
  });
}
