/** `npm run soak:remote [-- COUNT]`: ten thousand cut sessions, and what they left. */
import { soak } from "./soak.js";

const count = Number(process.argv[2] ?? 10_000);
const start = performance.now();
const { verdicts, heapGrowth, resources } = await soak(count);
const seconds = ((performance.now() - start) / 1_000).toFixed(1);
console.log(`${count} sessions, cut off at every boundary in turn, in ${seconds} s`);
console.log(`  verdicts: ${JSON.stringify(verdicts)}`);
console.log(`  heap growth: ${(heapGrowth / 1024 / 1024).toFixed(2)} MiB`);
console.log(`  open resources: ${resources.before} before, ${resources.after} after`);
const wrong = Object.keys(verdicts).filter((key) => key !== "internal_error" && key !== "ok 6");
const leaks = resources.after > resources.before + 4 || heapGrowth > 8 * 1024 * 1024;
if (wrong.length > 0 || leaks) {
  console.error(`MISS: ${wrong.join(", ") || "something was left"}`);
  process.exitCode = 1;
}
