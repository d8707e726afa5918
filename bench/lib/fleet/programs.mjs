// The programs around the fleet bench: a NATS server, real runners, simulated ones, and a bare
// responder. Whatever was started is ended with the bench.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PATH = `${process.env.PATH}:/usr/sbin`;
const children = new Set();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A nats-server on loopback. */
export async function startServer() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  const child = own(
    spawn("nats-server", ["-a", "127.0.0.1", "-p", String(port)], {
      stdio: "ignore",
      env: { PATH },
    }),
  );
  for (let attempt = 0; attempt < 200 && !(await answers(port)); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    end: () => end(child),
    cpuMs: () => cpuMs(child.pid),
  };
}

/** A runner of `execbox runner --nats`, ready. */
export async function startRunner(url, slots, labels = "") {
  const args = ["runner", "--nats", url, "--slots", String(slots), "--labels", labels];
  return startNode(at("../../../packages/execbox/dist/bundle/cli.js"), args, "joined");
}

/** A program that answers bare NATS requests. */
export function startResponder(url) {
  return startNode(at("responder.mjs"), [url], "ready");
}

/** Simulated runners, a hundred and a half in each process. */
export async function startSimulated(url, { count, ...settings }) {
  const processes = Math.ceil(count / PER_PROCESS);
  const programs = await Promise.all(
    Array.from({ length: processes }, (_, index) => {
      const share = Math.min(PER_PROCESS, count - index * PER_PROCESS);
      const text = JSON.stringify({ count: share, ...settings });
      return startNode(at("simulated-runners.mjs"), [url, text], "ready");
    }),
  );
  return { end: () => Promise.all(programs.map((program) => program.end())) };
}

const PER_PROCESS = 150;

async function startNode(program, args, word) {
  const child = own(
    spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) if (line.includes(word)) break;
  child.stdout.resume();
  return { end: () => end(child), cpuMs: () => cpuMs(child.pid) };
}

/** The processor time of a program and all of its threads, as the kernel counts it. */
function cpuMs(pid) {
  const [, rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const fields = rest.split(" ");
  const ticksPerSecond = 100;
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

function own(child) {
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
