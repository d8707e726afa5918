// Runs one code block of the documentation and throws when it does not do what it should.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/** What can be done with a block of each language; anything else is not code. */
export const RUNNERS = {
  ts: runProgram,
  js: runProgram,
  sh: runShell,
  json: (block) => JSON.parse(block.code),
};

/** Runs a program inside the workspace, so that it finds the packages as a user's would. */
async function runProgram(block, page) {
  const before = block.marks.has("continues") ? page.programBefore(block) : "";
  const { loadTypeEraser } = await import(
    new URL("packages/source/dist/src/index.js", `file://${root}`)
  );
  const eraser = await loadTypeEraser();
  const { code } = eraser.erase(before + block.code, { module: true });
  await inFolder(page, async (folder) => {
    writeFileSync(join(folder, "program.mjs"), code);
    expectOutput(
      block,
      await run(process.execPath, ["program.mjs"], { cwd: folder, timeout: 60_000 }),
    );
  });
}

/** Runs shell lines with `execbox` at hand. */
async function runShell(block, page) {
  await inFolder(page, async (folder) => {
    const bin = join(folder, "bin");
    mkdirSync(bin);
    const cli = `exec "${process.execPath}" "${root}packages/execbox/dist/bundle/cli.js" "$@"`;
    const programs = {
      execbox: cli,
      npx: `[ "$1" = execbox ] || exit 127; shift\n${cli}`,
      // Installing is for the pack test, in a folder of its own.
      npm: 'echo "mark this block: <!-- code: user -->" >&2; exit 127',
    };
    for (const [name, line] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    }
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, NO_COLOR: "1" };
    expectOutput(
      block,
      await run("sh", ["-ec", block.code], { cwd: folder, timeout: 60_000, env }),
    );
  });
}

function expectOutput(block, { stdout, stderr }) {
  const wanted = block.marks.get("prints");
  if (wanted === undefined) return;
  const [, pattern] = /^\/(.*)\/$/.exec(wanted) ?? [];
  assert.ok(pattern !== undefined, `prints needs a /pattern/, got ${wanted}`);
  assert.match(stdout + stderr, new RegExp(pattern, "s"));
}

async function inFolder(page, work) {
  const home = join(root, "examples", "dist");
  mkdirSync(home, { recursive: true });
  const folder = mkdtempSync(join(home, "block-"));
  try {
    for (const [name, text] of page.files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
