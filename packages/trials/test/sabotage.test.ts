// Verifies hostile.can-fail: for each family a build without one of its defences, which it notices,
// and the same program on the same build with every defence, where it finds nothing.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  codeSubject,
  executorSubject,
  HOSTILE_FAMILIES,
  type HostileProgram,
  hostileCodeSuites,
  hostileExecuteSuites,
  leftOutBecause,
  type Subject,
  type Suite,
} from "@execbox/conformance";
import { buildWithout, sabotages, type WeakenedBuild } from "../src/sabotage.js";
import { corpus } from "./corpus.js";

const FACTS = { catchableMemory: true, catchableRecursion: true };
/** A verdict this late is a failure here; the corpus itself is more patient with busy machines. */
const GRACE_MS = 1_500;
const PATIENT_GRACE_MS = 10_000;

const whole = await buildWithout(undefined);
after(() => whole.remove());

test("every family has a defence to switch off", () => {
  assert.deepEqual(sabotages.map(({ family }) => family).sort(), [...HOSTILE_FAMILIES].sort());
});

for (const sabotage of sabotages) {
  test(`${sabotage.family} fails unless ${sabotage.defence}`, async () => {
    const programs = corpus.filter(({ family }) => family === sabotage.family);
    const weakened = await buildWithout(sabotage);
    try {
      const failed = await firstFailure(programs, weakened, GRACE_MS);
      assert.ok(failed !== undefined, "no program noticed");
      assert.equal(await firstFailure([failed], whole, PATIENT_GRACE_MS), undefined);
    } finally {
      weakened.remove();
    }
  });
}

/** One that gets through by either door is enough: what a build does after it is nobody's business. */
async function firstFailure(
  programs: readonly HostileProgram[],
  { createExecutor, createRunner }: WeakenedBuild,
  graceMs: number,
): Promise<HostileProgram | undefined> {
  const execute = executorSubject({ name: "execute", facts: FACTS, create: createExecutor });
  const runCode = codeSubject({ name: "runCode", facts: FACTS, create: createRunner });
  const name =
    (await firstFailed(hostileExecuteSuites(programs, { graceMs }), execute)) ??
    (await firstFailed(hostileCodeSuites(programs, { graceMs }), runCode));
  return programs.find((program) => program.name === name);
}

async function firstFailed<Context>(
  suites: readonly Suite<Context>[],
  subject: Subject<Context>,
): Promise<string | undefined> {
  const { context, close } = await subject.open();
  try {
    for (const item of suites.flatMap(({ cases }) => cases)) {
      if (leftOutBecause(item, subject.facts) !== undefined) continue;
      try {
        await item.run(context);
      } catch {
        return item.name;
      }
    }
    return undefined;
  } finally {
    await close();
  }
}
