import { setTimeout as pause } from "node:timers/promises";
import { readHostileCorpus } from "@execbox/conformance";
import type { Executor } from "@execbox/core";
import type { CodeRunner } from "@execbox/run-code";
import { collectGarbage } from "../collect.js";
import { Random } from "../random.js";
import { nameOf, subjects, type TrialSubject } from "../subjects.js";
import { type Fault, listFaults } from "./faults.js";
import { type Job, jobs, type Outcome } from "./jobs.js";
import { Latencies } from "./latencies.js";
import { Ledger } from "./ledger.js";
import { descendants, openDescriptors } from "./process-tree.js";
import { type Sample, takeSample } from "./samples.js";

/** How long and how hard. */
export interface SoakOptions {
  readonly seconds: number;
  readonly lanes: number;
  readonly seed: number;
  /** Between two runs of a lane, so that a machine can be shared. */
  readonly restMs: number;
  readonly secondsBetweenFaults: number;
  readonly secondsBetweenSamples: number;
  onProgress?(line: string): void;
}

/** What came of it. */
export interface SoakReport {
  readonly options: SoakOptions;
  readonly seconds: number;
  started: number;
  ended: number;
  /** Runs by subject, then by ending. */
  readonly endings: Map<string, Map<string, number>>;
  readonly latencies: Map<string, Latencies>;
  /** Endings that were wrong although nothing was struck: each is a defect. */
  readonly wrong: string[];
  /** Endings that a fault explains. */
  excused: number;
  /** Right programs that a busy machine did not finish by their deadline. */
  starved: number;
  readonly faults: Map<string, number>;
  readonly missingFaults: string[];
  readonly ledger: Ledger;
  readonly samples: Sample[];
  /** What was left after everything had been disposed of. */
  readonly left: { children: number; descriptors: number };
  readonly descriptorsAtStart: number;
  readonly problems: string[];
}

/** Longer than any run's own deadline and every grace: after this a verdict is lost. */
const LOST_MS = 90_000;

/** Runs mixed load over every subject, with faults, and reports what came of it. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const descriptorsAtStart = openDescriptors();
  const report = emptyReport(options, descriptorsAtStart);
  const startedAt = performance.now();
  const elapsed = (): number => (performance.now() - startedAt) / 1_000;
  const isOver = (): boolean => elapsed() >= options.seconds;
  const opened = subjects.map((subject) => new OpenSubject(subject));
  const trouble = new Trouble();
  const onProblem = (error: unknown): void => {
    report.problems.push(String(error instanceof Error ? error.stack : error).slice(0, 500));
  };
  process.on("unhandledRejection", onProblem);
  process.on("uncaughtException", onProblem);
  const lanes = Array.from({ length: options.lanes }, (_lane, number) =>
    runLane(new Random(options.seed + number), opened, trouble, report, isOver),
  );
  await Promise.all([
    ...lanes,
    strikeFaults(new Random(options.seed ^ 0xfa17), opened, trouble, report, isOver),
    takeSamples(report, trouble, elapsed, isOver),
  ]);
  for (const subject of opened) await subject.dispose();
  await pause(2_000);
  process.off("unhandledRejection", onProblem);
  process.off("uncaughtException", onProblem);
  collectGarbage();
  const left = { children: descendants().length, descriptors: openDescriptors() };
  return { ...report, seconds: elapsed(), left };
}

function emptyReport(options: SoakOptions, descriptorsAtStart: number): SoakReport {
  return {
    options,
    seconds: 0,
    started: 0,
    ended: 0,
    endings: new Map(),
    latencies: new Map(),
    wrong: [],
    excused: 0,
    starved: 0,
    faults: new Map(),
    missingFaults: [],
    ledger: new Ledger(),
    samples: [],
    left: { children: 0, descriptors: 0 },
    descriptorsAtStart,
    problems: [],
  };
}

/** One executor and one runner for a subject, for the whole soak. */
class OpenSubject {
  readonly name: string;
  readonly apart: boolean;
  readonly executor: Executor;
  readonly runner: CodeRunner;

  constructor(subject: TrialSubject) {
    this.name = nameOf(subject);
    this.apart = subject.facts.deadlineInBuiltins === true;
    const pool = { maxSize: 2, idleTimeoutMs: 5_000 };
    this.executor = subject.executor({ pool });
    this.runner = subject.codeRunner({ pool, safetyCapMs: 20_000 });
  }

  async dispose(): Promise<void> {
    await this.executor.dispose?.();
    await this.runner.dispose();
  }
}

/** When something was last going wrong on purpose. */
class Trouble {
  #active = 0;
  #lastEnd = Number.NEGATIVE_INFINITY;

