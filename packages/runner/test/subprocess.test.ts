/**
 * Bodies in a process of their own: what they are given, what they answer, what they cannot reach
 * and what ends them. Verifies block.subprocess, block.timeout-kills, block.limits-enforced,
 * block.tree-killed, block.needs-advisory, body.module, body.command, body.typescript,
 * body.python, body.logs, body.no-environment, body.network-closed, body.writes-scratch-only,
 * body.reads-bundle-only, body.memory, body.cpu, body.processes, body.nothing-left.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { ExecuteResult } from "@execbox/core";
import { inspectHardening, type Wall } from "@execbox/placement";
import { defineRunner, openRunner, type RunnerDefinition } from "../src/index.js";
import { type Body, resolveBody } from "../src/open/body.js";
import { subprocessBoundary } from "../src/open/subprocess.js";
import { bundleOf, moduleOf } from "./bundles.js";

const quiet = { warn: () => {} };
const machine = inspectHardening();

async function run(
  body: Body,
  input?: unknown,
  limits: RunnerDefinition["limits"] = {},
  env = {},
): Promise<ExecuteResult> {
  const handle = defineRunner({ limits: { timeout_ms: 60_000, ...limits } }, { logger: quiet });
  await using runner = await openRunner(handle, { env });
  return await runner.run(body, input);
}

function resultOf(answer: ExecuteResult): unknown {
  assert.ok(answer.ok, JSON.stringify(answer));
  return answer.result;
}

function errorOf(answer: ExecuteResult) {
  assert.ok(!answer.ok, JSON.stringify(answer));
  return answer.error;
}

/** The command lines of every process of this machine. */
function processes(): string {
  return execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
}

describe("what a body is", () => {
  test("a module's default export is called with the input, and what it prints is its log", async () => {
    const body = moduleOf(`
      console.log("starting"); console.error("with", { n: 1 });
      process.stdout.write("straight to stdout\\n");
      export default async ({ a, b }) => { await null; return { sum: a + b } }`);
    const answer = await run(body, { a: 1, b: 2 });
    assert.deepEqual(resultOf(answer), { sum: 3 });
    assert.deepEqual(answer.logs, ["starting", "with { n: 1 }", "straight to stdout"]);
  });

  test("input and result may be nothing", async () => {
    const body = moduleOf("export default (input) => { if (input !== undefined) throw input }");
    assert.equal(resultOf(await run(body)), undefined);
  });

  test("CommonJS and packages of the bundle work", async () => {
    const bundle = bundleOf({
      "main.cjs": "module.exports = (n) => require('twice').twice(n);",
      "node_modules/twice/package.json": '{ "name": "twice", "main": "index.js" }',
      "node_modules/twice/index.js": "exports.twice = (n) => 2 * n;",
    });
    assert.equal(resultOf(await run({ bundle, run: "main.cjs" }, 21)), 42);
  });

  test("TypeScript: types, enums, files by either extension, errors at the author's lines", async () => {
    const bundle = bundleOf({
      "main.ts": `import { Rate, type Row } from "./rates.js";
import { scale } from "./deep/scale.ts";

interface Input { rows: Row[]; fail?: boolean }

export default (input: Input): number => {
  if (input.fail) throw new RangeError("too " + Rate.High);
  return input.rows.length * scale(Rate.High as number);
};`,
      "rates.ts": "export enum Rate { Low = 1, High = 10 }\nexport interface Row { id: string }",
      "deep/scale.ts": "export const scale = (n: number): number => n * 2;",
    });
    const body = { bundle, run: "main.ts" };
    assert.equal(resultOf(await run(body, { rows: [{ id: "a" }] })), 20);
    const failed = await run(body, { rows: [], fail: true });
    assert.equal(errorOf(failed).message, "too 10");
    assert.match(failed.logs.join("\n"), /main\.ts:7:/);
  });

  test("TypeScript that cannot be read is the body's failure, with its place", async () => {
    const bundle = bundleOf({ "main.ts": "import './broken.ts'", "broken.ts": "let a: = 1;" });
    const { code, message, line } = errorOf(await run({ bundle, run: "main.ts" }));
    assert.equal(code, "runtime_error");
    assert.match(message, /^broken\.ts: /);
    assert.equal(line, 1);
  });

  test("a command gets JSON on stdin and gives JSON on stdout", async () => {
    const bundle = bundleOf({
      "tool.mjs": `let text = ""; for await (const chunk of process.stdin) text += chunk;
        console.error("read", text.length); console.log(JSON.stringify({ got: JSON.parse(text), args: process.argv.slice(2) }));`,
    });
    const answer = await run({ bundle, command: ["node", "./tool.mjs", "--fast"] }, [1]);
    assert.deepEqual(resultOf(answer), { got: [1], args: ["--fast"] });
    assert.deepEqual(answer.logs, ["read 3"]);
  });

  test("Python: a file to run, with its event loop and the modules beside it", async () => {
    const bundle = bundleOf({
      "main.py": `import asyncio, json, sys
from helper import double
async def main(n):
    await asyncio.sleep(0)
    print("working", file=sys.stderr)
    return double(n)
json.dump(asyncio.run(main(json.load(sys.stdin))), sys.stdout)`,
      "helper.py": "def double(n): return n * 2",
    });
    const answer = await run({ bundle, run: "main.py" }, 21);
    assert.equal(resultOf(answer), 42);
    assert.deepEqual(answer.logs, ["working"]);
  });

  test("needs are advice here: nothing is installed, and the body still runs", async () => {
    const handle = defineRunner({ needs: { native: ["ffmpeg"], npm: ["left-pad@^1.0.0"] } });
    await using runner = await openRunner(handle);
    const body = moduleOf(
      "export default () => import('left-pad').then(() => 'there', () => 'not there')",
    );
    assert.equal(resultOf(await runner.run(body)), "not there");
  });
});

