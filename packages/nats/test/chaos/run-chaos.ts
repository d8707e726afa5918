/** `npm run chaos:fleet`: twenty thousand executions on a fleet that is being broken all the time. */
import { judgeChaos, runChaos } from "./chaos.js";

const executions = Number(process.argv[2] ?? 20_000);
const report = await runChaos({ executions, runners: 4, concurrency: 32, mischiefEveryMs: 700 });
const unwanted = judgeChaos(report);
const { counts, mischief, retries, seconds, longestMs } = report;
console.log(`${executions} executions in ${seconds.toFixed(0)} s, each with one verdict:`, counts);
console.log("what was done to the fleet:", mischief);
console.log(`${retries} given to another runner before they had started`);
console.log(`the longest took ${longestMs.toFixed(0)} ms, waiting included`);
console.log("verdicts that chaos is to blame for:", unwanted);
const wrong = Object.keys(unwanted).filter(
  (words) => !words.startsWith("internal_error: the session on runner"),
);
if (wrong.length > 0) {
  console.error("these verdicts are not of lost sessions:", wrong);
  process.exitCode = 1;
}
