import { nameOf, type TrialSubject } from "../../subjects.js";
import type { BareEngine } from "./bare.js";
import { concerns, type Difference, differences, leftOut, type Rule } from "./differences.js";
import { type Ending, openDoors, type ProgramRunner } from "./doors.js";
import type { Composer, Program } from "./programs.js";
import type { SuiteTest } from "./tests.js";

/** What came of the tests on one engine. */
export interface SuiteReport {
  readonly subject: string;
  readonly tests: number;
  /** How many tests each rule kept out. */
  readonly leftOut: Map<Rule, number>;
  runs: number;
  agreed: number;
  /** The bare engine does not do what the test wants either, and fails in the same way. */
  readonly engines: string[];
  /** It does in a script, and does not in a module or in the body of a function. */
  readonly shape: string[];
  readonly expected: Map<Difference, number>;
  /** The sandbox does something else than its bare engine, and nobody says why: a defect. */
  readonly unexpected: string[];
}

/** Where tests are run. */
export interface Places {
  readonly subject: TrialSubject;
  readonly bare: BareEngine;
  readonly composer: Composer;
}

/** Runs tests through both doors of one subject, and those that fail there in its bare engine. */
export async function runSuite(
  places: Places,
  tests: readonly SuiteTest[],
  progress: (done: number) => void = () => {},
): Promise<SuiteReport> {
  const { subject } = places;
  const report: SuiteReport = {
    subject: nameOf(subject),
    tests: tests.length,
    leftOut: new Map(),
    runs: 0,
    agreed: 0,
    engines: [],
    shape: [],
    expected: new Map(),
    unexpected: [],
  };
  const doors = openDoors(subject);
  const waiting = tests.entries();
  const runLane = async (): Promise<void> => {
    for (const [index, test] of waiting) {
      if (index % PROGRESS_EVERY === 0) progress(index);
      const rule = leftOut.find((one) => concerns(one, test));
      if (rule !== undefined) count(report.leftOut, rule);
      else await runTest(report, places, doors, test);
    }
  };
  // An engine in another process leaves this one idle while a test runs.
  const lanes = subject.facts.hostStaysFree ? 2 : 1;
  await Promise.all(Array.from({ length: lanes }, runLane));
  await doors.dispose();
  return report;
}

const PROGRESS_EVERY = 2_000;

async function runTest(
  report: SuiteReport,
  { subject, bare, composer }: Places,
  doors: ProgramRunner,
  test: SuiteTest,
): Promise<void> {
  for (const program of composer.programsOf(test)) {
    const ending = await doors.run(program);
    report.runs++;
    if (agrees(test, ending)) {
      report.agreed++;
      continue;
    }
    const line = `${program.door} ${test.path}: ${ending ?? "completed"}`;
    const bareEnding = await bare.run(program);
    if (!agrees(test, bareEnding) && kindOf(bareEnding) === kindOf(ending)) {
      const isScript = !test.flags.includes("module");
      const asScript = isScript && agrees(test, await bare.runScript(composer.scriptOf(test)));
      (asScript ? report.shape : report.engines).push(line);
      continue;
    }
    const found = differences.find((one) => explains(one, subject, program, test, ending));
    if (found === undefined) report.unexpected.push(`${line} (bare: ${bareEnding ?? "completed"})`);
    else count(report.expected, found);
  }
}

function agrees({ negative }: SuiteTest, ending: Ending): boolean {
  return negative === undefined ? ending === undefined : ending?.startsWith(negative.type) === true;
}

/**
 * What kind of ending it is: messages are each engine's own, and the parser's before it. Tests that must
 * not parse throw a text that begins with `Test262:`, which has no class.
 */
function kindOf(ending: Ending): string {
  return ending === undefined
    ? "completed"
    : (/^(?!Test262:)\w+(?=:)/.exec(ending)?.[0] ?? "Error");
}

function explains(
  difference: Difference,
  { engine }: TrialSubject,
  { door }: Program,
  test: SuiteTest,
  ending: Ending,
): boolean {
  return (
    (difference.engine ?? engine) === engine &&
    (difference.door ?? door) === door &&
    difference.ending?.test(ending ?? "completed") !== false &&
    concerns(difference, test)
  );
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
