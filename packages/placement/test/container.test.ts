// Verifies container.memory, container.pids, container.cpu, container.network,
// container.read-only, container.powerless, container.time, container.nothing-left,
// container.copy.
/** Each limit of a container, proved by a body that tries to exceed it. Real containers. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { buildNodeImage, ContainerDriver } from "../src/container.js";
import type { Sandbox, SandboxSpec } from "../src/index.js";
import { driver, LIMITS, MB, outcome, program, skip } from "./container-support.js";
import { program as fixture, INTRUDER } from "./fixtures.js";

describe(`containers of ${program}`, { skip }, () => {
  let image = "";
  let shared: Sandbox;
  before(async () => {
    image = await buildNodeImage({ program });
    shared = await driver.create({ ...LIMITS, image });
  });
  after(async () => {
    await driver.dispose(shared);
    assert.deepEqual(containers(), []);
  });

  /** Runs a program in a sandbox of its own. */
  async function run(source: string, limits: Partial<SandboxSpec> = {}) {
    const sandbox = await driver.create({ ...LIMITS, ...limits, image });
    try {
      return await outcome(driver.exec(sandbox, ["node", "-e", source]));
    } finally {
      await driver.dispose(sandbox);
    }
  }

  /** Runs a program in the sandbox that all tests share. */
  const runShared = (source: string) => outcome(driver.exec(shared, ["node", "-e", source]));

  test("a command gets its input and environment, and its end is told", async () => {
    const source = `process.stdin.on("data", (text) => {
      console.log(String(text), process.env.WORD, process.cwd());
      process.exit(7);
    })`;
    const started = driver.exec(shared, ["node", "-e", source], { env: { WORD: "given" } });
    started.stdin.write("sent");
    const { stdout, code, outOfMemory } = await outcome(started);
    assert.equal(stdout, "sent given /scratch\n");
    assert.deepEqual({ code, outOfMemory }, { code: 7, outOfMemory: false });
  });

  test("a command that is not there ends with a code", async () => {
    const { code, stdout, stderr } = await outcome(driver.exec(shared, ["no-such-command"]));
    assert.ok(code !== null && code > 0);
    // Docker says so on the one, Podman on the other.
    assert.match(stdout + stderr, /no-such-command/);
  });

  test("what an intruder tries is out of reach", async () => {
    const secret = join(mkdtempSync(join(tmpdir(), "execbox-test-")), "secret");
    writeFileSync(secret, "the host's own");
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const { entry, folder } = fixture(INTRUDER);
    const sandbox = await driver.create({
      ...LIMITS,
      image,
      mounts: [{ from: folder, to: "/bundle" }],
    });
    const command = ["node", "/bundle/program.mjs", secret, "/bundle/program.mjs", String(port)];
    const { stdout, stderr } = await outcome(driver.exec(sandbox, command));
    await driver.dispose(sandbox);
    server.close();
    assert.notEqual(stdout, "", stderr);
    const report = JSON.parse(stdout);
    for (const act of ["readSecret", "writeOwn", "writeRoot", "writeHome", "connect"]) {
      assert.match(String(report[act]), /^refused/, act);
    }
    assert.equal(report.readOwn, true);
    assert.match(readFileSync(entry, "utf8"), /readSecret/);
    // Init, what waits, and itself.
    assert.ok(report.processes <= 3, `${report.processes} processes are visible`);
    const known = ["PATH", "TERM", "HOME", "HOSTNAME", "container", "PWD"];
    const strange = report.environment.filter((name: string) => !known.includes(name));
    assert.deepEqual(
      strange.filter((name: string) => !/proxy$/i.test(name)),
      [],
    );
    assert.equal(report.status.caps, "0000000000000000");
    assert.equal(report.status.noNewPrivs, "1");
    assert.equal(report.status.seccomp, "2");
  });

  test("the host's proxies, with the passwords in them, are not handed over", async () => {
    const { stdout } = await runShared("console.log(JSON.stringify(process.env))");
    for (const [name, value] of Object.entries(JSON.parse(stdout))) {
      if (/proxy$/i.test(name)) assert.equal(value, "");
    }
  });

  test("memory over the cap ends the body, and the driver says so", async () => {
    const source = "const held = []; for (;;) held.push(Buffer.alloc(16 * 1024 * 1024, 1))";
    const { code, outOfMemory } = await run(source, { memoryBytes: 128 * MB });
    assert.deepEqual({ code, outOfMemory }, { code: null, outOfMemory: true });
  });

  test("what is kept in scratch counts, and has a limit of its own", async () => {
    const source = `try { require("fs").writeFileSync("/scratch/big", Buffer.alloc(${9 * MB})) } catch (error) { console.log(error.code) }`;
    const { stdout } = await run(source);
    assert.equal(stdout.trim(), "ENOSPC");
  });

  test("processes over the cap are refused", async () => {
    const source = `
      const { spawn } = require("child_process");
      let refused = 0, started = 0;
      const one = () => {
        const child = spawn("/usr/bin/sleep", ["100"]);
        child.on("error", () => refused++);
        child.on("spawn", () => started++);
      };
      for (let count = 0; count < 200; count++) one();
      setTimeout(() => { console.log(JSON.stringify({ refused, started })); process.exit() }, 500);`;
    const { stdout } = await run(source);
    const { refused, started } = JSON.parse(stdout);
    assert.ok(started > 0 && started < 64, `${started} were started`);
    assert.ok(refused > 100, `${refused} were refused`);
  });

  test("processor time is shared out: half a processor does half the work in the same time", async () => {
    const source = `
      const until = performance.now() + 1500;
      while (performance.now() < until);
      const { user, system } = process.cpuUsage();
      console.log((user + system) / 1500e3);`;
    const { stdout } = await run(source, { cpus: 0.25 });
    assert.ok(Number(stdout) < 0.5, `it used ${stdout} of a processor`);
  });

  test("processor time over the limit ends the body", async () => {
    const { code } = await run("for (;;);", { cpuSeconds: 1 });
    assert.equal(code, null);
  });

  test("the network is closed, and open when it is granted", async () => {
    const server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const source = `
      const { connect } = require("net");
      connect(${port}, "127.0.0.1").on("connect", () => { console.log("reached"); process.exit() })
        .on("error", ({ code }) => console.log(code));`;
    const closed = await runShared(
      `${source} console.log(require("fs").readdirSync("/sys/class/net").join());`,
    );
    assert.deepEqual(closed.stdout.trim().split("\n"), ["lo", "ECONNREFUSED"]);
    // This machine's own network: the only one in which its loopback is in reach.
    const connected = new ContainerDriver({ program, network: "host" });
    const sandbox = await connected.create({ ...LIMITS, image, network: true });
    const open = await outcome(connected.exec(sandbox, ["node", "-e", source]));
    await connected.dispose(sandbox);
    server.close();
    assert.equal(open.stdout.trim(), "reached");
  });

  test("a body that ignores every signal and forks still ends, and at once", async () => {
    const sandbox = await driver.create({ ...LIMITS, image });
    const source = `
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
      const { spawn } = require("child_process");
      const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); console.log('up'); for (;;);"], { detached: true, stdio: ["ignore", "inherit", "ignore"] });
      child.unref();
      for (;;);`;
    const body = driver.exec(sandbox, ["node", "-e", source]);
    await once(body.stdout, "data");
    const alive = processesOf(sandbox.id).length;
    body.kill();
    const { code } = await body.ended;
    await driver.dispose(sandbox);
    assert.equal(code, null);
    assert.ok(alive >= 4, `${alive} processes were alive`);
    assert.deepEqual(
      containers().filter((name) => name === sandbox.id),
      [],
    );
    assert.deepEqual(processesOf(sandbox.id), []);
  });

  test("files are put below scratch, links as links, and nowhere else", async () => {
    const folder = mkdtempSync(join(tmpdir(), "execbox-test-"));
    const long = "n".repeat(90);
    mkdirSync(join(folder, long, long), { recursive: true });
    writeFileSync(join(folder, long, long, "ü.txt"), "deep");
    writeFileSync(join(folder, "run.sh"), "x".repeat(100_000), { mode: 0o755 });
    symlinkSync("/etc/hostname", join(folder, "link"));
    await driver.copy(shared, folder, "/scratch/in/side");
    const source = `
      const { readFileSync, readlinkSync, statSync } = require("fs");
      const base = "/scratch/in/side/";
      console.log(JSON.stringify([
        readFileSync(base + "${long}/${long}/ü.txt", "utf8"),
        readFileSync(base + "run.sh", "utf8").length,
        statSync(base + "run.sh").mode & 0o111,
        readlinkSync(base + "link"),
      ]))`;
    const { stdout, stderr } = await runShared(source);
    assert.deepEqual(JSON.parse(stdout || stderr), ["deep", 100_000, 0o111, "/etc/hostname"]);
    await assert.rejects(driver.copy(shared, folder, "/etc/x"), TypeError);
    await assert.rejects(driver.copy(shared, folder, "/scratch/../etc"), TypeError);
  });

  test("what was disposed of is gone, and disposing twice is nothing", async () => {
    const sandbox = await driver.create({ ...LIMITS, image });
    assert.ok(containers().includes(sandbox.id));
    await Promise.all([driver.dispose(sandbox), driver.dispose(sandbox)]);
    await driver.dispose(sandbox);
    assert.ok(!containers().includes(sandbox.id));
    assert.throws(() => driver.exec(sandbox, ["node"]), /disposed/);
  });

  test("an image that is not there is an error that names it, and leaves nothing", async () => {
    const before = containers();
    await assert.rejects(
      driver.create({ ...LIMITS, image: "localhost/nothing:here" }),
      /localhost\/nothing:here/,
    );
    assert.deepEqual(containers(), before);
  });

  /** The containers of this program, running or not. */
  function containers(): string[] {
    const said = execFileSync(program, ["ps", "--all", "--format", "{{.Names}}"], {
      encoding: "utf8",
    });
    return said.split("\n").filter((name) => name.startsWith(`execbox-${process.pid}-`));
  }

  /** The processes of this machine that are in a container, by the host's own list. */
  function processesOf(name: string): string[] {
    let id: string;
    try {
      const args = ["container", "inspect", "--format", "{{.Id}}", name];
      id = execFileSync(program, args, {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
      known.set(name, id);
    } catch {
      id = known.get(name) ?? "?";
    }
    return readdirSync("/proc").filter((pid) => {
      if (!/^\d+$/.test(pid)) return false;
      try {
        return readFileSync(`/proc/${pid}/cgroup`, "utf8").includes(id);
      } catch {
        return false;
      }
    });
  }
  const known = new Map<string, string>();
});