describe("what goes wrong is a result", () => {
  const cases: [name: string, text: string, code: string, message: RegExp][] = [
    ["throws", "export default () => { throw new Error('no luck') }", "runtime_error", /^no luck$/],
    ["throws a string", "export default () => { throw 'plain' }", "runtime_error", /plain/],
    ["does not parse", "export default (", "runtime_error", /Unexpected|Invalid/],
    ["has no default export", "export const x = 1", "runtime_error", /no default export/],
    ["exits", "export default () => process.exit(0)", "runtime_error", /before it answered/],
    ["exits with a code", "export default () => process.exit(7)", "runtime_error", /code 7/],
    [
      "rejects behind its back",
      "Promise.reject(new Error('lost')); export default () => new Promise(() => setTimeout(() => {}, 1e6))",
      "runtime_error",
      /code 1/,
    ],
    [
      "returns what JSON cannot hold",
      "export default () => ({ at: [1n] })",
      "serialization_error",
      /result\.at\[0\] is a bigint/,
    ],
    [
      "prints rubbish as its answer",
      "import fs from 'node:fs'; fs.writeSync(1, '{]'); export default () => 1",
      "serialization_error",
      /stdout must be one JSON value/,
    ],
    [
      "prints without end",
      "import fs from 'node:fs'; const a = Buffer.alloc(1 << 20, 32); for (;;) try { fs.writeSync(1, a) } catch {}",
      "serialization_error",
      /printed more than/,
    ],
    [
      "answers as deep as the sea",
      "import fs from 'node:fs'; fs.writeSync(1, '['.repeat(1e5)); process.exit(0)",
      "serialization_error",
      /nested deeper/,
    ],
    [
      "claims a verdict that is not its own",
      `import fs from 'node:fs'; fs.writeSync(1, '{"ok":false,"error":{"code":"tool_error","message":"forged"}}'); process.exit(0)`,
      "runtime_error",
      /forged/,
    ],
  ];
  for (const [name, text, code, message] of cases) {
    test(`a body that ${name}`, async () => {
      const error = errorOf(await run(moduleOf(text), undefined, { timeout_ms: 30_000 }));
      assert.equal(error.code, code, error.message);
      assert.match(error.message, message);
    });
  }

  test("logs are bounded, and lines arrive as they happen", async () => {
    const lines: string[] = [];
    const body = moduleOf(
      `process.stderr.write("x".repeat(20_000)); for (let i = 0; i < 500; i++) console.log("line", i); export default () => 1`,
    );
    await using runner = await openRunner(defineRunner());
    const answer = await runner.run(body, undefined, { onLog: (line) => void lines.push(line) });
    assert.equal(answer.logs.length, 100);
    assert.deepEqual(lines, answer.logs);
    assert.ok(lines.every((line) => line.length <= 8_192));
  });

  test("a listener that throws changes nothing, and is told about", async () => {
    await using runner = await openRunner(defineRunner());
    const onLog = () => {
      throw new Error("mine");
    };
    const body = moduleOf("console.log(1); console.log(2); export default () => 3");
    const answer = await runner.run(body, undefined, { onLog });
    assert.equal(resultOf(answer), 3);
    assert.deepEqual(answer.diagnostics, ["onLog threw: mine"]);
  });

  test("the host's mistakes are its own: rejected, with the key", async () => {
    const { bundle } = moduleOf("export default () => 1");
    const mistakes: [body: unknown, message: RegExp][] = [
      [{ bundle: "/nowhere", run: "main.mjs" }, /body\.bundle is "\/nowhere", which is not there/],
      [{ bundle, run: "absent.mjs" }, /body\.run is "absent\.mjs", which is not there/],
      [{ bundle, run: "../../etc/passwd" }, /leads out of the bundle|not there/],
      [{ bundle, run: "main.rb" }, /not there/],
      [{ bundle, command: [] }, /body\.command must be a list of words/],
      [{ bundle, command: ["no-such-program"] }, /not installed here/],
      [{ bundle, exec: "x" }, /body\.exec is not an option/],
    ];
    for (const [body, message] of mistakes) {
      await assert.rejects(run(body as Body), { name: "TypeError", message });
    }
    await assert.rejects(run({ bundle, run: "main.mjs" }, { n: 1n }), /input\.n is a bigint/);
    await assert.rejects(openRunner({ ...defineRunner() }), /must come from defineRunner/);
    for (const env of [
      { NODE_OPTIONS: "--inspect" },
      { LD_PRELOAD: "x" },
      { "a b": "x" },
      { A: 1 },
    ]) {
      await assert.rejects(
        openRunner(defineRunner(), { env: env as Record<string, string> }),
        TypeError,
      );
    }
  });
});

