import { RemoteExecutor } from "@execbox/remote";
import { Fleet } from "../support/fleet.js";
import { Ledger } from "./ledger.js";
import { KINDS, pickKind } from "./load.js";
import { type Mischief, Monkey } from "./monkey.js";

/** How much chaos. */
export interface ChaosSettings {
  executions: number;
  runners: number;
  concurrency: number;
  mischiefEveryMs: number;
}

/** What came of it. */
export interface ChaosReport {
  ledger: Ledger;
  mischief: Mischief;
  /** Verdicts by code. */
  counts: Record<string, number>;
  /** How often an execution was placed again because its runner was lost before it started. */
  retries: number;
  seconds: number;
  /** The longest any execution took, waiting included. */
  longestMs: number;
}

/** The heartbeat of the hosts; a lost runner is noticed within five of these. */
const HEARTBEAT_MS = 250;

/** Executes a mixed load on a fleet of real processes that is being broken all the time. */
export async function runChaos(settings: ChaosSettings): Promise<ChaosReport> {
  await using fleet = await Fleet.start({ servers: 3, runners: settings.runners, slots: 4 });
  const connect = fleet.connect({ heartbeatMs: HEARTBEAT_MS });
  let placed = 0;
  const counting = (signal: AbortSignal) => {
    placed++;
    return connect(signal);
  };
  const executor = new RemoteExecutor({
    connectTransport: Object.assign(counting, { attempts: connect.attempts }),
  });
  const ledger = new Ledger();
  const monkey = new Monkey(fleet, settings.mischiefEveryMs);
  const started = performance.now();
  const mischief = monkey.run();
  let longestMs = 0;
  const lane = async () => {
    while (ledger.entries.length < settings.executions) {
      const begun = performance.now();
      await executeOne(executor, ledger);
      longestMs = Math.max(longestMs, performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: settings.concurrency }, lane));
  monkey.stop();
  const seconds = (performance.now() - started) / 1_000;
  await mischief;
  await executor.dispose();
  const retries = placed - ledger.entries.length;
  return { ledger, mischief: monkey.done, counts: ledger.count(), retries, seconds, longestMs };
}

async function executeOne(executor: RemoteExecutor, ledger: Ledger): Promise<void> {
  const kind = pickKind();
  const entry = ledger.open(kind.name);
  const verdict = await executor.execute(
    kind.code,
    [ledger.toolsOf(entry)],
    kind.options?.() ?? { timeoutMs: 20_000 },
  );
  entry.verdicts.push(verdict);
}

/** Fails unless everything the ledger holds is as it must be; returns unwanted verdicts, by message. */
export function judgeChaos({ ledger }: ChaosReport): Record<string, number> {
  const kinds = new Map(KINDS.map((kind) => [kind.name, kind]));
  ledger.assertTrue(({ kind }) => {
    const { value, steps = 0, fails } = kinds.get(kind) ?? {};
    return fails === undefined ? { value, steps } : undefined;
  });
  const unwanted: Record<string, number> = {};
  for (const { kind, verdicts } of ledger.entries) {
    const [verdict] = verdicts;
    if (verdict === undefined || verdict.ok) continue;
    const { code, message } = verdict.error;
    if (code === kinds.get(kind)?.fails) continue;
    const words = `${code}: ${message.replace(/runner \S+ was/, "runner … was").replace(/\d+/g, "N")}`;
    unwanted[words] = (unwanted[words] ?? 0) + 1;
  }
  return unwanted;
}
