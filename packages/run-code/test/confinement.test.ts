/** Real attacks on a real folder. Verifies code.thread-storage. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ThreadFileError } from "../src/thread/file-error.js";
import { createThread } from "../src/thread/thread.js";
import { temporaryFolder } from "./fixtures.js";
import { scene, snapshot } from "./storage-scene.js";

function isRefusal(error: unknown): boolean {
  return error instanceof ThreadFileError && error.code === "refused";
}

test("links that lead out are refused, for reading and for writing", async (context) => {
  const { state, outside } = scene(context);
  const before = snapshot(outside);
  const paths = ["out/secret", "outfile", "outrelative/secret", "up/outside/secret"];
  paths.push("in/back/outside/secret", "top/outside/secret", "inlink/back/outside/deep/secret");
  for (const path of paths) {
    await assert.rejects(state.readFile(path), isRefusal, path);
    await assert.rejects(state.writeFile(path, "gotcha"), isRefusal, path);
  }
  const fresh = ["out/new", "out/deep/new/er", "dangling", "danglingfolder/x", "up/new", "loop/x"];
  for (const path of [...fresh, "in/back/new", "outrelative/a/b", "loop"]) {
    await assert.rejects(state.writeFile(path, "gotcha"), isRefusal, path);
  }
  await assert.rejects(state.listFiles("out"), isRefusal);
  await assert.rejects(state.removeFile("out/secret"), isRefusal);
  assert.deepEqual(snapshot(outside), before);
});

test("links that stay inside work", async (context) => {
  const { state, root } = scene(context);
  assert.equal(await state.readFile("inlink/file"), "inside");
  assert.equal(await state.readFile("infile"), "inside");
  await state.writeFile("infile", "changed");
  assert.equal(readFileSync(join(root, "in/file"), "utf8"), "changed");
  await state.writeFile("inlink/new/er", "x");
  assert.ok(existsSync(join(root, "in/new/er")));
});

test("a link is no second way to the thread's own folder", async (context) => {
  const { state } = scene(context);
  await state.addMessage({ role: "user", content: "secret" });
  for (const path of ["private/messages.jsonl", "self/.thread/messages.jsonl"]) {
    await assert.rejects(state.readFile(path), isRefusal, path);
    await assert.rejects(state.writeFile(path, ""), isRefusal, path);
    await assert.rejects(state.removeFile(path), isRefusal, path);
  }
  // On a disk that ignores case this would be the folder itself.
  await assert.rejects(state.writeFile("self/.THREAD", ""), isRefusal);
  assert.equal((await state.getMessages()).length, 1);
});

test("the thread's own folder may not be a link that leads out", async (context) => {
  const { root, outside, state } = scene(context);
  symlinkSync(outside, join(root, ".thread"));
  const before = snapshot(outside);
  await assert.rejects(state.addMessage({ role: "user" }), isRefusal);
  await assert.rejects(state.writeFile("in/file", ""), isRefusal);
  assert.deepEqual(snapshot(outside), before);
});

test("removing a link removes the link", async (context) => {
  const { state, root, outside } = scene(context);
  assert.equal(await state.removeFile("outfile"), true);
  assert.equal(existsSync(join(root, "outfile")), false);
  assert.equal(existsSync(join(outside, "secret")), true);
});

test("a pipe in the folder neither hangs nor passes for a file", async (context) => {
  const { state, root } = scene(context);
  execFileSync("mkfifo", [join(root, "pipe")]);
  await assert.rejects(state.readFile("pipe"), { code: "not_a_file" });
  await assert.rejects(state.writeFile("pipe", "x"), { code: "not_a_file" });
});

test("listing follows no link and leaves out what no path can say", async (context) => {
  const { state, root } = scene(context);
  writeFileSync(join(root, "a:b"), "");
  await state.writeFile("z", "");
  assert.deepEqual(await state.listFiles(), ["/in/file", "/z"]);
});

test("no error tells where the folder is", async (context) => {
  const { state, root, links } = scene(context);
  mkdirSync(join(root, "closed"), { mode: 0 });
  const paths = [
    ...links,
    "none",
    "in",
    "in/file/x",
    "out/x",
    "closed/x",
    "..",
    "/",
    "x".repeat(300),
  ];
  for (const path of paths) {
    const attempts = [
      () => state.readFile(path),
      () => state.writeFile(`${path}/y`, ""),
      () => state.listFiles(path),
    ];
    for (const attempt of attempts) {
      const error = await attempt().then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) continue;
      assert.ok(error instanceof ThreadFileError, String(error));
      assert.ok(
        !JSON.stringify([error.message, { ...error }, error.cause]).includes("execbox-thread-"),
        error.message,
      );
    }
  }
});

test("the folder stays where it was when the working directory changes", async (context) => {
  const folder = temporaryFolder(context);
  const before = process.cwd();
  context.after(() => process.chdir(before));
  process.chdir(folder);
  const state = createThread({ storage: { folder: "here" } });
  process.chdir(before);
  await state.writeFile("a", "x");
  assert.ok(existsSync(join(folder, "here/a")));
});
