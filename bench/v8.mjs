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

/** Arithmetic, branches and array elements: what the processor does, and little of the collector. */
const COMPUTE = `
  let primes = 0;
  for (let n = 2; n < 250000; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) { prime = false; break; }
    if (prime) primes++;
  }
  const size = 160;
  const a = Array.from({ length: size * size }, (_, i) => (i * 7) % 13);
  const product = new Float64Array(size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += a[row * size + k] * a[k * size + column];
      product[row * size + column] = sum;
    }
  let hash = 5381;
  for (let i = 0; i < 3e6; i++) hash = ((hash << 5) + hash + (i & 255)) | 0;
  [primes, product[77], hash]`;

/** Objects, strings and maps: what V8's young generation is for, which grows with the limit. */
const ALLOCATE = `
  const rows = Array.from({ length: 60000 }, (_, i) => ({ id: i, key: "k" + ((i * 7919) % 10007) }));
  const groups = new Map();
  for (const { key, id } of rows) groups.set(key, (groups.get(key) ?? 0) + id);
  const top = [...groups].sort((a, b) => b[1] - a[1]).slice(0, 5).map(([key]) => key);
  const text = rows.map(({ key }) => key).join(" ").split(" ").reverse().join(",");
  [top, text.length]`;

/** As plain Node would run it: a function of its own in a fresh context. */
const plainly = (code) => {
  const last = code.lastIndexOf("\n");
  const body = `${code.slice(0, last)}\nreturn ${code.slice(last)}`.replace(/return\s+/, "return ");
  return vm.runInNewContext(`(() => {"use strict"; ${body} })()`);
};

const inline = new IsolatedVmExecutor({ placement: "inline" });
const child = new IsolatedVmExecutor({ placement: "process", pool: { maxSize: 1, minSize: 1 } });

const isolates = {
  "a new raw isolate, one evaluation": async () => {
    const isolate = new ivm.Isolate({ memoryLimit: 64 });
    const context = isolate.createContextSync();
    context.evalSync("1 + 1");
    isolate.dispose();
  },
  "nothing-run, process": () => child.execute("1 + 1"),
  "nothing-run, inline": () => inline.execute("1 + 1"),
};
const work = {
  "computing in plain Node": async () => plainly(COMPUTE),
  "computing, process": () => child.execute(COMPUTE, [], { timeoutMs: 60_000 }),
  "allocating in plain Node": async () => plainly(ALLOCATE),
  "allocating, process, 64 MiB": () => child.execute(ALLOCATE, [], { timeoutMs: 60_000 }),
  "ten 20 ms tools, process": () =>
    child.execute("await Promise.all(Array.from({length: 10}, () => tools.wait())); 1", [tools]),
};

/** How long to rest between rounds: a busy machine needs longer to make isolates ahead. */
const RESTS_MS = [12, 30, 60];

let held = false;
for (const restMs of RESTS_MS) {
  const figures = {
    ...(await measure(isolates, 200, restMs)),
    ...(await measure(work, 15, restMs)),
  };
  for (const [name, ms] of Object.entries(figures))
    console.log(`${name.padEnd(36)} ${ms.toFixed(3)} ms`);
  held = judge(figures);
  if (held) break;
}
await Promise.all([inline.dispose(), child.dispose()]);
process.exitCode = held ? 0 : 1;

function judge(figures) {
  const targets = [
    ["nothing-run, inline", "a new raw isolate, one evaluation", 0.5],
    ["computing, process", "computing in plain Node", 1.15],
  ].map(([name, floor, limit]) => [`${name} / ${floor}`, figures[name] / figures[floor], limit]);
  targets.push(["ten 20 ms tools / 35 ms", figures["ten 20 ms tools, process"] / 35, 1]);
  let good = true;
  for (const [name, ratio, limit] of targets) {
    const fits = ratio <= limit * slack;
    good &&= fits;
    console.log(
      `${fits ? "ok  " : "MISS"} ${name.padEnd(56)} ${ratio.toFixed(2)} (at most ${limit})`,
    );
  }
  return good;
}

/** Medians of interleaved rounds. Isolates are made while it rests: runs meet ready ones. */
async function measure(measures, rounds, restMs) {
  const times = Object.fromEntries(Object.keys(measures).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(measures)) {
      const from = performance.now();
      await run();
      times[name].push(performance.now() - from);
    }
    await rest(restMs);
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, median(list.slice(rounds >> 2))]),
  );
}
