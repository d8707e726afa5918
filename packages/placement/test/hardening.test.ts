// Verifies wall.no-environment, wall.bubblewrap.
/**
 * What the walls hold, proved from inside them with real Node code. The weaker wall is tested
 * too, on the same machine, by asking for it.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { findBubblewrap } from "../src/hardening/bubblewrap.js";
import { type HardenedChild, spawnHardened, type Wall } from "../src/index.js";
import { INTRUDER, program } from "./fixtures.js";

const MB = 1024 * 1024;

function start(
  source: string,
  options: { args?: string[]; wall?: Wall; memoryBytes?: number; cpuSeconds?: number } = {},
) {
  const { entry, folder } = program(source);
  const hardened = spawnHardened(
    {
      entry,
      args: options.args ?? [],
      nodeFlags: [],
      readable: [folder],
      memoryBytes: options.memoryBytes ?? 1024 * MB,
      cpuSeconds: options.cpuSeconds ?? 60,
    },
    options.wall,
  );
  return { ...hardened, entry, folder };
}

async function finish({ child }: HardenedChild): Promise<{ stdout: string; stderr: string }> {
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk) => (output.stdout += chunk));
  child.stderr?.on("data", (chunk) => (output.stderr += chunk));
  await once(child, "close");
  return output;
}

async function intrude(wall: Wall) {
  const secret = join(tmpdir(), `execbox-secret-${process.pid}`);
  writeFileSync(secret, "the host's own");
  // Held open here: a child that inherited it could read it whatever its walls.
  const held = openSync(secret, "r");
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  try {
    const { entry } = program("");
    const hardened = start(INTRUDER, { args: [secret, entry, String(port)], wall });
    const { stdout, stderr } = await finish(hardened);
    assert.notEqual(stdout, "", stderr);
    return { report: JSON.parse(stdout), hardened };
  } finally {
    server.close();
    closeSync(held);
    rmSync(secret);
  }
}

const refused = /^refused/;

describe("behind bubblewrap", {
  skip: findBubblewrap() === undefined && "bubblewrap does not work here",
}, () => {
  test("files, network and other processes are out of reach", async () => {
    const { report, hardened } = await intrude("bubblewrap");
    assert.equal(hardened.wall, "bubblewrap");
    for (const act of [
      "readSecret",
      "writeOwn",
      "writeRoot",
      "writeHome",
      "listEtc",
      "listen",
      "connect",
    ]) {
      assert.match(String(report[act]), refused, act);
    }
    assert.ok(Array.isArray(report.descriptors) && report.descriptors.length > 2);
    assert.equal(report.descriptors.join().includes("execbox-secret"), false);
    assert.ok(report.processes <= 3, `${report.processes} processes are visible`);
    // Bubblewrap itself sets PWD, to the root it made.
    assert.deepEqual(
      report.environment.filter((name: string) => name !== "PWD"),
      [],
    );
    assert.equal(report.status.caps, "0000000000000000");
    assert.equal(report.status.noNewPrivs, "1");
    assert.equal(report.status.seccomp, hardened.seccomp ? "2" : "0");
  });

  test("sockets are refused by the filter, not only by an empty network", async () => {
    const { report, hardened } = await intrude("bubblewrap");
    if (!hardened.seccomp) return;
    assert.match(report.listen, /EPERM/);
  });

  test("the child dies with its parent's end of the pipe", async () => {
    const hardened = start(`process.stdin.on("end", () => process.exit(0)).resume()`);
    hardened.child.stdin?.end();
    await once(hardened.child, "close");
    assert.equal(hardened.child.exitCode, 0);
  });
});

describe("behind the permission model", () => {
  test("files and child processes are out of reach, the environment is empty", async () => {
    const { report } = await intrude("permission-model");
    for (const act of ["readSecret", "writeOwn", "writeRoot", "writeHome", "listEtc", "spawn"]) {
      assert.match(String(report[act]), refused, act);
    }
    // From Node 25 on the model closes the network too.
    const closed = Number.parseInt(process.versions.node, 10) >= 25;
    for (const act of ["listen", "connect"]) {
      assert.equal(refused.test(String(report[act])), closed, `${act}: ${report[act]}`);
    }
    assert.deepEqual(report.environment, []);
  });
});

describe("resources", () => {
  for (const wall of ["bubblewrap", "permission-model"] as const) {
    test(`memory over the cap ends the child (${wall})`, async (context) => {
      const hardened = start(
        `const held = []; for (;;) held.push(Buffer.alloc(16 * 1024 * 1024, 1));`,
        { wall, memoryBytes: 512 * MB },
      );
      if (hardened.memory === "engine") return context.skip("nothing caps memory here");
      await finish(hardened);
      assert.notEqual(hardened.child.exitCode, 0);
      if (hardened.memory.startsWith("cgroup")) assert.equal(hardened.ranOutOfMemory(), true);
    });
  }

  test("processor time over the limit ends the child", async (context) => {
    const hardened = start("for (;;);", { cpuSeconds: 1 });
    if (!hardened.cpuLimit) return context.skip("prlimit is not there");
    const started = performance.now();
    await finish(hardened);
    assert.ok(performance.now() - started < 30_000);
    assert.notEqual(hardened.child.exitCode, 0);
  });

  test("no group is left behind", async () => {
    const line = readFileSync("/proc/self/cgroup", "utf8")
      .split("\n")
      .find((text) => text.includes(":memory:"));
    const parent = join("/sys/fs/cgroup/memory", line?.split(":")[2] ?? "");
    const ours = () =>
      readdirSync(parent).filter((name) => name.startsWith(`execbox-${process.pid}-`));
    const hardened = start("0");
    if (hardened.memory === "cgroup-v1") assert.equal(ours().length > 0, true);
    await finish(hardened);
    const until = performance.now() + 3_000;
    while (ours().length > 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.deepEqual(ours(), []);
  });
});
