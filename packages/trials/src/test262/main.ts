// npm run test262 -- [--sample 50] [--from FOLDER] [--engine quickjs] [--list]; docs/test262.md explains.
import { parseArgs } from "node:util";
import { engines } from "../subjects.js";
import { readTest262 } from "./cases.js";
import { differences } from "./differences.js";
import { runTest262 } from "./run.js";
import { openBare } from "./suite/bare.js";
import * as suite from "./suite/differences.js";
import { findSuite, NotFetched } from "./suite/fetch.js";
import { printReport } from "./suite/print.js";
import { Composer } from "./suite/programs.js";
import { runSuite, type SuiteReport } from "./suite/run.js";
import { readTests } from "./suite/tests.js";

/** What the process ends with when all is well but for the network: sysexits' "try again later". */
const NOT_FETCHED = 75;

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "1" },
    from: { type: "string" },
    engine: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const oneOf = Number(values.sample);
const given = values.from ?? process.env.TEST262;
const subjects = engines.filter(({ engine }) => engine === (values.engine ?? engine));
if (!(Number.isInteger(oneOf) && oneOf > 0) || subjects.length === 0) {
  console.error(
    `test262: --sample takes a number, --engine one of ${engines.map(({ engine }) => engine).join(", ")}`,
  );
  process.exit(64);
}
/** Only a run of everything shows that an expected difference is gone. */
const whole = oneOf === 1 && given === undefined && subjects.length > 1;

await runParserTests();
try {
  await runWholeSuite(findSuite(given));
} catch (error) {
  if (!(error instanceof NotFetched)) throw error;
  console.error(`test262: only the parser tests were run: ${error.message}`);
  process.exitCode ??= NOT_FETCHED;
}

async function runParserTests(): Promise<void> {
  const reports = await runTest262(
    readTest262().filter((_item, index) => index % oneOf === 0),
    subjects,
  );
  for (const { subject, runs, agreed, expected, unexpected } of reports) {
    console.log(`${subject}: parser tests: ${runs} runs, ${agreed} agree`);
    for (const [{ reason }, count] of expected) console.log(`  ${count} differ: ${reason}`);
    for (const line of unexpected) fail(`${subject}: ${line}`);
  }
  if (whole) failForGone(differences, reports);
}

async function runWholeSuite(home: string): Promise<void> {
  const tests = readTests(home, suite.FOLDERS, oneOf);
  const composer = new Composer(home);
  const reports: SuiteReport[] = [];
  for (const subject of subjects) {
    const bare = await openBare(subject.engine);
    const report = await runSuite({ subject, bare, composer }, tests, (done) =>
      console.log(`  ${subject.engine}: ${done} of ${tests.length} tests`),
    );
    printReport(report, values.list);
    for (const line of report.unexpected) fail(`${report.subject}: ${line}`);
    reports.push(report);
  }
  if (whole) failForGone(suite.differences, reports);
}

function failForGone<Kind extends { readonly reason: string }>(
  kinds: readonly Kind[],
  reports: readonly { readonly expected: ReadonlyMap<Kind, number> }[],
): void {
  for (const kind of kinds) {
    if (!reports.some(({ expected }) => expected.has(kind)))
      fail(`no longer differs: ${kind.reason}`);
  }
}

function fail(line: string): void {
  console.error(`test262: ${line}`);
  process.exitCode = 1;
}
