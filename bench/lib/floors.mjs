// What the machine itself costs: no sandbox on threads or in processes can be quicker than this.
import { spawn } from "node:child_process";
import { Worker } from "node:worker_threads";
import { median } from "./statistics.mjs";

const ECHO_WORKER = `
  const { parentPort } = require("node:worker_threads");
  parentPort.on("message", (message) => parentPort.postMessage(message));
`;

/** Round trips of one small message, in milliseconds. */
export async function measureFloors(rounds) {
  const worker = openWorker();
  const child = openChild();
  const samples = { "echo-worker": [], "echo-process": [] };
  for (let round = -100; round < rounds; round++) {
    for (const [id, echo] of [
      ["echo-worker", worker.echo],
      ["echo-process", child.echo],
    ]) {
      const start = performance.now();
      await echo();
      if (round >= 0) samples[id].push(performance.now() - start);
    }
  }
  await worker.close();
  child.close();
  return {
    "echo-worker": { title: "postMessage echo, bare worker", ms: median(samples["echo-worker"]) },
    "echo-process": { title: "pipe echo, bare child", ms: median(samples["echo-process"]) },
  };
}

function openWorker() {
  const worker = new Worker(ECHO_WORKER, { eval: true });
  return {
    echo: () =>
      new Promise((resolve) => {
        worker.once("message", resolve);
        worker.postMessage({ type: "done", id: 1 });
      }),
    close: () => worker.terminate(),
  };
}

function openChild() {
  const echo = "process.stdin.on('data', (chunk) => process.stdout.write(chunk))";
  const child = spawn(process.execPath, ["-e", echo], { stdio: ["pipe", "pipe", "ignore"] });
  return {
    echo: () =>
      new Promise((resolve) => {
        child.stdout.once("data", resolve);
        child.stdin.write('{"type":"done","id":1}\n');
      }),
    close: () => child.kill(),
  };
}
