import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { RemoteExecutor } from "@execbox/remote";
import { watchFleet } from "../src/index.js";
import { endWithUs } from "./support/end-with-us.js";
import { Fleet } from "./support/fleet.js";
import { Marks, until } from "./support/marks.js";
import { noNats } from "./support/nats-servers.js";

const skip = noNats;
const HEARTBEAT_MS = 200;
const LONG = "await tools.mark(); await tools.wait(60000)";

// Verifies fleet.heartbeat and fleet.never-twice.
for (const signal of ["SIGKILL", "SIGSTOP"] as const) {
  test(`a runner that gets ${signal} ends its runs with internal_error`, { skip }, async () => {
    await using fleet = await Fleet.start({ runners: 1 });
    const [victim] = fleet.runners;
    const marks = new Marks();
    const executor = new RemoteExecutor({
      connectTransport: fleet.connect({ heartbeatMs: HEARTBEAT_MS }),
    });
    const marked = marks.next();
    const run = executor.execute(LONG, [marks.provider], { timeoutMs: 60_000 });
    await marked;
    const other = await fleet.addRunner();
    const cutAt = performance.now();
    victim?.signal(signal);
    const result = await run;
    // Five heartbeats by promise; the rest is room for a busy machine.
    assert.ok(performance.now() - cutAt < 5 * HEARTBEAT_MS + 5_000);
    assert.ok(!result.ok && result.error.code === "internal_error");
    assert.match(result.error.message, /was lost: (no sign of life|the other side is gone)/);
    assert.equal(marks.seen.length, 1);
    // What had started is not run again, although there is somebody who could.
    assert.deepEqual(other.started, []);
    assert.ok((await executor.execute("1", [], { timeoutMs: 60_000 })).ok);
  });

  // Verifies fleet.retry-before-started.
  test(`an execution whose runner gets ${signal} before it started is run by another`, {
    skip,
  }, async () => {
    await using fleet = await Fleet.start({ runners: 0, slots: 1 });
    const marks = new Marks();
    const executor = new RemoteExecutor({
      connectTransport: fleet.connect({ heartbeatMs: HEARTBEAT_MS }),
    });
    const dying = await fleet.addRunner({ onExecute: signal });
    const run = executor.execute("await tools.mark('once')", [marks.provider], {
      timeoutMs: 60_000,
    });
    await until("the first runner has it", () => !dying.alive || dying.stopped);
    const good = await fleet.addRunner();
    const result = await run;
    assert.ok(result.ok, JSON.stringify(result));
    dying.signal("SIGCONT");
    assert.ok((await executor.execute("1", [], { timeoutMs: 60_000 })).ok);
    // Whatever the first runner does when it goes on, no tool hears of it.
    assert.deepEqual(marks.seen, ["once"]);
    await until("one has been noted", () => good.started.length >= 1);
  });
}

// Verifies fleet.host-vanishes.
test("a host that vanishes frees its slots", { skip }, async () => {
  await using fleet = await Fleet.start({ runners: 1, slots: 2 });
  const watch = await watchFleet({ servers: fleet.cluster.urls });
  const running = () => watch.runners().reduce((sum, runner) => sum + runner.running, 0);
  const program = fileURLToPath(new URL("support/host-program.js", import.meta.url));
  const host = spawn(process.execPath, [program, fleet.cluster.urls[0]!], { stdio: "inherit" });
  endWithUs(host);
  await until("the host holds both slots", () => running() === 2);
  const ended = once(host, "exit");
  host.kill("SIGKILL");
  await ended;
  await until("the slots are free", () => running() === 0);
  const executor = new RemoteExecutor({ connectTransport: fleet.connect() });
  assert.ok((await executor.execute("1")).ok);
  await watch.close();
});

// Verifies fleet.drain.
test("a rolling restart loses nothing", { skip }, async () => {
  await using fleet = await Fleet.start({ servers: 3, runners: 2, slots: 2 });
  const marks = new Marks();
  const executor = new RemoteExecutor({ connectTransport: fleet.connect() });
  let rolling = true;
  const results: boolean[] = [];
  const lane = async () => {
    while (rolling) {
      const result = await executor.execute("await tools.wait(20); 'kept'", [marks.provider], {
        timeoutMs: 60_000,
      });
      if (!result.ok) console.log(result.error);
      results.push(result.ok);
    }
  };
  const lanes = Promise.all(Array.from({ length: 8 }, lane));
  for (const old of [...fleet.runners]) {
    await fleet.addRunner();
    await old.end("SIGTERM");
    assert.equal(old.child.exitCode, 0);
  }
  rolling = false;
  await lanes;
  assert.ok(results.length > 8);
  assert.ok(results.every(Boolean), "every execution was placed and finished");
});

test("a drained runner finishes what it has and tells who waits to look elsewhere", {
  skip,
}, async () => {
  await using fleet = await Fleet.start({ runners: 1, slots: 1 });
  const [old] = fleet.runners;
  const marks = new Marks();
  const executor = new RemoteExecutor({ connectTransport: fleet.connect() });
  const marked = marks.next();
  const first = executor.execute("await tools.mark(); await tools.wait(700); 'kept'", [
    marks.provider,
  ]);
  await marked;
  const second = executor.execute("'elsewhere'");
  const drained = old?.end("SIGTERM");
  const next = await fleet.addRunner();
  assert.deepEqual((await first).ok, true);
  assert.deepEqual((await second).ok, true);
  await drained;
  await until("it has been noted", () => next.started.length > 0);
  assert.equal(next.started.length, 1);
});

test("a NATS server that is taken away takes no execution with it that can be placed", {
  skip,
}, async () => {
  await using fleet = await Fleet.start({ servers: 3, runners: 2 });
  const executor = new RemoteExecutor({
    connectTransport: fleet.connect({ heartbeatMs: HEARTBEAT_MS }),
  });
  assert.ok((await executor.execute("1")).ok);
  for (const server of fleet.cluster.servers) {
    await server.kill();
    const results = await Promise.all(Array.from({ length: 20 }, () => executor.execute("1")));
    const lost = results.filter((result) => !result.ok);
    // One that was under way may be lost with the server; it says so, and nothing hangs.
    for (const result of lost) assert.equal(!result.ok && result.error.code, "internal_error");
    assert.ok((await executor.execute("1")).ok, "the fleet goes on");
    await server.start();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
});
