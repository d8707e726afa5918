import assert from "node:assert/strict";
import type { CodeContext, CodeResult, RunToEnd } from "../../code-subject.js";
import type { HostileProgram } from "../../hostile-corpus.js";
import { defineSuite, type Suite } from "../../verify.js";
import { type Canaries, setOutCanaries } from "./canaries.js";
import type { HostileSettings } from "./execute.js";
import { byFamily } from "./families.js";
import { assertAllowed, assertInTime, type HostileEnding, PATIENT_MS } from "./judge.js";
import { hostileTools } from "./tools.js";

/** The hostile corpus for anything that runs modules: one suite for each family. */
export function hostileCodeSuites(
  programs: readonly HostileProgram[],
  settings: HostileSettings = {},
): Suite<CodeContext>[] {
  return byFamily(programs, "runCode").map(([family, members]) =>
    defineSuite<CodeContext>(`hostile ${family}`, ({ needs }) => {
      for (const program of members) {
        needs(...program.needs)(`hostile.${family}`, program.name, (context) =>
          attack(runnerFor(context, program.timeoutMs), program, settings),
        );
      }
    }),
  );
}

/** `runCode` has no deadline of its own: a runner has. Programs of one deadline share one. */
const runners = new WeakMap<CodeContext, Map<number, RunToEnd>>();

function runnerFor(context: CodeContext, safetyCapMs = PATIENT_MS): RunToEnd {
  const own = runners.get(context) ?? new Map<number, RunToEnd>();
  runners.set(context, own);
  const run = own.get(safetyCapMs) ?? context.create({ safetyCapMs }).run;
  own.set(safetyCapMs, run);
  return run;
}

async function attack(
  run: RunToEnd,
  program: HostileProgram,
  { graceMs }: HostileSettings,
): Promise<void> {
  await warmUp(run);
  const canaries = setOutCanaries();
  try {
    const start = (): Promise<CodeResult> =>
      run(program.textFor("runCode"), {
        globals: { tools: bridged(canaries) },
        language: program.language,
        report: () => {},
        ...(program.memoryLimitBytes === undefined
          ? {}
          : { memoryLimitBytes: program.memoryLimitBytes }),
      });
    const startedAt = performance.now();
    const ending = endingOf(await start());
    assertInTime(program, startedAt, graceMs);
    assertAllowed(program, ending);
    if (program.differs) assert.notEqual(endingOf(await start()).value, ending.value);
    await assertServesOn(run, canaries);
    canaries.assertUntouched();
  } finally {
    canaries.remove();
  }
}

const warm = new WeakSet<RunToEnd>();

/** Node itself puts globals and listeners in place when they are first needed. */
async function warmUp(run: RunToEnd): Promise<void> {
  if (warm.has(run)) return;
  warm.add(run);
  const canaries = setOutCanaries();
  await assertServesOn(run, canaries);
  canaries.remove();
}

/** The same tools as plain functions; a module is given no context. */
function bridged(canaries: Canaries): Record<string, (input: unknown) => unknown> {
  const tools = hostileTools(canaries);
  const context = {
    signal: new AbortController().signal,
    providerName: "tools",
    safeToolName: "",
    originalToolName: "",
  };
  return Object.fromEntries(
    Object.entries(tools).map(([name, call]) => [name, (input) => call(input, context)]),
  );
}

function endingOf(result: CodeResult): HostileEnding {
  // Not `String` of anything: a value of few objects can be a text without end.
  const logs = result.logs.map(({ args: [first] }) => (typeof first === "string" ? first : ""));
  const message = `${result.error?.name}: ${result.error?.message}`;
  switch (result.status) {
    case "success":
      return { outcome: "value", value: result.result, message: "", logs };
    case "memory":
      return { outcome: "memory_limit", message, logs };
    case "terminated":
      return { outcome: "timeout", message, logs };
    case "link_error":
      return { outcome: "link_error", message, logs };
    case "error": {
      const refused = result.error?.name === "SerializationError";
      return { outcome: refused ? "serialization_error" : "runtime_error", message, logs };
    }
  }
}

const NEXT = `
  import { open } from 'vault';
  const list = [];
  list.push(open({ n: 20 }), tools.echo({ n: 1 }));
  console.log("next", JSON.stringify(list));
  export default { sum: list[0].n + list[1].n, left: [typeof left, typeof ({}).left, Math.max(1, 2)] };`;

/** The next guest finds everything as it should be, and a bridge that the hostile run had not. */
async function assertServesOn(run: RunToEnd, canaries: Canaries): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const result = await run(NEXT, {
      globals: { tools: bridged(canaries) },
      imports: { vault: { open: (input: { n: number }) => ({ n: input.n + 21 }) } },
      language: "javascript",
    });
    // A busy machine may time out even a right program; a broken runner does so every time.
    if (result.status === "terminated" && attempt < 4) continue;
    assert.equal(result.status, "success", `the next run: ${JSON.stringify(result)}`);
    assert.deepEqual(result.result, { sum: 42, left: ["undefined", "undefined", 2] });
    assert.deepEqual(result.logs[0]?.args, ["next", '[{"n":41},{"n":1}]']);
    return;
  }
}
