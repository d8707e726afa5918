import type { RequirementId } from "../requirements/index.js";
import type { Requirement } from "../requirements/section.js";
import { specificationSuites } from "../suites/runner/index.js";
import { Findings } from "../suites/runner/scenario.js";
import {
  DEFAULT_PATIENCE,
  type Patience,
  type RunnerConnection,
  type RunnerContext,
  Session,
} from "../suites/runner/session.js";
import { type Case, type Facts, leftOutBecause } from "../verify.js";
import { type Capability, capabilities, factsWithout } from "./capabilities.js";
import { runnerRequirements } from "./scope.js";
import { recorded, type Transcript } from "./transcript.js";

/** How a runner is put to the test. */
export interface ScoreOptions {
  /** What the card calls the runner. */
  readonly name: string;
  /** Opens a link to the runner; each carries one session. */
  connect(): RunnerConnection | Promise<RunnerConnection>;
  /** What its engine cannot do; cases that need it are left out, and the card says so. */
  readonly without?: readonly Capability[];
  /** Only requirements whose id is one of these or begins with one of these and a dot. */
  readonly only?: readonly string[];
  /** Sessions at a time. Default 4. */
  readonly concurrency?: number;
  readonly patience?: Partial<Patience>;
  readonly signal?: AbortSignal;
  /** Called after each case. */
  onCase?(result: CaseResult, progress: { finished: number; total: number }): void;
}

/** How one case went. */
export interface CaseResult {
  readonly suite: string;
  readonly name: string;
  readonly durationMs: number;
  /** The requirements it verified, its own first. */
  readonly ids: readonly RequirementId[];
  readonly failures: readonly { readonly id: RequirementId; readonly message: string }[];
  /** Why it did not run, when it did not. */
  readonly leftOut?: string;
  /** What crossed, one list a link; kept only when something failed. */
  readonly transcripts: readonly Transcript[];
}

/** What a requirement's cases say of it. */
export type Verdict = "pass" | "fail" | "left out";

/** One line of the card. */
export interface Score {
  readonly requirement: Requirement & { readonly id: RequirementId };
  readonly verdict: Verdict;
  /** How many cases passed, failed and were left out. */
  readonly cases: { readonly passed: number; readonly failed: number; readonly leftOut: number };
}

/** What a runner is worth, requirement by requirement. */
export interface ScoreCard {
  readonly name: string;
  readonly without: readonly Capability[];
  readonly scores: readonly Score[];
  readonly cases: readonly CaseResult[];
  readonly durationMs: number;
  /** Whether no `must` failed. */
  readonly conforms: boolean;
}

/**
 * Drives a runner through the runner specification.
 *
 * @example
 * const card = await scoreRunner({ name: "mine", connect: () => connectStdio(["./my-runner"]) });
 * console.log(renderCard(card));
 */
export async function scoreRunner(options: ScoreOptions): Promise<ScoreCard> {
  const startedAt = performance.now();
  const wanted = runnerRequirements.filter(({ id }) => isWanted(id, options.only));
  const ids = new Set(wanted.map(({ id }) => id));
  const jobs = listJobs(ids);
  const cases = await runAll(jobs, options);
  const scores = wanted.map((requirement) => toScore(requirement, cases));
  return {
    name: options.name,
    without: options.without ?? [],
    scores,
    cases,
    durationMs: performance.now() - startedAt,
    conforms: scores.every(({ requirement, verdict }) => {
      return requirement.level !== "must" || verdict !== "fail";
    }),
  };
}

/** The lines of a card by the section of the specification they belong to, in its order. */
export function bySection(scores: readonly Score[]): [source: string, scores: Score[]][] {
  const sections = new Map<string, Score[]>();
  for (const score of scores) {
    const { source } = score.requirement;
    sections.set(source, [...(sections.get(source) ?? []), score]);
  }
  return [...sections];
}

/** Ids that `only` names and no requirement of a runner has. */
export function unknownSelections(only: readonly string[]): string[] {
  return only.filter((word) => !runnerRequirements.some(({ id }) => isWanted(id, [word])));
}

interface Job {
  readonly suite: string;
  readonly item: Case<RunnerContext>;
  readonly ids: readonly RequirementId[];
}

function isWanted(id: string, only: readonly string[] | undefined): boolean {
  if (only === undefined || only.length === 0) return true;
  return only.some((word) => id === word || id.startsWith(`${word}.`));
}

