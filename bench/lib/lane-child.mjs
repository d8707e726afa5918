// The child's end of a lane: loads one contender and does what it is asked, one thing at a time.
import { loadContender } from "../contenders/index.mjs";
import { caseById } from "./cases.mjs";
import { checkFreshness, holdLive, measureRate, measureTime, measureVerdict } from "./turns.mjs";

const [file, setup] = process.argv.slice(2);
const contender = await loadContender(file);
let sandbox;
let held;

const commands = {
  async setup() {
    sandbox = await contender.setup(JSON.parse(setup));
    return { facts: await sandbox.facts?.() };
  },
  fresh: () => checkFreshness(sandbox),
  time: (details) => measureTime(sandbox, caseById(details.case), details),
  verdict: (details) => measureVerdict(sandbox, caseById(details.case), details),
  rate: (details) => measureRate(sandbox, caseById(details.case), details),
  async hold({ count }) {
    held = await holdLive(sandbox, count);
  },
  release: () => held.release(),
  async settle({ ms }) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, ms));
    globalThis.gc();
  },
};

process.on("message", async ({ id, command, ...details }) => {
  try {
    process.send({ id, value: await commands[command](details) });
  } catch (error) {
    process.send({ id, failure: describe(error) });
  }
});
// The parent is gone: so is the reason to run.
process.on("disconnect", () => process.exit());

function describe(error) {
  const absent = error?.code === "ERR_MODULE_NOT_FOUND" || error?.code === "MODULE_NOT_FOUND";
  const [message] = String(error?.message ?? error).split("\n");
  return { kind: absent ? "absent" : "error", message: absent ? "not installed" : message };
}