const REACH = `
import fs from "node:fs"; import net from "node:net"; import os from "node:os"; import path from "node:path";
import { spawnSync } from "node:child_process";
const attempt = (act) => { try { return act() ?? true } catch (error) { return "refused " + error.code } };
const settle = (promise) => promise.catch((error) => "refused " + error.code);
export default async ({ secret, bundle, port, home }) => ({
  readSecret: attempt(() => fs.readFileSync(secret, "utf8")),
  readBundle: attempt(() => fs.readFileSync(path.join(bundle, "main.mjs"), "utf8").length > 0),
  writeBundle: attempt(() => fs.writeFileSync(path.join(bundle, "main.mjs"), "changed")),
  writeHome: attempt(() => fs.writeFileSync(path.join(home, "execbox-was-here"), "x")),
  writeRoot: attempt(() => fs.writeFileSync("/execbox-was-here", "x")),
  writeScratch: attempt(() => { fs.writeFileSync("note.txt", "x"); fs.writeFileSync(path.join(os.tmpdir(), "other"), "x") }),
  environment: { ...process.env },
  connect: await settle(new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => { socket.destroy(); resolve(true) }).on("error", reject);
  })),
  spawn: attempt(() => { const { error, status } = spawnSync("/bin/true"); if (error) throw error; return status }),
});`;

