// The programs around the fleet bench: a NATS server, real runners, simulated ones, and a bare
// responder. Whatever was started is ended with the bench.
import { spawn } from "node:child_process";
import { once } from "node:events";
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
  return { url: `nats://127.0.0.1:${port}`, end: () => end(child) };
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

/** `count` simulated runners in one process. */
export function startSimulated(url, settings) {
  return startNode(at("simulated-runners.mjs"), [url, JSON.stringify(settings)], "ready");
}

async function startNode(program, args, word) {
  const child = own(
    spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) if (line.includes(word)) break;
  child.stdout.resume();
  return { end: () => end(child) };
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
