// Execbox beside its peers, in one interleaved run. README.md says how to read what it prints.
import { readFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { CASES, caseById } from "./lib/cases.mjs";
import { COLD_FLOORS, measureCold } from "./lib/cold.mjs";
import { measureFloors } from "./lib/floors.mjs";
import { EFFORTS, HELP, readOptions } from "./lib/options.mjs";
import { callRoll } from "./lib/roll-call.mjs";
import { findPace, Lanes, measureGroup, measureMemory } from "./lib/rounds.mjs";
import { keepLatest, saveForDocs } from "./lib/save.mjs";
import { renderText } from "./lib/table.mjs";

const options = readOptions(process.argv.slice(2));
if (options.help) {
  process.stdout.write(HELP);
} else {
  const results = options.from === undefined ? await measure(options) : readEarlier(options.from);
  const { isTTY } = process.stdout;
  process.stdout.write(renderText(results, isTTY === true && process.env.NO_COLOR === undefined));
  if (options.save) saveForDocs(results);
}

async function measure({ files, groups, mode }) {
  const started = performance.now();
  const effort = EFFORTS[mode];
  const lanes = new Lanes();
  process.once("exit", () => lanes.close());
  process.once("SIGINT", () => process.exit(130));
  progress("roll call");
  const contenders = await callRoll(files, lanes);
  await findPace([caseById("script"), caseById("nothing")], contenders, lanes, effort);
  const cases = [];
  for (const group of groups) {
    const entries = CASES.filter((entry) => entry.group === group);
    if (entries.length === 0) continue;
    progress(group);
    const results = await measureEntries(entries, contenders, lanes, effort);
    // What an attack leaves in a process must not weigh on what comes after it.
    if (entries[0].kind === "verdict") lanes.close();
    for (const { id, title, kind } of entries)
      cases.push({ id, title, kind, results: results[id] });
  }
  lanes.close();
  progress("floors");
  const floors = groups.includes("floor") ? await floorsOf(effort, cases) : [];
  const [{ model }] = cpus();
  const results = {
    made: new Date().toISOString(),
    mode,
    tookSeconds: Math.round((performance.now() - started) / 1000),
    machine: { node: process.version, cores: availableParallelism(), cpu: model.trim() },
    contenders: contenders.map(describeContender),
    cases,
    floors,
  };
  keepLatest(results);
  progress(undefined);
  return results;
}

async function measureEntries(entries, contenders, lanes, effort) {
  const [{ id, kind }] = entries;
  if (kind === "memory") return { [id]: await measureMemory(contenders, effort) };
  if (kind === "cold") return { [id]: await measureCold(contenders, effort.coldRounds) };
  return measureGroup(entries, contenders, lanes, effort);
}

async function floorsOf(effort, cases) {
  const floors = Object.values(await measureFloors(effort.floorRounds));
  const cold = cases.find(({ id }) => id === "cold")?.results;
  for (const { name, title } of COLD_FLOORS) {
    if (cold?.[name]?.value !== undefined) floors.push({ title, ms: cold[name].value });
  }
  return floors;
}

function describeContender(contender) {
  const { name, short, version, engine, fresh, ours, beside, absent, stale } = contender;
  return { name, short, version, engine, fresh, ours, beside, absent, stale };
}

function readEarlier(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** One line that is overwritten, for people; nothing when nobody watches. */
function progress(text) {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\x1b[K${text === undefined ? "" : `measuring: ${text}`}`);
}