  get active(): boolean {
    return this.#active > 0;
  }

  begin(): void {
    this.#active++;
  }

  end(): void {
    this.#active--;
    this.#lastEnd = performance.now();
  }

  /** Whether a run that began then may have been touched, with room for pools that back off. */
  touched(runStartedAt: number): boolean {
    return this.#active > 0 || this.#lastEnd + 3_000 > runStartedAt;
  }
}

async function runLane(
  random: Random,
  opened: readonly OpenSubject[],
  trouble: Trouble,
  report: SoakReport,
  isOver: () => boolean,
): Promise<void> {
  const everything = readHostileCorpus().filter(({ doors }) => doors.includes("execute"));
  while (!isOver()) {
    const subject = random.pick(opened);
    const programs = everything.filter(({ needs }) => subject.apart || needs.length === 0);
    const job = pickJob(random, subject.apart);
    const startedAt = performance.now();
    report.started++;
    const { executor, runner } = subject;
    const outcome = await inTime(
      job.run({ executor, runner, ledger: report.ledger, random, programs }),
    );
    report.ended++;
    const took = performance.now() - startedAt;
    note(report, subject.name, job, outcome, took, trouble.touched(startedAt));
    await pause(report.options.restMs);
  }
}

function note(
  report: SoakReport,
  subject: string,
  job: Job,
  { ending, right, note: detail, deadlineMs = 5_000 }: Outcome,
  took: number,
  touched: boolean,
): void {
  const endings = report.endings.get(subject) ?? new Map<string, number>();
  endings.set(ending, (endings.get(ending) ?? 0) + 1);
  report.endings.set(subject, endings);
  const latencies = report.latencies.get(subject) ?? new Latencies();
  latencies.add(took);
  report.latencies.set(subject, latencies);
  if (right) return;
  // A struck runner costs its run an internal_error, a stalled one a timeout: nothing else.
  const explained =
    ending === "internal_error" || ending === "timeout" || ending === "runtime_error";
  if (touched && explained) {
    report.excused++;
  } else if (ending === "timeout" && took >= deadlineMs) {
    report.starved++;
  } else if (report.wrong.length < 50) {
    const line = `${subject}: ${job.name} ended with ${ending} after ${Math.round(took)} ms (${detail})`;
    report.wrong.push(line);
    report.options.onProgress?.(`wrong: ${line}`);
  }
}

function pickJob(random: Random, apart: boolean): Job {
  const fitting = jobs.filter((job) => apart || job.apart !== true);
  let at = random.next() * fitting.reduce((sum, { weight }) => sum + weight, 0);
  for (const job of fitting) {
    at -= job.weight;
    if (at < 0) return job;
  }
  return random.pick(fitting);
}

async function inTime(run: Promise<Outcome>): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lost = new Promise<Outcome>((resolve) => {
    timer = setTimeout(resolve, LOST_MS, { ending: "lost", right: false });
  });
  try {
    return await Promise.race([run, lost]);
  } catch (error) {
    return { ending: `rejected: ${String(error).slice(0, 100)}`, right: false };
  } finally {
    clearTimeout(timer);
  }
}

async function strikeFaults(
  random: Random,
  opened: readonly OpenSubject[],
  trouble: Trouble,
  report: SoakReport,
  isOver: () => boolean,
): Promise<void> {
  const all = listFaults();
  for (const { name, missing } of all) {
    if (missing !== undefined) report.missingFaults.push(`${name}: ${missing}`);
  }
  const possible = all.filter(({ missing }) => missing === undefined);
  while (!isOver()) {
    await pause(report.options.secondsBetweenFaults * 1_000);
    const fault = random.pick<Fault>(possible);
    report.faults.set(fault.name, (report.faults.get(fault.name) ?? 0) + 1);
    trouble.begin();
    try {
      await fault.strike(random, random.pick(opened).runner);
    } catch (error) {
      report.problems.push(`${fault.name}: ${String(error)}`);
    } finally {
      trouble.end();
    }
  }
}

/** Not while something is struck: pressure is not the program's own. */
async function takeSamples(
  report: SoakReport,
  trouble: Trouble,
  elapsed: () => number,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await pause(report.options.secondsBetweenSamples * 1_000);
    while (trouble.active) await pause(100);
    const sample = takeSample(elapsed());
    report.samples.push(sample);
    const rss = Math.round(sample.rssBytes / 1024 / 1024);
    report.options.onProgress?.(
      `${Math.round(sample.atSeconds)} s: ${report.ended} runs, ${report.wrong.length} wrong, RSS ${rss} MiB, ${sample.descriptors} descriptors, ${sample.children} children`,
    );
  }
}
