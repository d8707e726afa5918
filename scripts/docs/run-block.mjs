// Runs one code block of the documentation and throws when it does not do what it should.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** The program that a block cannot run without and that is not on this machine. */
export function missingFor({ language, marks }) {
  const given = givenText(marks.get("given"), language === "sh" ? "sh" : "mjs");
  const [, program] = /^(?:#|\/\/) needs (\S+)$/m.exec(given) ?? [];
  if (program === undefined) return undefined;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program))) ? undefined : program;
}

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
  const given = givenText(block.marks.get("given"), "mjs");
  const end = given.includes("function close()") ? "\nawait close();" : "";
  return [given, before, block.code, end].join("\n");
}

function guestProgram(block) {
  return `${givenText(block.marks.get("guest"), "mjs")}
import { QuickJsExecutor } from "@execbox/quickjs";
const executor = new QuickJsExecutor();
const result = await executor.execute(${JSON.stringify(block.code)}, [provider]);
await executor.dispose();
if (!result.ok) throw new Error(result.error.message);
console.log(result.result);`;
}

function givenText(name, extension) {
  if (name === undefined) return "";
  return readFileSync(new URL(`given/${name}.${extension}`, import.meta.url), "utf8");
}

/** Runs shell lines with `execbox` at hand, after what the page takes for granted. */
async function runShell(block, page) {
  await inFolder(page, async (folder) => {
    const options = { cwd: folder, env: shellEnvironment(folder) };
    const given = givenText(block.marks.get("given"), "sh");
    const says = block.marks.get("serves");
    if (says === undefined) {
      const lines = ["-ec", `${given}\n${block.code}`];
      expectOutput(block, await run("sh", lines, { ...options, timeout: 120_000 }));
      return;
    }
    await run("sh", ["-ec", given], options);
    for (const line of block.code.trim().split("\n"))
      await serves(line, readPattern(says), options);
  });
}

/**
 * Starts a server with nothing on its stdin: one that serves there ends by itself, another says that
 * it is ready and ends when it is asked to.
 */
async function serves(line, ready, options) {
  const child = spawn("sh", ["-c", `exec ${line}`], {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      const wasReady = ready.test(said);
      said += text;
      // Once: a second signal would end it at once.
      if (!wasReady && ready.test(said)) child.kill("SIGTERM");
    });
  }
  const [status] = await once(child, "close");
  clearTimeout(timer);
  assert.equal(status, 0, `${line}\n${said}`);
}

function shellEnvironment(folder) {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const cli = `exec "${process.execPath}" "${root}packages/execbox/dist/bundle/cli.js" "$@"`;
  const programs = {
    execbox: cli,
    // The reference MCP servers are at hand under their own names.
    npx: `case "$*" in
  "execbox "*) shift; ${cli} ;;
  "-y @modelcontextprotocol/server-"*) name=\${2#*/}; shift 2; exec "mcp-$name" "$@" ;;
esac
exit 127`,
    // Installing is for the pack test, in a folder of its own.
    npm: 'echo "mark this block: <!-- code: user -->" >&2; exit 127',
  };
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  }
  const PATH = [bin, join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  return { ...process.env, PATH, NO_COLOR: "1", WORKSPACE: root };
}

function expectOutput(block, { stdout, stderr }) {
  const wanted = block.marks.get("prints");
  if (wanted === undefined) return;
  assert.match(stdout + stderr, readPattern(wanted));
}

function readPattern(text) {
  const [, pattern] = /^\/(.*)\/$/.exec(text) ?? [];
  assert.ok(pattern !== undefined, `a mark needs a /pattern/, got ${text}`);
  return new RegExp(pattern, "s");
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
