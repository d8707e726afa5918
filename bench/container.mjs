// A warm container beside the calling thread, interleaved in one process: what CI asserts of the
// container placement. Containers and image live in a storage of their own and go with it.
import { QuickJsExecutor } from "@execbox/quickjs";
import { useTestContainers } from "../scripts/test-containers.mjs";
import { median } from "./lib/statistics.mjs";

const MOST = 20;
const ROUNDS = 500;
const WARM_UP = 200;
const ATTEMPTS = 3;

const endContainers = useTestContainers();
const executors = {
  inline: new QuickJsExecutor({ placement: "inline" }),
  process: new QuickJsExecutor({ placement: "process" }),
  container: new QuickJsExecutor({ placement: "container", container: { program: "podman" } }),
};
const started = performance.now();
await executors.container.prewarm();
console.log(`first container, image included: ${Math.round(performance.now() - started)} ms`);

let held = false;
for (let number = 1; number <= ATTEMPTS && !held; number++) {
  const times = await interleave();
  const ratio = times.container / times.inline;
  held = ratio <= MOST;
  const figures = Object.entries(times).map(([name, ms]) => `${name} ${ms.toFixed(3)} ms`);
  console.log(
    `${held ? "ok  " : "MISS"} nothing, container / inline: ${ratio.toFixed(1)} (${MOST}); ${figures.join(", ")}`,
  );
}
await Promise.all(Object.values(executors).map((executor) => executor.dispose()));
const left = endContainers();
for (const thing of left) console.log(`left behind: ${thing}`);
process.exitCode = held && left.length === 0 ? 0 : 1;

/** Everybody in turn, each time with a text that was never seen before; medians in milliseconds. */
async function interleave() {
  const samples = Object.fromEntries(Object.keys(executors).map((name) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [name, executor] of Object.entries(executors)) {
      const start = performance.now();
      const { ok, result } = await executor.execute(`1 + 1\n// ${Math.random()}`);
      if (!ok || result !== 2) throw new Error(`${name} cannot add`);
      if (round >= 0) samples[name].push(performance.now() - start);
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, median(list)]));
}
