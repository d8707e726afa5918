// The fleet's figures, in one run: what an execution through NATS costs beside its floor, whether
// two runners do twice as much as one, and what the dispatcher adds with 10, 100 and 1,000 runners.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { resolveProvider } from "@execbox/core";
import { natsTransport } from "@execbox/nats";
import { QuickJsExecutor } from "@execbox/quickjs";
import { RemoteExecutor } from "@execbox/remote";
import { connect } from "@nats-io/transport-node";
import { chanceToWait, predictWaitMs } from "./lib/fleet/model.mjs";
import { startResponder, startRunner, startServer, startSimulated } from "./lib/fleet/programs.mjs";
import { median } from "./lib/statistics.mjs";

const { values: flags } = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string" }, runners: { type: "string" } },
});
/** A busy machine may be given room: what a change breaks, it breaks by more than this. */
const SLACK = Number(process.env.EXECBOX_BENCH_SLACK ?? 1);
const parts = { latency, cost, throughput, simulation };
let held = true;
for (const [name, part] of Object.entries(parts)) {
  if (flags.only === undefined || flags.only === name) await part();
}
process.exit(held ? 0 : 1);

/** Nothing, through NATS, beside a bare request and a warm worker; interleaved, medians. */
async function latency() {
  const server = await startServer();
  const [responder, runner] = [await startResponder(server.url), await startRunner(server.url, 2)];
  const bare = await connect({ servers: server.url });
  const fleet = natsTransport({ servers: server.url });
  const remote = new RemoteExecutor({ connectTransport: fleet });
  const worker = new QuickJsExecutor({ placement: "worker" });
  await worker.prewarm();
  let serial = 0;
  const run = async (executor) => {
    const result = await executor.execute(`1 + 1\n// ${++serial}`);
    if (!result.ok || result.result !== 2) throw new Error(JSON.stringify(result));
  };
  const cases = {
    request: () => bare.request("bench.echo", "1"),
    worker: () => run(worker),
    fleet: () => run(remote),
  };
  let times;
  let ratio;
  for (let attempt = 1; attempt <= 3; attempt++) {
    times = await interleave(cases, flags.quick ? 300 : 2_000);
    ratio = times.fleet / (times.request + times.worker);
    if (ratio <= 3 * SLACK) break;
  }
  const floor = `${ms(times.request)} request + ${ms(times.worker)} worker`;
  say(`nothing through NATS / floor: ${ms(times.fleet)} / (${floor}) = ${ratio.toFixed(2)} (3)`);
  require(ratio <= 3 * SLACK, "an execution through NATS costs too much");
  await Promise.all([bare.close(), fleet.close(), worker.dispose()]);
  await Promise.all([responder.end(), runner.end()]);
  await server.end();
}

async function interleave(cases, rounds) {
  const samples = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = -Math.ceil(rounds / 4); round < rounds; round++) {
    for (const [name, once] of Object.entries(cases)) {
      const start = performance.now();
      await once();
      if (round >= 0) samples[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, median(list)]));
}

