import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median } from "./statistics.mjs";

const CHILD = fileURLToPath(new URL("cold-child.mjs", import.meta.url));
const PATIENCE_MS = 20_000;

/** What no fresh program can do without: a bare thread, a bare child process. */
export const COLD_FLOORS = [
  { file: "floor-worker", name: "floor-worker", title: "a bare worker thread is online" },
  {
    file: "floor-process",
    name: "floor-process",
    title: "a bare node process says its first byte",
  },
];

/** Starts a fresh `node` per contender and round, and takes its time to the first result. */
export async function measureCold(contenders, rounds) {
  const results = {};
  const samples = new Map();
  for (const contender of [...contenders, ...COLD_FLOORS]) {
    if (contender.absent === undefined) samples.set(contender, []);
    else results[contender.name] = { failed: "absent", why: contender.absent };
  }
  for (let round = 0; round < rounds; round++) {
    for (const [contender, list] of samples) {
      try {
        list.push(await startOnce(contender));
      } catch (error) {
        results[contender.name] = { failed: "error", why: error.message };
        samples.delete(contender);
      }
    }
  }
  for (const [{ name }, list] of samples)
    results[name] = { value: median(list), count: list.length };
  return results;
}

function startOnce({ file, flags = [] }) {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, [file], { execArgv: flags, stdio: "ignore", detached: true });
    const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), PATIENCE_MS);
    let took;
    child.on("message", (ms) => {
      took = ms;
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (took === undefined) reject(new Error(`ended with ${signal ?? `code ${code}`}`));
      else resolve(took);
    });
  });
}
