// What a lane does in its turn. Only the run itself is timed; every answer is checked, outside.
import { LIMITS } from "./limits.mjs";
import { expression } from "./programs.mjs";

let serial = 0;

/** Models never write the same text twice: a comment makes each text new, so no cache helps. */
function unseen(program) {
  serial += 1;
  return { ...program, text: `${program.text}\n// ${serial}` };
}

async function timed(sandbox, { program, timeoutMs = LIMITS.timeoutMs }) {
  const text = unseen(program);
  const start = performance.now();
  const outcome = await sandbox.run(text, { timeoutMs });
  return { outcome, ms: performance.now() - start };
}

function mistake(outcome, expected) {
  if (!outcome.ok) return `failed: ${outcome.message.slice(0, 120)}`;
  if (JSON.stringify(outcome.value) === JSON.stringify(expected)) return undefined;
  return `answered ${String(JSON.stringify(outcome.value)).slice(0, 60)}`;
}

/**
 * Runs a case again and again for about `budgetMs`. The first run of a turn finds cold caches
 * after everybody else's turns: it counts only when it alone used up the turn.
 */
export async function measureTime(
  sandbox,
  entry,
  { budgetMs, maxRuns = Number.POSITIVE_INFINITY },
) {
  const samples = [];
  let spent = 0;
  for (let run = 0; spent < budgetMs && run <= maxRuns; run++) {
    const { outcome, ms } = await timed(sandbox, entry);
    const wrong = mistake(outcome, entry.expected);
    if (wrong !== undefined) return { wrong };
    spent += ms;
    if (run > 0 || spent >= budgetMs) samples.push(ms);
  }
  return { samples };
}

/** One run that must fail, how long the host could do nothing else, and whether it goes on. */
export async function measureVerdict(sandbox, entry, { mostMs }) {
  const timeoutMs = Math.min(entry.timeoutMs, mostMs);
  const pulse = startPulse();
  const { outcome, ms } = await timed(sandbox, { ...entry, timeoutMs });
  const blockedMs = await pulse.longestGap();
  const verdict = outcome.ok ? "success" : outcome.code;
  const next = await timed(sandbox, { program: expression("6 * 7") });
  const after = mistake(next.outcome, 42);
  return { ms, blockedMs, verdict, message: outcome.message, after };
}

/** Keeps `concurrency` runs in flight for `budgetMs`. */
export async function measureRate(sandbox, entry, { budgetMs }) {
  const start = performance.now();
  const end = start + budgetMs;
  let runs = 0;
  let wrong;
  const keepRunning = async () => {
    while (wrong === undefined && performance.now() < end) {
      const { outcome } = await timed(sandbox, entry);
      wrong ??= mistake(outcome, entry.expected);
      runs += 1;
    }
  };
  await Promise.all(Array.from({ length: entry.concurrency }, keepRunning));
  if (wrong !== undefined) return { wrong };
  return { samples: [runs / ((performance.now() - start) / 1000)] };
}

/** Starts `count` runs that all wait in a tool, and resolves when every one of them is there. */
export async function holdLive(sandbox, count) {
  let open;
  const gate = new Promise((resolve) => {
    open = resolve;
  });
  let arrived = 0;
  let allThere;
  const everyone = new Promise((resolve) => {
    allThere = resolve;
  });
  const execute = async ({ value }) => {
    arrived += 1;
    if (arrived === count) allThere();
    await gate;
    return value;
  };
  const hold = { params: ["value"], execute };
  const program = { kind: "body", text: "return await tools.hold({ value: 7 });", tools: { hold } };
  const entry = { program, timeoutMs: 60_000 };
  const runs = Array.from({ length: count }, () => timed(sandbox, entry));
  const early = Promise.all(runs).then((results) => {
    const wrong = results.map(({ outcome }) => mistake(outcome, 7)).find((text) => text);
    if (wrong !== undefined) throw new Error(wrong);
  });
  await Promise.race([everyone, early]);
  return {
    async release() {
      open();
      await early;
    },
  };
}

/** Whether anything that one run leaves behind can be seen by the next. */
export async function checkFreshness(sandbox) {
  const leave = "globalThis.left = 1; Object.prototype.behind = 1; return 1;";
  const look = "return [typeof globalThis.left, typeof {}.behind];";
  await timed(sandbox, { program: { kind: "body", text: leave } });
  const { outcome } = await timed(sandbox, { program: { kind: "body", text: look } });
  return { wrong: mistake(outcome, ["undefined", "undefined"]) };
}

/** A 2 ms timer whose longest pause is the longest time in which the host could do nothing. */
function startPulse() {
  let last = performance.now();
  let longest = 0;
  const beat = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(beat, 2);
  return {
    async longestGap() {
      await new Promise((resolve) => setTimeout(resolve, 5));
      clearInterval(timer);
      return longest;
    },
  };
}