/** The processor time an execution takes, and where: what a model of large fleets is made from. */
async function cost() {
  const server = await startServer();
  const runner = await startRunner(server.url, 4);
  const fleet = natsTransport({ servers: server.url });
  const executor = new RemoteExecutor({ connectTransport: fleet, timeoutMs: 60_000 });
  const tools = resolveProvider({ name: "tools", tools: { add: { execute: (value) => value } } });
  const count = flags.quick ? 1_000 : 6_000;
  const loads = {
    nothing: "1",
    "ten tool calls": "for (let i = 0; i < 10; i++) await tools.add(i); 1",
  };
  for (const [name, code] of Object.entries(loads)) {
    let left = count * 1.25;
    const lane = async (until) => {
      while (left > until) {
        left--;
        const result = await executor.execute(code, [tools]);
        if (!result.ok) throw new Error(JSON.stringify(result));
      }
    };
    const lanes = (until) => Promise.all(Array.from({ length: 8 }, () => lane(until)));
    await lanes(count);
    const before = [process.cpuUsage(), server.cpuMs(), runner.cpuMs()];
    await lanes(0);
    const { user, system } = process.cpuUsage(before[0]);
    const each = (totalMs) => `${((totalMs * 1_000) / count).toFixed(0)} µs`;
    say(
      `processor time of ${name}: host ${each((user + system) / 1_000)}, NATS ${each(server.cpuMs() - before[1])}, runner ${each(runner.cpuMs() - before[2])}`,
    );
  }
  await fleet.close();
  await runner.end();
  const simulated = await startSimulated(server.url, {
    count: 1_000,
    slots: 1,
    serviceMs: 0,
    advertiseMs: 1_000,
  });
  const watching = natsTransport({ servers: server.url });
  await (await watching()).terminate();
  const [seconds, before] = [flags.quick ? 3 : 8, process.cpuUsage()];
  const natsBefore = server.cpuMs();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const { user, system } = process.cpuUsage(before);
  const each = (totalMs) => `${((totalMs * 1_000) / (1_000 * seconds)).toFixed(0)} µs`;
  say(
    `processor time of an advert: host ${each((user + system) / 1_000)}, NATS ${each(server.cpuMs() - natsBefore)}`,
  );
  await watching.close();
  await simulated.end();
  await server.end();
}

/** Runs that wait for tools are bound by slots, runs that compute by cores. */
async function throughput() {
  const tools = resolveProvider({
    name: "tools",
    tools: { wait: { execute: () => new Promise((done) => setTimeout(done, 40)) } },
  });
  const loads = {
    "waiting for tools": "await tools.wait(); 1",
    computing: "let s = 0; for (let i = 0; i < 400000; i++) s = (s + i) % 7; 1",
  };
  const cores = availableParallelism();
  for (const [name, code] of Object.entries(loads)) {
    const [one, two] = [await rateOf(1, code, tools), await rateOf(2, code, tools)];
    // The host and the server need a core of their own.
    const bound = name === "computing" && cores < 4;
    const verdict = bound ? `${cores} cores: not asked` : "1.8";
    const growth = two / one;
    say(
      `${name}: ${one.toFixed(0)}/s with one runner, ${two.toFixed(0)}/s with two: ${growth.toFixed(2)} x (${verdict})`,
    );
    if (!bound) require(growth >= 1.8 / SLACK, `two runners, ${name}, are not twice one`);
  }
}

async function rateOf(count, code, tools) {
  const server = await startServer();
  const runners = await Promise.all(
    Array.from({ length: count }, () => startRunner(server.url, 2)),
  );
  const fleet = natsTransport({ servers: server.url });
  const executor = new RemoteExecutor({ connectTransport: fleet, timeoutMs: 60_000 });
  const spanMs = flags.quick ? 2_000 : 6_000;
  let done = 0;
  let counting = false;
  const until = performance.now() + spanMs + 1_000;
  setTimeout(() => {
    counting = true;
  }, 1_000);
  const lane = async () => {
    while (performance.now() < until) {
      const result = await executor.execute(code, [tools]);
      if (!result.ok) throw new Error(JSON.stringify(result));
      if (counting) done++;
    }
  };
  await Promise.all(Array.from({ length: 8 * count }, lane));
  await fleet.close();
  await Promise.all(runners.map((runner) => runner.end()));
  await server.end();
  return (done * 1_000) / spanMs;
}

/** Arrivals by chance on simulated runners, 80 % busy: the wait for a runner beside the model's. */
async function simulation() {
  const all = flags.quick ? [10, 100] : [10, 100, 1_000];
  const sizes = flags.runners === undefined ? all : [Number(flags.runners)];
  say("runners    service    busy      offer  wait: median       mean  model's mean   host's");
  for (const count of sizes) {
    let close = false;
    for (let attempt = 1; attempt <= 3 && !close; attempt++) close = await simulate(count);
    require(close, `with ${count} runners waits are far from the model's`);
  }
}

