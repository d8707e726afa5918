// Verifies hostile.can-fail: for each family a build without one of its defences, which it notices.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  codeSubject,
  executorSubject,
  HOSTILE_FAMILIES,
  type HostileFamily,
  hostileCodeSuites,
  hostileExecuteSuites,
  leftOutBecause,
  readHostileCorpus,
  type Subject,
  type Suite,
} from "@execbox/conformance";
import { buildWithout, sabotages, type WeakenedBuild } from "../src/sabotage.js";

const corpus = readHostileCorpus();
const FACTS = { catchableMemory: true, catchableRecursion: true };
/** A verdict this late is a failure here; the corpus itself is more patient with busy machines. */
const GRACE_MS = 1_500;

test("every family has a defence to switch off", () => {
  assert.deepEqual(sabotages.map(({ family }) => family).sort(), [...HOSTILE_FAMILIES].sort());
});

for (const sabotage of sabotages) {
  test(`${sabotage.family} fails unless ${sabotage.defence}`, async () => {
    const failed = await failuresOf(sabotage.family, await buildWithout(sabotage));
    assert.notEqual(failed.length, 0);
  });
}

test("with every defence in place, the same build passes them all", async () => {
  const whole = await buildWithout(undefined);
  const failed: string[] = [];
  for (const family of ["constructors", "patched", "forged"] as const) {
    failed.push(...(await failuresOf(family, whole, 10_000)));
  }
  assert.deepEqual(failed, []);
});

async function failuresOf(
  family: HostileFamily,
  built: WeakenedBuild,
  graceMs = GRACE_MS,
): Promise<string[]> {
  const programs = corpus.filter((program) => program.family === family);
  const { createExecutor, createRunner } = built;
  try {
    const execute = executorSubject({ name: family, facts: FACTS, create: createExecutor });
    const failed = await firstFailure(hostileExecuteSuites(programs, { graceMs }), execute);
    if (failed !== undefined) return [failed];
    const runCode = codeSubject({ name: family, facts: FACTS, create: createRunner });
    const other = await firstFailure(hostileCodeSuites(programs, { graceMs }), runCode);
    return other === undefined ? [] : [other];
  } finally {
    built.remove();
  }
}

/** One is enough: what a weakened build does after it is nobody's business. */
async function firstFailure<Context>(
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
