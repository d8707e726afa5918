import assert from "node:assert/strict";
import { test } from "node:test";
import { RemoteExecutor } from "@execbox/remote";
import { natsTransport } from "../src/index.js";
import { Fleet } from "./support/fleet.js";
import { Marks, until } from "./support/marks.js";
import { noNats } from "./support/nats-servers.js";

const skip = noNats;

// Verifies fleet.labels.
test("an execution that demands labels runs on a runner that has them", { skip }, async () => {
  await using fleet = await Fleet.start({ runners: 0 });
  const eu = await fleet.addRunner({ labels: { engine: "quickjs", region: "eu" } });
  const us = await fleet.addRunner({ labels: { engine: "quickjs", region: "us" } });
  const anywhere = fleet.connect();
  const inEurope = new RemoteExecutor({ connectTransport: anywhere.withLabels({ region: "eu" }) });
  for (let count = 0; count < 20; count++) assert.ok((await inEurope.execute("1")).ok);
  // A runner's notes take another way than its answers.
  await until("all have been noted", () => eu.started.length + us.started.length >= 20);
  assert.deepEqual([eu.started.length, us.started.length], [20, 0]);
  const everywhere = new RemoteExecutor({ connectTransport: anywhere });
  for (let count = 0; count < 60; count++) assert.ok((await everywhere.execute("1")).ok);
  await until("all have been noted", () => eu.started.length + us.started.length >= 80);
  assert.ok(us.started.length > 0 && eu.started.length > 20, "both take what demands nothing");
});

// Verifies fleet.no-fit.
test("what no runner fits is refused at once, with the labels there are", { skip }, async () => {
  await using fleet = await Fleet.start({ runners: 0 });
  const nobody = new RemoteExecutor({ connectTransport: fleet.connect() });
  const empty = await nobody.execute("1");
  assert.ok(!empty.ok && empty.error.code === "internal_error");
  assert.match(empty.error.message, /the queue default has no runners; start one with/);

  await fleet.addRunner({ labels: { engine: "quickjs" } });
  const connectTransport = fleet.connect({ labels: { engine: "v8", region: "eu" } });
  const result = await new RemoteExecutor({ connectTransport }).execute("1");
  assert.ok(!result.ok && result.error.code === "internal_error");
  assert.match(
    result.error.message,
    /none of the 1 runners .* engine=v8,region=eu; .* engine=quickjs/,
  );
  assert.ok(result.durationMs < 15_000, "long before maxWaitMs");
});

// Verifies fleet.busy-waits.
test("when all are busy, admission waits, within its bound and with signal", { skip }, async () => {
  await using fleet = await Fleet.start({ runners: 1, slots: 1 });
  const marks = new Marks();
  const executor = new RemoteExecutor({ connectTransport: fleet.connect() });
  const marked = marks.next();
  const long = executor.execute("await tools.mark(); await tools.wait(1500); 'long'", [
    marks.provider,
  ]);
  await marked;

  const hasty = new RemoteExecutor({ connectTransport: fleet.connect({ maxWaitMs: 300 }) });
  const refused = await hasty.execute("1");
  assert.ok(!refused.ok && refused.error.code === "internal_error");
  assert.match(
    refused.error.message,
    /no slot .* free for 300 ms: 1 runners with 1 slots are busy/,
  );

  const cancelled = await executor.execute("1", [], { signal: AbortSignal.timeout(100) });
  assert.ok(!cancelled.ok && cancelled.error.code === "timeout");
  assert.equal(cancelled.error.message, "Execution cancelled");

  const waiting = Array.from({ length: 5 }, () => executor.execute("1 + 1"));
  for (const result of await Promise.all(waiting)) assert.ok(result.ok);
  assert.ok((await long).ok);
});

test("a fleet that cannot be reached is an error that names it, without passwords", async () => {
  const connectTransport = natsTransport({ servers: "nats://agent:secret@127.0.0.1:1" });
  const result = await new RemoteExecutor({ connectTransport }).execute("1");
  assert.ok(!result.ok && result.error.code === "internal_error");
  assert.match(result.error.message, /cannot connect to NATS at nats:\/\/127\.0\.0\.1:1/);
  assert.doesNotMatch(result.error.message, /secret/);
  await connectTransport.close();
});

test("a host's mistakes are TypeErrors that name the key", () => {
  const servers = "nats://127.0.0.1:4222";
  const wrong: [unknown, RegExp][] = [
    [{}, /options\.servers must be the address/],
    [{ servers: [] }, /options\.servers must be the address/],
    [{ servers, queue: "a.b" }, /options\.queue must be 1 to 64/],
    [{ servers, name: "*" }, /options\.name must be 1 to 64/],
    [{ servers, labels: { "": "x" } }, /options\.labels has the key ""/],
    [{ servers, labels: { region: "e u" } }, /options\.labels\.region must be/],
    [{ servers, heartbeatMs: 1 }, /options\.heartbeatMs must be milliseconds from 50/],
    [{ servers, maxWaitMs: -1 }, /options\.maxWaitMs must be milliseconds from 0/],
    [{ servers, server: "x" }, /options\.server is not an option/],
  ];
  for (const [options, message] of wrong) {
    assert.throws(() => Reflect.apply(natsTransport, undefined, [options]), {
      name: "TypeError",
      message,
    });
  }
});