function listJobs(wanted: ReadonlySet<RequirementId>): Job[] {
  return specificationSuites.flatMap((suite) =>
    suite.cases.flatMap((item) => {
      const ids = [...new Set([...item.ids, ...(item.besides ?? [])])].filter((id) =>
        wanted.has(id),
      );
      return ids.length === 0 ? [] : [{ suite: suite.name, item, ids }];
    }),
  );
}

async function runAll(jobs: readonly Job[], options: ScoreOptions): Promise<CaseResult[]> {
  const facts = factsWithout(options.without ?? []);
  const results: CaseResult[] = [];
  let next = 0;
  let finished = 0;
  const work = async () => {
    for (let index = next++; index < jobs.length; index = next++) {
      const job = jobs[index];
      if (job === undefined || options.signal?.aborted) return;
      const result = await runJob(job, facts, options);
      results[index] = result;
      options.onCase?.(result, { finished: ++finished, total: jobs.length });
    }
  };
  await Promise.all(Array.from({ length: options.concurrency ?? 4 }, work));
  options.signal?.throwIfAborted();
  return results;
}

async function runJob(job: Job, facts: Facts, options: ScoreOptions): Promise<CaseResult> {
  const { suite, item, ids } = job;
  const about = { suite, name: item.name, ids };
  if (leftOutBecause(item, facts) !== undefined) {
    const words = item.needs.flatMap((fact) => wordFor(fact, options.without ?? []));
    return { ...about, durationMs: 0, failures: [], transcripts: [], leftOut: words.join(", ") };
  }
  const startedAt = performance.now();
  const connections: RunnerConnection[] = [];
  const sessions: Session[] = [];
  const transcripts: Transcript[] = [];
  const context: RunnerContext = {
    async connect() {
      const [connection, transcript] = recorded(await options.connect());
      connections.push(connection);
      transcripts.push(transcript);
      const session = new Session(connection, { ...DEFAULT_PATIENCE, ...options.patience });
      sessions.push(session);
      return session;
    },
  };
  const failures = await unlessAborted(
    options.signal,
    failuresOf(() => item.run(context), item, ids),
  );
  for (const session of sessions) session.end("the kit ended the session");
  await Promise.all(connections.map((connection) => connection.close()));
  const durationMs = performance.now() - startedAt;
  return { ...about, durationMs, failures, transcripts: failures.length > 0 ? transcripts : [] };
}

/** What `work` gives; nothing, at once, when the caller no longer wants it. */
async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  work: Promise<readonly T[]>,
): Promise<readonly T[]> {
  if (signal === undefined) return work;
  const { promise, stop } = whenAborted(signal);
  try {
    return await Promise.race([work, promise.then(() => [])]);
  } finally {
    stop();
  }
}

function whenAborted(signal: AbortSignal): { promise: Promise<void>; stop(): void } {
  let hear = () => {};
  const promise = new Promise<void>((resolve) => {
    hear = resolve;
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", hear, { once: true });
  });
  return { promise, stop: () => signal.removeEventListener("abort", hear) };
}

/** A case that could not be judged at all fails what it is about, not what it checks in passing. */
async function failuresOf(
  run: () => void | Promise<void>,
  item: Case<RunnerContext>,
  wanted: readonly RequirementId[],
): Promise<CaseResult["failures"]> {
  try {
    await run();
    return [];
  } catch (error) {
    if (error instanceof Findings) return error.list.filter(({ id }) => wanted.includes(id));
    const message = error instanceof Error ? error.message : String(error);
    return item.ids.filter((id) => wanted.includes(id)).map((id) => ({ id, message }));
  }
}

function wordFor(fact: string, without: readonly Capability[]): Capability[] {
  return without.filter((word) => capabilities[word].fact === fact);
}

function toScore(requirement: Score["requirement"], cases: readonly CaseResult[]): Score {
  const mine = cases.filter(({ ids }) => ids.includes(requirement.id));
  const leftOut = mine.filter((each) => each.leftOut !== undefined).length;
  const failed = mine.filter(({ failures }) =>
    failures.some(({ id }) => id === requirement.id),
  ).length;
  const passed = mine.length - failed - leftOut;
  const verdict = failed > 0 ? "fail" : passed > 0 ? "pass" : "left out";
  return { requirement, verdict, cases: { passed, failed, leftOut } };
}
