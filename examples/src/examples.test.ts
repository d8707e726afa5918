/** Runs every example and compares what it prints with what it says it prints. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const sources = new URL("../src/", import.meta.url);

/** What an example needs of the machine; says what is missing. */
const NEEDS: Readonly<Record<string, () => string | undefined>> = {
  "container-runner.ts": () =>
    spawnSync("podman", ["--version"]).status === 0
      ? undefined
      : "podman is not installed: apt-get install podman",
};

for (const file of readdirSync(sources)) {
  if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
  test(`${file} prints what it says`, async (context) => {
    const missing = NEEDS[file]?.();
    if (missing !== undefined) return context.skip(missing);
    const promised = readFileSync(new URL(file, sources), "utf8").split("\n/* Prints:\n")[1];
    assert.ok(promised !== undefined, `${file} must end with a comment that begins "Prints:"`);
    const program = fileURLToPath(new URL(file.replace(/\.ts$/, ".js"), import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 120_000 });
    assert.match(stdout, toPattern(promised));
  });
}

/** The promise as a pattern: `…` stands for any text within a line. */
function toPattern(promised: string): RegExp {
  const text = promised.replace(/\*\/\s*$/, "").replaceAll("*\\/", "*/");
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*")}$`);
}
