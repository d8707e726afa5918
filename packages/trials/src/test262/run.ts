import { engines, nameOf, type TrialSubject } from "../subjects.js";
import type { Test262Case } from "./cases.js";
import { type Difference, differences } from "./differences.js";

/** What came of the cases on one engine. */
export interface Test262Report {
  readonly subject: string;
  readonly runs: number;
  readonly agreed: number;
  /** How often each expected difference occurred. */
  readonly expected: ReadonlyMap<Difference, number>;
  /** Differences that nobody expects: each is a defect. */
  readonly unexpected: readonly string[];
}

/** Valid programs may run for ever; it is enough that they began. */
const TIMEOUT_MS = 300;
/** Others are never run: they are waited for, however busy the machine is. */
const PATIENCE_MS = 60_000;

/** Runs cases through both doors of every engine, or of some. */
export async function runTest262(
  cases: readonly Test262Case[],
  subjects: readonly TrialSubject[] = engines,
): Promise<Test262Report[]> {
  const reports: Test262Report[] = [];
  for (const subject of subjects) {
    reports.push(await runOn(subject, cases));
  }
  return reports;
}

async function runOn(subject: TrialSubject, cases: readonly Test262Case[]): Promise<Test262Report> {
  const executor = subject.executor();
  const runner = subject.codeRunner({ safetyCapMs: TIMEOUT_MS });
  const patient = subject.codeRunner({ safetyCapMs: PATIENCE_MS });
  const expected = new Map<Difference, number>();
  const unexpected: string[] = [];
  let runs = 0;
  let agreed = 0;
  const judge = (door: string, item: Test262Case, refusal: string | undefined): void => {
    runs++;
    if ((refusal === undefined) === item.valid) {
      agreed++;
      return;
    }
    const found = explain(`${door} ${item.name}`, refusal);
    if (found !== undefined) expected.set(found, (expected.get(found) ?? 0) + 1);
    else unexpected.push(`${door} ${item.name}: ${refusal ?? "ran"}`);
  };
  for (const item of cases) {
    if (!item.isModule) {
      const timeoutMs = item.valid ? TIMEOUT_MS : PATIENCE_MS;
      const result = await executor.execute(item.text, [], { language: "javascript", timeoutMs });
      const message = result.ok ? "" : result.error.message;
      judge("execute", item, message.startsWith("SyntaxError: ") ? message : undefined);
    }
    const { runCode } = item.valid ? runner : patient;
    const result = await runCode(item.text, { language: "javascript" });
    const message = result.status === "link_error" ? (result.error?.message ?? "") : "";
    const refused = message !== "" && !message.includes("has no export named default");
    judge("runCode", item, refused ? message : undefined);
  }
  await executor.dispose?.();
  await runner.dispose();
  await patient.dispose();
  return { subject: nameOf(subject), runs, agreed, expected, unexpected };
}

function explain(name: string, refusal: string | undefined): Difference | undefined {
  return differences.find(({ refusedLike, accepted }) =>
    refusal === undefined ? accepted?.includes(name) : refusedLike?.test(refusal),
  );
}
