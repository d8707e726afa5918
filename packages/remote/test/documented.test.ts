/** What the README shows works as it says. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];

test("the README's example prints 42", async () => {
  // Inside the workspace, so that it finds the packages as a user's program would.
  const folder = mkdtempSync(join(fileURLToPath(new URL("./", import.meta.url)), "readme-"));
  try {
    const file = join(folder, "program.mjs");
    writeFileSync(file, example);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 60_000 });
    assert.match(stdout, /ok: true,[\s\S]*result: 42/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
