/**
 * Wires that are cut, between network namespaces. Verifies fleet.partition, fleet.heartbeat, fleet.never-twice and
 * fleet.retry-before-started.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { RemoteExecutor } from "@execbox/remote";
import { natsTransport, watchFleet } from "../src/index.js";
import { Marks, until } from "./support/marks.js";
import { Namespace, noNamespaces } from "./support/namespace.js";
import { freePorts, NatsServer, noNats } from "./support/nats-servers.js";
import { RunnerProcess } from "./support/runner-process.js";

const skip = noNats || noNamespaces;
const HEARTBEAT_MS = 300;
const LOOP = "for (;;) { await tools.mark(); await tools.wait(30) }";
const options = { timeoutMs: 60_000 };

test("a runner behind a cut wire: its runs end, others are placed, and it comes back", {
  skip,
}, async () => {
  using far = new Namespace();
  const server = new NatsServer((await freePorts(1))[0]!, [], far.here);
  await server.start();
  const servers = server.url;
  const runner = new RunnerProcess({ servers, slots: 1, advertiseMs: 250 }, far.prefix);
  await runner.ready;
  const fleet = natsTransport({ servers, heartbeatMs: HEARTBEAT_MS });
  const executor = new RemoteExecutor({ connectTransport: fleet });
  const marks = new Marks();

  // Shorter than the bound: nothing is lost, only late.
  const marked = marks.next();
  const survivor = executor.execute("await tools.mark(); await tools.wait(400); 'kept'", [
    marks.provider,
  ]);
  await marked;
  far.cut();
  await sleep(HEARTBEAT_MS);
  far.mend();
  assert.equal((await survivor).ok, true);

  // Longer: the run ends here, and nothing it does over there is heard of any more.
  const again = marks.next();
  const lost = executor.execute(LOOP, [marks.provider], options);
  await again;
  const cutAt = performance.now();
  far.cut();
  const result = await lost;
  assert.ok(!result.ok && result.error.code === "internal_error", JSON.stringify(result));
  assert.match(result.error.message, /no sign of life/);
  assert.ok(performance.now() - cutAt < 5 * HEARTBEAT_MS + 5_000);
  const heard = marks.seen.length;

  // Somebody else takes what comes now.
  const near = new RunnerProcess({ servers, slots: 1, advertiseMs: 250 });
  await near.ready;
  assert.equal((await executor.execute("1", [], options)).ok, true);
  await near.end("SIGTERM");

  const watch = await watchFleet({ servers });
  far.mend();
  await until("the runner is back, with its slot free", () =>
    watch.runners().some(({ state }) => state === "ready"),
  );
  assert.equal((await executor.execute("1", [], options)).ok, true);
  assert.equal(marks.seen.length, heard, "what was sent late reaches no tool");
  await Promise.all([watch.close(), fleet.close(), runner.end()]);
  await server.kill();
});

test("a cluster cut in two: the run goes on at the other side, and no tool hears of it", {
  skip,
}, async () => {
  using far = new Namespace();
  const [near, farther, ...routes] = await freePorts(4);
  const all = [`nats://${far.here}:${routes[0]}`, `nats://${far.there}:${routes[1]}`];
  const args = (index: number) => {
    const name = ["--name", `s${index}`, "--cluster_name", "execbox"];
    return [...name, "--cluster", all[index] ?? "", "--routes", all.join(",")];
  };
  const ours = new NatsServer(near!, args(0), far.here);
  const theirs = new NatsServer(farther!, args(1), far.there, far.prefix);
  await Promise.all([ours.start(), theirs.start()]);
  const runner = new RunnerProcess(
    {
      servers: theirs.url,
      slots: 1,
      advertiseMs: 250,
      connection: { ignoreClusterUpdates: true },
    },
    far.prefix,
  );
  await runner.ready;
  const servers = ours.url;
  const connection = { ignoreClusterUpdates: true };
  const fleet = natsTransport({ servers, heartbeatMs: HEARTBEAT_MS, connection });
  const executor = new RemoteExecutor({ connectTransport: fleet });
  const watch = await watchFleet({ servers, connection });
  await until("the servers have found each other", () => watch.runners().length === 1);

  const marks = new Marks();
  const marked = marks.next();
  const run = executor.execute(LOOP, [marks.provider], options);
  await marked;
  far.cut();
  const result = await run;
  assert.ok(!result.ok && result.error.code === "internal_error", JSON.stringify(result));
  const heard = marks.seen.length;
  far.mend();
  await until("the runner has let go of it", () =>
    watch.runners().some(({ state, running }) => state === "ready" && running === 0),
  );
  assert.equal((await executor.execute("1", [], options)).ok, true);
  assert.equal(marks.seen.length, heard, "what was kept in between reaches no tool");
  await Promise.all([watch.close(), fleet.close(), runner.end()]);
  await Promise.all([ours.kill(), theirs.kill()]);
});
