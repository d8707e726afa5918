import assert from "node:assert/strict";
import type { ExecuteResult } from "@execbox/core";
import type { Execute, ExecuteContext } from "../../executor-subject.js";
import type { HostileProgram } from "../../hostile-corpus.js";
import { defineSuite, type Suite } from "../../verify.js";
import { provide } from "../execute/support.js";
import { type Canaries, setOutCanaries } from "./canaries.js";
import { byFamily } from "./families.js";
import { assertAllowed, assertInTime, type HostileEnding, PATIENT_MS } from "./judge.js";
import { hostileTools } from "./tools.js";

/** How strict a run of the corpus is. */
export interface HostileSettings {
  /** How late a verdict may come. */
  graceMs?: number;
}

/** The hostile corpus for anything that executes: one suite for each family. */
export function hostileExecuteSuites(
  programs: readonly HostileProgram[],
  settings: HostileSettings = {},
): Suite<ExecuteContext>[] {
  return byFamily(programs, "execute").map(([family, members]) =>
    defineSuite<ExecuteContext>(`hostile ${family}`, ({ needs }) => {
      for (const program of members) {
        needs(...program.needs)(`hostile.${family}`, program.name, ({ execute }) =>
          attack(execute, program, settings),
        );
      }
    }),
  );
}

async function attack(
  execute: Execute,
  program: HostileProgram,
  { graceMs }: HostileSettings,
): Promise<void> {
  await warmUp(execute);
  const canaries = setOutCanaries();
  try {
    const run = (): Promise<ExecuteResult> =>
      execute(program.textFor("execute"), [provide(hostileTools(canaries))], {
        timeoutMs: program.timeoutMs ?? PATIENT_MS,
        ...(program.memoryLimitBytes === undefined
          ? {}
          : { memoryLimitBytes: program.memoryLimitBytes }),
        ...(program.language === "typescript" ? { language: program.language } : {}),
      });
    const startedAt = performance.now();
    const ending = endingOf(await run());
    assertInTime(program, startedAt, graceMs);
    assertAllowed(program, ending);
    if (program.differs) assert.notEqual(endingOf(await run()).value, ending.value);
    await assertServesOn(execute, canaries);
    canaries.assertUntouched();
  } finally {
    canaries.remove();
  }
}

const warm = new WeakSet<Execute>();

/** Node itself puts globals and listeners in place when they are first needed. */
async function warmUp(execute: Execute): Promise<void> {
  if (warm.has(execute)) return;
  warm.add(execute);
  const canaries = setOutCanaries();
  await assertServesOn(execute, canaries);
  canaries.remove();
}

function endingOf(result: ExecuteResult): HostileEnding {
  const { logs } = result;
  if (result.ok) return { outcome: "value", value: result.result, message: "", logs };
  const { code, message } = result.error;
  return { outcome: code === "validation_error" ? "tool_error" : code, message, logs };
}

const NEXT = `
  const list = [];
  list.push(await vault.open({ n: 20 }), await tools.echo({ n: 1 }));
  console.log("next", JSON.stringify(list));
  ({ sum: list[0].n + list[1].n, left: [typeof left, typeof ({}).left, Math.max(1, 2)] })`;

/**
 * The next guest finds everything as it should be. It has a provider that the hostile run had
 * not, so that catalogues change on every link.
 */
async function assertServesOn(execute: Execute, canaries: Canaries): Promise<void> {
  const providers = [
    provide(hostileTools(canaries)),
    provide({ open: (input) => ({ n: Number((input as { n: unknown }).n) + 21 }) }, "vault"),
  ];
  for (let attempt = 1; ; attempt++) {
    const result = await execute(NEXT, providers, { timeoutMs: PATIENT_MS });
    // A busy machine may time out even a right program; a broken executor does so every time.
    if (!result.ok && result.error.code === "timeout" && attempt < 3) continue;
    assert.ok(result.ok, `the next run: ${JSON.stringify(result)}`);
    assert.deepEqual(result.result, { sum: 42, left: ["undefined", "undefined", 2] });
    assert.deepEqual(result.logs, ['next [{"n":41},{"n":1}]']);
    return;
  }
}
