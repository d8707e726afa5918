// V8 isolates against their floors, interleaved in one run: ratios, never absolute times.
// Node must be started with --no-node-snapshot; `npm run bench:v8` does it.
import { createRequire } from "node:module";
import vm from "node:vm";
import { resolveProvider } from "../packages/core/dist/bundle/index.js";
import { IsolatedVmExecutor } from "../packages/isolated-vm/dist/bundle/index.js";

const slack = Number(process.env.EXECBOX_BENCH_SLACK ?? 1);
const require = createRequire(new URL("../packages/isolated-vm/package.json", import.meta.url));
const ivm = require("isolated-vm");

const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

const tools = resolveProvider({
  name: "tools",
  tools: { wait: { execute: () => rest(20) } },
});

/** Primes, strings, objects and sorting: what agents compute, and nothing a tool is needed for. */
const COMPUTE = `
  let primes = 0;
  for (let n = 2; n < 60000; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) { prime = false; break; }
    if (prime) primes++;
  }
  const rows = Array.from({ length: 60000 }, (_, i) => ({ id: i, key: "k" + ((i * 7919) % 10007) }));
  const groups = new Map();
  for (const { key, id } of rows) groups.set(key, (groups.get(key) ?? 0) + id);
  const top = [...groups].sort((a, b) => b[1] - a[1]).slice(0, 5).map(([key]) => key);
  const text = rows.map(({ key }) => key).join(" ").split(" ").reverse().join(",");
  [primes, top, text.length]`;

const inline = new IsolatedVmExecutor({ placement: "inline" });
const child = new IsolatedVmExecutor({ placement: "process", pool: { maxSize: 1, minSize: 1 } });

const measures = {
  "a new raw isolate, one evaluation": async () => {
    const isolate = new ivm.Isolate({ memoryLimit: 64 });
    const context = isolate.createContextSync();
    context.evalSync("1 + 1");
    isolate.dispose();
  },
  "nothing-run, inline": () => inline.execute("1 + 1"),
  "nothing-run, process": () => child.execute("1 + 1"),
  "computing in plain Node": async () => {
    vm.runInNewContext(
      `(() => {"use strict"; ${COMPUTE.replace("[primes,", "return [primes,")} })()`,
    );
  },
  "computing, process": () => child.execute(COMPUTE, [], { timeoutMs: 60_000 }),
  "ten 20 ms tools, process": () =>
    child.execute("await Promise.all(Array.from({length: 10}, () => tools.wait())); 1", [tools]),
};

const times = Object.fromEntries(Object.keys(measures).map((name) => [name, []]));
for (let round = 0; round < 34; round++) {
  for (const [name, measure] of Object.entries(measures)) {
    const from = performance.now();
    await measure();
    const took = performance.now() - from;
    if (round >= 4) times[name].push(took);
    // The next isolate is made meanwhile: what is measured is a run on a ready one.
    await rest(12);
  }
}
await Promise.all([inline.dispose(), child.dispose()]);

const figures = Object.fromEntries(
  Object.entries(times).map(([name, list]) => [name, median(list)]),
);
for (const [name, ms] of Object.entries(figures))
  console.log(`${name.padEnd(36)} ${ms.toFixed(3)} ms`);

const targets = [
  [
    "nothing-run, inline / a new raw isolate",
    figures["nothing-run, inline"] / figures["a new raw isolate, one evaluation"],
    0.5,
  ],
  [
    "nothing-run, process / a new raw isolate",
    figures["nothing-run, process"] / figures["a new raw isolate, one evaluation"],
    0.5,
  ],
  [
    "computing, process / plain Node",
    figures["computing, process"] / figures["computing in plain Node"],
    1.15,
  ],
  ["ten 20 ms tools / 35 ms", figures["ten 20 ms tools, process"] / 35, 1],
];
let failed = 0;
for (const [name, ratio, limit] of targets) {
  const good = ratio <= limit * slack;
  if (!good) failed++;
  console.log(
    `${good ? "ok  " : "MISS"} ${name.padEnd(44)} ${ratio.toFixed(2)} (at most ${limit})`,
  );
}
process.exitCode = failed === 0 ? 0 : 1;
