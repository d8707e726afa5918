// Verifies cli.watch.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { folderWith } from "./folder.js";

const CLI = fileURLToPath(new URL("../bundle/cli.js", import.meta.url));

test("--watch runs again when a module that the tools import changes, and ends at an interrupt", async (context) => {
  const folder = await folderWith(context, {
    "deep.ts": "export const answer: number = 1;",
    "tools.ts": 'import { answer } from "./deep.ts"; export const get = () => answer;',
    "p.js": "await codemode.get()",
  });
  const child = spawn(process.execPath, [CLI, "run", "p.js", "--tools", "tools.ts", "--watch"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  context.after(() => child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await until(() => out === "1\n" && err.includes("watching"));
  // The watch begins with the words about it, or just after.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await writeFile(join(folder, "deep.ts"), "export const answer: number = 2;");
  await until(() => out === "1\n2\n");
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  assert.equal(code, 0);
});
