/** Runs every example and compares what it prints with what it says it prints. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const sources = new URL("../src/", import.meta.url);

for (const file of readdirSync(sources)) {
  if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
  test(`${file} prints what it says`, async () => {
    const promised = readFileSync(new URL(file, sources), "utf8").split("\n/* Prints:\n")[1];
    assert.ok(promised !== undefined, `${file} must end with a comment that begins "Prints:"`);
    const program = fileURLToPath(new URL(file.replace(/\.ts$/, ".js"), import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 120_000 });
    assert.match(stdout, toPattern(promised));
  });
}

/** The promise as a pattern: `…` stands for any text within a line, a line `or` for another ending. */
function toPattern(promised: string): RegExp {
  const text = promised.replace(/\*\/\s*$/, "").replaceAll("*\\/", "*/");
  const endings = text
    .split("or\n")
    .map((ending) => ending.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*"));
  return new RegExp(`^(?:${endings.join("|")})$`);
}
