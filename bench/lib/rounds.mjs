// Interleaving: everybody takes a short turn, again and again, so that whatever else the machine
// does hits all alike.
import { Lane, LaneFailure } from "./lane.mjs";
import { residentBytes, watchPeak } from "./resident.mjs";
import { median, quantile } from "./statistics.mjs";

const MEBIBYTE = 1024 * 1024;

/** Lanes by contender, opened when wanted; one that died is opened anew. Owns them all. */
export class Lanes {
  #open = new Map();

  async get(contender, setup) {
    const there = this.#open.get(contender.name);
    if (there?.alive) return there;
    const lane = new Lane(contender, setup);
    this.#open.set(contender.name, lane);
    await lane.request("setup");
    return lane;
  }

  close() {
    for (const lane of this.#open.values()) lane.close();
    this.#open.clear();
  }
}

/**
 * Measures a group of cases for all contenders and gives `{ caseId: { name: result } }`, a result
 * being `{ value, low, high, count }` or `{ failed, why }`. Cases of a group share their turns, so
 * that a difference between them is one between neighbours in time.
 */
export async function measureGroup(entries, contenders, lanes, effort) {
  const results = Object.fromEntries(entries.map(({ id }) => [id, {}]));
  const parties = contenders.map((contender) => ({
    contender,
    turns: entries.flatMap((entry) => {
      const why = contender.absent ?? contender.cannot[entry.id];
      if (why === undefined) return [{ entry, samples: [], extra: {}, spentMs: 0 }];
      results[entry.id][contender.name] = {
        failed: contender.absent === undefined ? "cannot" : "absent",
        why,
      };
      return [];
    }),
  }));
  const [{ kind }] = entries;
  for (let round = WARMED_UP.has(kind) ? -1 : 0; round < effort.rounds[kind]; round++) {
    // Who starts changes, so that nobody always follows the same neighbour.
    const shift = (round + 1) % parties.length;
    for (const { contender, turns } of [...parties.slice(shift), ...parties.slice(0, shift)]) {
      for (const turn of turns) {
        if (turn.failed !== undefined) continue;
        if (turn.samples.length > 0 && turn.spentMs > effort.mostMs) continue;
        const start = performance.now();
        turn.failed = await takeTurn(contender, turn, lanes, effort, round < 0);
        turn.spentMs += performance.now() - start;
      }
    }
  }
  for (const { contender, turns } of parties) {
    for (const { entry, failed, samples, extra } of turns) {
      results[entry.id][contender.name] = failed ?? { ...summarise(samples), ...extra };
    }
  }
  return results;
}

/** Lets everybody's engine and host code be compiled and optimised before anything is timed. */
export async function findPace(entries, contenders, lanes, effort) {
  for (const contender of contenders.filter(({ absent }) => absent === undefined)) {
    const lane = await lanes.get(contender);
    for (const { id } of entries) await lane.request("time", { case: id, budgetMs: effort.paceMs });
  }
}

/** Kinds whose first round only lets engines find their pace. */
const WARMED_UP = new Set(["time", "rate"]);

async function takeTurn(contender, turn, lanes, effort, warmUp) {
  try {
    const lane = await lanes.get(contender);
    return await TURNS[turn.entry.kind](turn, lane, effort, warmUp);
  } catch (error) {
    if (error instanceof LaneFailure) return { failed: error.kind, why: error.message };
    throw error;
  }
}

const TURNS = { time: takeSamples, rate: takeSamples, verdict: takeVerdict };

async function takeSamples(turn, lane, effort, warmUp) {
  const { entry } = turn;
  const budgetMs = warmUp ? effort.warmUpMs : effort.turnMs[entry.kind];
  const start = performance.now();
  const reply = await lane.request(entry.kind, { case: entry.id, budgetMs }, effort.patienceMs);
  if (reply.wrong !== undefined) return { failed: "wrong", why: reply.wrong };
  // Whoever needs more for one turn than is meant for all of them is not asked again.
  const slow = performance.now() - start > effort.mostMs;
  if (!warmUp || slow) turn.samples.push(...reply.samples);
  return undefined;
}

async function takeVerdict(turn, lane, effort) {
  const { entry } = turn;
  await lane.request("settle", { ms: effort.settleMs });
  const peak = watchPeak(lane.pid);
  const reply = await lane
    .request("verdict", { case: entry.id, mostMs: effort.verdictMs }, 3 * effort.verdictMs)
    .finally(() => {
      turn.extra.grewMb = Math.max(turn.extra.grewMb ?? 0, (peak.stop() ?? 0) / MEBIBYTE);
    });
  turn.extra.blockedMs = Math.max(turn.extra.blockedMs ?? 0, reply.blockedMs);
  const { grewMb } = turn.extra;
  const took = `${(reply.ms / 1000).toFixed(1)} s`;
  if (reply.verdict !== entry.verdict) {
    const why = `said "${reply.message}" after ${took}, ${Math.round(grewMb)} MB more resident`;
    return { failed: "wrong", why };
  }
  if (entry.verdict === "timeout" && reply.ms < 0.98 * entry.timeoutMs) {
    turn.extra.note = `ended ${Math.round(entry.timeoutMs - reply.ms)} ms before its time was over`;
  }
  if (reply.after !== undefined) return { failed: "wrong", why: `the next run ${reply.after}` };
  turn.samples.push(reply.ms);
  return undefined;
}

function summarise(samples) {
  return {
    value: median(samples),
    low: quantile(samples, 0.1),
    high: quantile(samples, 0.9),
    count: samples.length,
  };
}

/** Memory per sandbox: as many as asked for wait in a tool while the process tree is weighed. */
export async function measureMemory(contenders, effort) {
  const results = {};
  for (const contender of contenders) {
    const why = contender.absent ?? contender.cannot.memory;
    results[contender.name] =
      why === undefined
        ? await weigh(contender, effort)
        : { failed: contender.absent ? "absent" : "cannot", why };
  }
  return results;
}

async function weigh(contender, effort) {
  const live = Math.min(effort.live, contender.mostLive ?? effort.live);
  const lane = new Lane(contender, { live });
  try {
    await lane.request("setup");
    await lane.request("fresh");
    await lane.request("settle", { ms: effort.settleMs });
    const before = residentBytes(lane.pid);
    if (before === undefined) return { failed: "cannot", why: "needs /proc" };
    await lane.request("hold", { count: live }, effort.patienceMs);
    await lane.request("settle", { ms: effort.settleMs });
    const after = residentBytes(lane.pid);
    await lane.request("release", {}, effort.patienceMs);
    return { value: Math.max(0, after - before) / live / MEBIBYTE, count: live };
  } catch (error) {
    if (!(error instanceof LaneFailure)) throw error;
    const hung = error.kind === "hang";
    return {
      failed: error.kind,
      why: hung ? `cannot hold ${live} runs that all wait for a tool` : error.message,
    };
  } finally {
    lane.close();
  }
}
