// A fresh program: from here to the first result, imports included.
import { spawn } from "node:child_process";
import { Worker } from "node:worker_threads";

const start = performance.now();
const [name] = process.argv.slice(2);
const floors = {
  "floor-worker": () =>
    new Promise((resolve, reject) => {
      const worker = new Worker("", { eval: true });
      worker.on("online", resolve).on("error", reject);
    }),
  "floor-process": () =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ["-e", "process.stdout.write('.')"]);
      child.stdout.on("data", resolve);
      child.on("error", reject);
    }),
};

if (name in floors) {
  await floors[name]();
} else {
  const { loadContender } = await import("../contenders/index.mjs");
  const { setup } = await loadContender(name);
  const sandbox = await setup();
  const program = { kind: "expression", text: "40 + 2" };
  const outcome = await sandbox.run(program, { timeoutMs: 10_000 });
  if (!outcome.ok || outcome.value !== 42) throw new Error(`wrong answer: ${outcome.message}`);
}
process.send(performance.now() - start, () => process.exit());
