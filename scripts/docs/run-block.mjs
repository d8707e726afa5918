// Runs one code block of the documentation and throws when it does not do what it should.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  const text = block.marks.has("guest") ? guestProgram(block) : withGiven(block, before);
  const { loadTypeEraser } = await import(
    new URL("packages/source/dist/src/index.js", `file://${root}`)
  );
  const eraser = await loadTypeEraser();
  const { code } = eraser.erase(text, { module: true });
  await inFolder(page, async (folder) => {
    writeFileSync(join(folder, "program.mjs"), code);
    const PATH = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
    const env = { ...process.env, PATH };
    expectOutput(
      block,
      await run(process.execPath, ["program.mjs"], { cwd: folder, timeout: 60_000, env }),
    );
  });
}

/** What a page takes for granted, its program, and the end of what was taken for granted. */
function withGiven(block, before) {
  const given = givenText(block.marks.get("given"));
  const end = given.includes("function close()") ? "\nawait close();" : "";
  return [given, before, block.code, end].join("\n");
}

function guestProgram(block) {
  return `${givenText(block.marks.get("guest"))}
import { QuickJsExecutor } from "@execbox/quickjs";
const executor = new QuickJsExecutor();
const result = await executor.execute(${JSON.stringify(block.code)}, [provider]);
await executor.dispose();
if (!result.ok) throw new Error(result.error.message);
console.log(result.result);`;
}

function givenText(name) {
  if (name === undefined) return "";
  return readFileSync(new URL(`given/${name}.mjs`, import.meta.url), "utf8");
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
    // The reference MCP servers are at hand as well.
    const PATH = [bin, join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
    const env = { ...process.env, PATH, NO_COLOR: "1" };
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