/** One size of fleet, idle and busy; whether its waits are near the model's. */
async function simulate(count) {
  const ratePerSecond = 150;
  const serviceMs = (0.8 * count * 1_000) / ratePerSecond;
  const idle = await placements({ count, serviceMs: 0, ratePerSecond: 50, seconds: 4, warmUp: 1 });
  const offerMs = median(idle.waits);
  const seconds = flags.quick ? 6 : 15;
  const warmUp = Math.min(12, (3 * serviceMs) / 1_000 + 1);
  const busy = await placements({ count, serviceMs, ratePerSecond, seconds, warmUp });
  require(busy.failed + idle.failed === 0, `${busy.failed + idle.failed} executions failed`);
  // By the times that were really taken: timers of a busy machine are late.
  const taken = busy.serviceMs;
  const share = (ratePerSecond * taken) / 1_000 / count;
  const predicted = predictWaitMs({ slots: count, serviceMs: taken, ratePerSecond, offerMs });
  const [typical, measured] = [median(busy.waits), mean(busy.waits)];
  const columns = [
    [String(count), 7],
    [ms(taken), 9],
    [`${(100 * share).toFixed(0)} %`, 6],
    [ms(offerMs), 9],
    [ms(typical), 12],
    [ms(measured), 9],
    [ms(predicted), 12],
    [`${(100 * busy.share).toFixed(0)} %`, 7],
  ];
  say(columns.map(([text, width]) => text.padStart(width)).join("  "));
  if (share > 0.95) return true;
  // Where hardly anybody waits, the typical wait is the model's; the mean is the machine's stalls.
  const load = (ratePerSecond * taken) / 1_000;
  if (chanceToWait(count, load) < 0.05) return typical <= (3 * predicted + 2) * SLACK;
  return measured <= (3 * predicted + 10) * SLACK;
}

/** Executions that come by chance; how long each looked for a runner, and the host's processor time. */
async function placements({ count, serviceMs, ratePerSecond, seconds, warmUp }) {
  const server = await startServer();
  const settings = { count, slots: 1, serviceMs, advertiseMs: 1_000 };
  const simulated = await startSimulated(server.url, settings);
  const fleet = natsTransport({ servers: server.url });
  const [waits, totals] = [[], []];
  let counting = false;
  let failed = 0;
  let ending = false;
  const timed = async (signal) => {
    const start = performance.now();
    const transport = await fleet(signal);
    if (counting) waits.push(performance.now() - start);
    return transport;
  };
  const executor = new RemoteExecutor({ connectTransport: timed, timeoutMs: 600_000 });
  await executor.execute("1");
  const open = new Set();
  const end = performance.now() + (warmUp + seconds) * 1_000;
  let cpu;
  setTimeout(() => {
    counting = true;
    cpu = process.cpuUsage();
  }, warmUp * 1_000);
  for (let next = performance.now(); next < end; ) {
    next += (-Math.log(1 - Math.random()) * 1_000) / ratePerSecond;
    const rest = next - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    const begun = performance.now();
    const run = executor.execute("1").then((result) => {
      if (counting) totals.push(performance.now() - begun);
      if (!result.ok && !ending) failed++;
      open.delete(run);
    });
    open.add(run);
  }
  const { user, system } = process.cpuUsage(cpu);
  counting = false;
  // What still runs may take many service times; it is told to end.
  ending = true;
  await executor.dispose();
  await fleet.close();
  await Promise.all(open);
  await simulated.end();
  await server.end();
  // From having a runner to having a result.
  const took = mean(totals) - mean(waits);
  return { waits, failed, serviceMs: took, share: (user + system) / 1e6 / seconds };
}

function mean(list) {
  return list.reduce((sum, value) => sum + value, 0) / list.length;
}

function require(holds, message) {
  if (holds) return;
  held = false;
  console.error(`fleet: ${message}`);
}

function ms(value) {
  return value < 1 ? `${value.toFixed(2)} ms` : `${value.toFixed(value < 100 ? 1 : 0)} ms`;
}

function say(text) {
  console.log(text);
}