describe("what a body can reach", () => {
  const secret = join(tmpdir(), `execbox-secret-${process.pid}`);
  writeFileSync(secret, "the host's own");
  after(() => execFileSync("rm", ["-f", secret]));

  async function reach(wall?: Wall) {
    const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    assert.ok(typeof address === "object" && address !== null);
    const body = await resolveBody(moduleOf(REACH));
    const boundary = subprocessBoundary({
      limits: defineRunner().limits,
      env: { API_KEY: "granted" },
      ...(wall === undefined ? {} : { wall }),
    });
    const input = { secret, bundle: body.bundle, port: address.port, home: homedir() };
    const answer = await boundary.run(body, JSON.stringify(input), {});
    server.close();
    return resultOf(answer) as Record<string, unknown>;
  }

  test("its bundle to read, its scratch folder to write, its own variables, no network", async (context) => {
    if (machine.wall !== "bubblewrap")
      return context.skip("bubblewrap does not work here: apt-get install bubblewrap");
    process.env["EXECBOX_HOST_SECRET"] = "must not be seen";
    const { environment, ...reached } = await reach();
    const { PWD: _, ...own } = environment as Record<string, string>;
    assert.deepEqual(own, { API_KEY: "granted" });
    for (const act of ["readSecret", "writeBundle", "writeHome", "writeRoot", "connect"]) {
      assert.match(String(reached[act]), /^refused/, act);
    }
    assert.deepEqual(
      [reached["readBundle"], reached["writeScratch"], reached["spawn"]],
      [true, true, 0],
    );
  });

  test("behind the permission model: the same files, no child processes", async () => {
    const { environment, ...reached } = await reach("permission-model");
    const { TMPDIR, ...own } = environment as Record<string, string>;
    assert.deepEqual(own, { API_KEY: "granted" });
    for (const act of ["readSecret", "writeBundle", "writeHome", "writeRoot", "spawn"]) {
      assert.match(String(reached[act]), /^refused/, act);
    }
    assert.deepEqual([reached["readBundle"], reached["writeScratch"]], [true, true]);
    assert.equal(existsSync(String(TMPDIR)), false, "the scratch folder is gone");
  });

  test("behind the permission model TypeScript needs a newer Node, and a command bubblewrap", async () => {
    const limits = defineRunner().limits;
    const boundary = subprocessBoundary({ limits, env: {}, wall: "permission-model" });
    const typed = moduleOf("export default (n: number): number => n + 1;", "main.ts");
    const answer = (async () => boundary.run(await resolveBody(typed), "1", {}))();
    if ("registerHooks" in nodeModule) assert.equal(resultOf(await answer), 2);
    else await assert.rejects(answer, /TypeScript bodies need bubblewrap here/);
    const command = await resolveBody({ bundle: typed.bundle, command: ["python3", "-c", "1"] });
    await assert.rejects(boundary.run(command, "", {}), /needs bubblewrap/);
  });
});

test("a link that leads out of the bundle leads nowhere", async () => {
  const body = moduleOf(
    "import fs from 'node:fs'; export default () => { try { return fs.readFileSync(new URL('link', import.meta.url), 'utf8') } catch (error) { return error.code } }",
  );
  symlinkSync("/etc/hostname", join(body.bundle, "link"));
  symlinkSync("main.mjs", join(body.bundle, "inside"));
  if (machine.wall === "bubblewrap") assert.equal(resultOf(await run(body)), "ENOENT");
  const boundary = subprocessBoundary({
    limits: defineRunner().limits,
    env: {},
    wall: "permission-model",
  });
  const resolved = await resolveBody(body);
  await assert.rejects(boundary.run(resolved, "", {}), /link link leads out of it/);
});

/** Ignores every polite signal, and so do its children, which hold the pipes open. */
const STUBBORN = `
import { spawn } from "node:child_process";
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGXCPU"]) process.on(signal, () => {});
const child = "trap '' TERM INT HUP; while :; do sleep 1; done; : MARK";
spawn("/bin/sh", ["-c", child], { stdio: "inherit", detached: true });
spawn("/bin/sh", ["-c", child], { stdio: "inherit", detached: true });
export default () => { console.log("up"); for (;;); };`;

