/** What every storage does, in memory and in a folder. */
import assert from "node:assert/strict";
import { describe, type TestContext, test } from "node:test";
import { ThreadFileError } from "../src/thread/file-error.js";
import { folderStorage } from "../src/thread/folder-storage.js";
import { memoryStorage } from "../src/thread/memory-storage.js";
import type { ThreadStorage } from "../src/thread/storage.js";
import { createThread } from "../src/thread/thread.js";
import { temporaryFolder } from "./fixtures.js";

const storages: [string, (context: TestContext) => ThreadStorage][] = [
  ["memory", () => memoryStorage()],
  ["folder", (context) => folderStorage(temporaryFolder(context))],
  ["a folder to be made", (context) => folderStorage(`${temporaryFolder(context)}/a/b`)],
  [
    "one that cannot append",
    () => {
      const { append: _, ...rest } = memoryStorage();
      return rest;
    },
  ],
];

function refusal(code: string): (error: unknown) => boolean {
  return (error) => error instanceof ThreadFileError && error.code === code;
}

for (const [name, open] of storages) {
  describe(`storage: ${name}`, () => {
    test("text goes in and comes out, whichever way the path is written", async (context) => {
      const state = createThread({ storage: open(context) });
      await state.writeFile("/data/input.json", "[1, 2, 3] ünï 😀");
      for (const path of ["/data/input.json", "data/input.json", "./data//./input.json"]) {
        assert.equal(await state.readFile(path), "[1, 2, 3] ünï 😀");
      }
      await state.writeFile("data/input.json", "");
      assert.equal(await state.readFile("/data/input.json"), "");
    });

    test("bytes go in and come out in an array of their own", async (context) => {
      const state = createThread({ storage: open(context) });
      const bytes = Uint8Array.from({ length: 300 }, (_, index) => index);
      await state.writeFile("b", bytes);
      const copy = await state.readFile("b", { encoding: null });
      assert.deepEqual(copy, bytes);
      assert.equal(Object.getPrototypeOf(copy), Uint8Array.prototype);
      assert.equal(copy.buffer.byteLength, 300, "a shared block would carry other data along");
      bytes[0] = copy[1] = 255;
      assert.deepEqual(
        (await state.readFile("b", { encoding: null })).slice(0, 3),
        Uint8Array.of(0, 1, 2),
      );
    });

    test("a missing file is an error that names it", async (context) => {
      const state = createThread({ storage: open(context) });
      for (const path of ["/none", "/none/deeper/file.txt"]) {
        await assert.rejects(state.readFile(path), {
          name: "ThreadFileError",
          code: "not_found",
          message: `There is no file "${path}"`,
        });
      }
    });

    test("files are listed by folder, and removed", async (context) => {
      const state = createThread({ storage: open(context) });
      assert.deepEqual(await state.listFiles(), []);
      for (const path of ["/b/2", "/b/c/3", "/a", "/bb"]) await state.writeFile(path, path);
      await state.addMessage({ role: "user", content: "hi" });
      assert.deepEqual(await state.listFiles(), ["/a", "/b/2", "/b/c/3", "/bb"]);
      assert.deepEqual(await state.listFiles("b"), ["/b/2", "/b/c/3"]);
      assert.deepEqual(await state.listFiles("/none"), []);
      assert.equal(await state.removeFile("/b/2"), true);
      assert.equal(await state.removeFile("/b/2"), false);
      assert.equal(await state.removeFile("/no/such"), false);
      assert.deepEqual(await state.listFiles("/b"), ["/b/c/3"]);
    });

    test("a folder is not a file and a file is not a folder", async (context) => {
      const state = createThread({ storage: open(context) });
      await state.writeFile("/a/b", "x");
      for (const path of ["/", "", ".", "/a"]) {
        await assert.rejects(state.readFile(path), refusal("not_a_file"), path);
        await assert.rejects(state.writeFile(path, ""), refusal("not_a_file"), path);
        await assert.rejects(state.removeFile(path), refusal("not_a_file"), path);
      }
      await assert.rejects(state.readFile("/a/b/c"), refusal("not_a_file"));
      await assert.rejects(state.writeFile("/a/b/c", ""), refusal("not_a_file"));
      assert.equal(await state.readFile("/a/b"), "x");
    });

    test("concurrent writes leave one of the contents, whole", async (context) => {
      const state = createThread({ storage: open(context) });
      const contents = Array.from({ length: 20 }, (_, index) =>
        String(index).repeat(5_000 * index),
      );
      await Promise.all(contents.map((content) => state.writeFile("/same", content)));
      assert.ok(contents.includes(await state.readFile("/same")));
      assert.deepEqual(await state.listFiles(), ["/same"]);
    });

    test("paths that mean something special anywhere are refused everywhere", async (context) => {
      const state = createThread({ storage: open(context) });
      const nasty = [
        "..",
        "../x",
        "/../x",
        "a/../b",
        "a/..",
        "..\\x",
        "a\\b",
        "C:x",
        "C:/x",
        "a:b",
      ];
      nasty.push("a\0b", "a\nb", "x\ud800", "...", "a.", "a /b", ".. /x", "x".repeat(256));
      nasty.push("ü".repeat(128), `${"x/".repeat(600)}y`);
      for (const path of nasty) {
        await assert.rejects(state.readFile(path), refusal("refused"), path);
        await assert.rejects(state.writeFile(path, ""), refusal("refused"), path);
        await assert.rejects(state.listFiles(path), refusal("refused"), path);
        await assert.rejects(state.removeFile(path), refusal("refused"), path);
      }
      assert.deepEqual(await state.listFiles(), []);
      await state.writeFile("..fine/...also", "names may start with dots");
    });

    test("what is the thread's own has no path, in any spelling", async (context) => {
      const state = createThread({ storage: open(context) });
      await state.addMessage({ role: "user", content: "secret" });
      const spellings = [
        ".thread",
        "/.THREAD",
        "./.thread",
        ".Thread",
        ".th\u200cread",
        ".ｔhread",
      ];
      for (const folder of spellings) {
        const path = `${folder}/messages.jsonl`;
        await assert.rejects(state.readFile(path), refusal("refused"), path);
        await assert.rejects(state.writeFile(path, ""), refusal("refused"), path);
        await assert.rejects(state.removeFile(path), refusal("refused"), path);
        await assert.rejects(state.listFiles(folder), refusal("refused"), path);
      }
      assert.equal((await state.getMessages()).length, 1);
      await state.writeFile("a/.thread/x", "only the first name is reserved");
    });

    test("arguments of the wrong type are refused by name", async (context) => {
      const { readFile, writeFile } = createThread({ storage: open(context) });
      const call = (work: (...args: never[]) => Promise<unknown>, ...args: unknown[]) =>
        Reflect.apply(work, undefined, args);
      await assert.rejects(call(readFile, 1), { name: "TypeError", message: /^path must/ });
      await assert.rejects(call(writeFile, "a", { 0: 1 }), {
        name: "TypeError",
        message: /^data must/,
      });
      await assert.rejects(call(readFile, "a", { encoding: "hex" }), {
        message: /options\.encoding/,
      });
      await assert.rejects(call(readFile, "a", "utf8"), { message: /options must be an object/ });
    });

    test("messages are kept in order, with what they were given", async (context) => {
      const state = createThread({ storage: open(context) });
      assert.deepEqual(await state.getMessages(), []);
      const before = Date.now();
      const roles = ["user", "assistant"];
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          state.addMessage({ role: roles[index % 2] ?? "", content: `line\n${index}` }),
        ),
      );
      const messages = await state.getMessages();
      assert.deepEqual(
        messages.map(({ content }) => content),
        Array.from({ length: 50 }, (_, index) => `line\n${index}`),
      );
      assert.equal(new Set(messages.map(({ id }) => id)).size, 50);
      assert.ok(messages.every(({ createdAt }) => createdAt >= before && createdAt <= Date.now()));
      const chosen = await state.getMessages({ role: "assistant", limit: 2 });
      assert.deepEqual(
        chosen.map(({ content }) => content),
        ["line\n47", "line\n49"],
      );
      assert.deepEqual(await state.getMessages({ limit: 0 }), []);
    });
  });
}
