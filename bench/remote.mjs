// What it costs to run elsewhere, beside the bare WebSocket it goes over, interleaved in one run.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { resolveProvider } from "@execbox/core";
import { QuickJsExecutor } from "@execbox/quickjs";
import { connectWebSocket, RemoteExecutor } from "@execbox/remote";
import { WebSocket } from "ws";
import { interleave, judge, show } from "./lib/ratios.mjs";

const ROUNDS = Number(process.argv[2] ?? 400);
const WARM_UP = 100;
const ATTEMPTS = 3;
const SESSIONS = 200;
const CALLS = 50;

const [echo, runner] = await Promise.all([start("echo-child"), start("runner-child")]);
const worker = new QuickJsExecutor({ placement: "worker" });
const remote = new RemoteExecutor({
  connectTransport: (signal) => connectWebSocket(runner.url, { signal }),
  // Two hundred threads take a while to start on a busy machine.
  timeoutMs: 300_000,
  connectTimeoutMs: 300_000,
});
const tools = [
  resolveProvider({ name: "tools", tools: { add: { execute: async ({ a, b }) => a + b } } }),
];

let serial = 0;

/** A run whose text was never seen before and whose answer is checked. */
async function run(executor, text, expected, providers = []) {
  serial += 1;
  const result = await executor.execute(`${text}\n// ${serial}`, providers);
  if (result.ok && result.result === expected) return;
  throw new Error(`${text} gave ${JSON.stringify(result)} instead of ${expected}`);
}

function calls(count) {
  return `let total = 0;
for (let index = 0; index < ${count}; index++) total = await tools.add({ a: total, b: 2 });
total`;
}

/** As long as an `execute`, so that both lines carry the same. */
const MESSAGE = JSON.stringify({ type: "execute", pad: "x".repeat(200) });

const open = new WebSocket(echo.url, { perMessageDeflate: false });
await once(open, "open");

const subjects = {
  connectAndEcho: async () => {
    const socket = new WebSocket(echo.url, { perMessageDeflate: false });
    await once(socket, "open");
    socket.send(MESSAGE);
    await once(socket, "message");
    socket.close();
  },
  worker: () => run(worker, "1 + 1", 2),
  remote: () => run(remote, "1 + 1", 2),
  echoes: async () => {
    for (let index = 0; index < CALLS; index++) {
      open.send(MESSAGE);
      await once(open, "message");
    }
  },
  oneCall: () => run(remote, calls(1), 2, tools),
  manyCalls: () => run(remote, calls(1 + CALLS), 2 + 2 * CALLS, tools),
};

function requirements(times) {
  const perCall = (times.manyCalls - times.oneCall) / CALLS;
  const floor = times.connectAndEcho + times.worker;
  return [
    ["nothing over WebSocket / connect and echo + worker", times.remote, floor, 1.5],
    ["a tool call over WebSocket / a bare echo", perCall, times.echoes / CALLS, 3],
  ];
}

async function attempt(number) {
  const times = await interleave(subjects, ROUNDS, WARM_UP);
  console.log(`remote, attempt ${number}, medians of ${ROUNDS} interleaved rounds (most allowed)`);
  return judge(requirements(times));
}

/** All sessions are inside a tool at the same time before the first of them goes on. */
async function holdSessions() {
  let inside = 0;
  let release;
  const all = new Promise((resolve) => {
    release = resolve;
  });
  const provider = resolveProvider({
    name: "tools",
    tools: {
      meet: {
        execute: async () => {
          inside += 1;
          if (inside === SESSIONS) release();
          await all;
          return inside;
        },
      },
    },
  });
  const before = residentMb(runner.child.pid);
  const start = performance.now();
  const runs = Array.from({ length: SESSIONS }, () =>
    run(remote, "await tools.meet()", SESSIONS, [provider]),
  );
  await all;
  const resident = residentMb(runner.child.pid);
  await Promise.all(runs);
  const each = ((resident - before) / SESSIONS).toFixed(1);
  console.log(
    `  ok   ${SESSIONS} sessions held at once by one runner process: ${show(performance.now() - start)}, ${Math.round(resident)} MiB resident, ${each} MiB a session`,
  );
}

function residentMb(pid) {
  try {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(kb) / 1024;
  } catch {
    return Number.NaN;
  }
}

async function start(name) {
  const file = fileURLToPath(new URL(`./lib/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
  // However this ends, they do.
  process.once("exit", () => child.kill());
  const [url] = await once(createInterface(child.stdout), "line");
  return { child, url };
}

let held = false;
for (let number = 1; number <= ATTEMPTS && !held; number++) held = await attempt(number);
await holdSessions();
open.terminate();
await Promise.all([worker.dispose(), remote.dispose()]);
process.exit(held ? 0 : 1);