describe("what ends a body", () => {
  test("its time: with everything it started, whatever that does about signals", async () => {
    const mark = `execbox-mark-${process.pid}-time`;
    const body = moduleOf(STUBBORN.replace("MARK", mark));
    const answer = await run(body, undefined, { timeout_ms: 1_500 });
    assert.deepEqual(errorOf(answer), { code: "timeout", message: "Execution timed out" });
    assert.deepEqual(answer.logs, ["up"]);
    assert.equal(processes().includes(mark), false);
  });

  test("its caller: at once, and what it left behind when it ended by itself is gone too", async () => {
    const mark = `execbox-mark-${process.pid}-left`;
    const left = moduleOf(`${STUBBORN.replace("MARK", mark).replace("for (;;);", "return 1;")}`);
    assert.equal(resultOf(await run(left)), 1);
    assert.equal(processes().includes(mark), false);
    await using runner = await openRunner(defineRunner());
    const stop = new AbortController();
    const options = { signal: stop.signal, onLog: () => stop.abort() };
    const answer = await runner.run(moduleOf(STUBBORN.replace("MARK", mark)), undefined, options);
    assert.deepEqual(errorOf(answer), { code: "timeout", message: "Execution cancelled" });
    assert.equal(processes().includes(mark), false);
  });

  test("disposing of its runner", async () => {
    const mark = `execbox-mark-${process.pid}-dispose`;
    const runner = await openRunner(defineRunner());
    const answer = runner.run(moduleOf(STUBBORN.replace("MARK", mark)), undefined, {
      onLog: () => void runner.dispose(),
    });
    assert.equal(errorOf(await answer).code, "timeout");
    await runner.dispose();
    assert.equal(processes().includes(mark), false);
    await assert.rejects(runner.run(moduleOf("export default 1")), /was disposed of/);
  });

  const greedy = {
    // At one go: whoever creeps up to the cap is slowed down by the kernel before it is ended.
    Node: moduleOf("export default () => Buffer.alloc(1 << 30, 1).length"),
    Python: { bundle: bundleOf({ "main.py": "held = b'x' * (1 << 30)" }), run: "main.py" },
    "a file in the scratch folder": moduleOf(
      "import fs from 'node:fs'; export default () => { for (;;) fs.appendFileSync('big', Buffer.alloc(8 << 20, 1)) }",
    ),
  };
  for (const [what, body] of Object.entries(greedy)) {
    test(`its memory, used up by ${what}`, async (context) => {
      if (!machine.memory.startsWith("cgroup"))
        return context.skip("no control group can be made here");
      const error = errorOf(await run(body, undefined, { memory_mb: 128 }));
      // The folder is in memory: the file system or the kernel says no, whichever is first.
      const isFile = what.startsWith("a file");
      if (isFile && error.code === "runtime_error") assert.match(error.message, /ENOSPC/);
      else
        assert.deepEqual(error, {
          code: "memory_limit",
          message: "the body used more than its 128 MiB",
        });
    });
  }

  test("its processor time", async (context) => {
    if (!machine.cpuLimit)
      return context.skip("prlimit is not installed: apt-get install util-linux");
    const error = errorOf(
      await run(moduleOf("export default () => { for (;;); }"), undefined, { cpu_ms: 500 }),
    );
    assert.equal(error.code, "timeout");
    assert.match(error.message, /500 ms of processor time/);
  });

  test("its number of processes: a fork bomb burns out in its own group", async (context) => {
    if (!machine.processLimit)
      return context.skip("no control group for processes can be made here");
    const mark = `execbox-mark-${process.pid}-bomb`;
    const bundle = bundleOf({
      "bomb.py": `import os, sys, json, time
made = 0
try:
    while True:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        made += 1
except OSError: pass
json.dump(made, sys.stdout)  # ${mark}`,
    });
    const made = Number(resultOf(await run({ bundle, run: "bomb.py" })));
    assert.ok(made > 10 && made < 256, `${made} processes were made`);
    assert.equal(processes().includes("bomb.py"), false);
  });
});

test("nothing is left: no folder, no control group, no handle", async () => {
  const ours = () => [
    ...readdirSync(tmpdir()).filter((name) =>
      new RegExp(`^execbox-(erased|scratch)-${process.pid}-`).test(name),
    ),
    ...["memory", "pids"].flatMap((controller) => groupsOf(controller)),
  ];
  await run(moduleOf("export default (n: number) => n;", "main.ts"), 1);
  const until = performance.now() + 5_000;
  while (ours().length > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.deepEqual(ours(), []);
  const handles = process.getActiveResourcesInfo().filter((name) => /Process|Timeout/.test(name));
  assert.deepEqual(handles, []);
});

function groupsOf(controller: string): string[] {
  const line = readFileSync("/proc/self/cgroup", "utf8")
    .split("\n")
    .find((text) => text.includes(`:${controller}:`));
  const folder = join("/sys/fs/cgroup", controller, line?.split(":")[2] ?? "");
  if (line === undefined || !existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.startsWith(`execbox-${process.pid}-`));
}
