import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { HostileOutcome, HostileProgram } from "../../hostile-corpus.js";

/** How a hostile run ended, in the words that both doors share. */
export interface HostileEnding {
  readonly outcome: HostileOutcome | "value" | "internal_error";
  readonly value?: unknown;
  readonly message: string;
  readonly logs: readonly string[];
}

/** Fails unless a program ended in one of the ways its file allows. */
export function assertAllowed(program: HostileProgram, ending: HostileEnding): void {
  const { allowed, result, differs } = program;
  const { value, message } = ending;
  const contained = ending.outcome === "value" && (differs || isDeepStrictEqual(value, result));
  const outcome = contained ? "contained" : ending.outcome;
  assert.ok(
    (allowed as readonly string[]).includes(outcome),
    `allowed: ${allowed.join(", ")}; got ${outcome} ${JSON.stringify(value ?? message)?.slice(0, 300)}`,
  );
  for (const line of ending.logs) assert.doesNotMatch(line, /^escaped:/);
  if (program.logs !== undefined) assert.deepEqual(ending.logs, program.logs);
}

/** How long after its deadline a verdict may come; machines are busy. */
export const GRACE_MS = 15_000;

/** How long a program without limits of its own may run. */
export const PATIENT_MS = 8_000;

/** Fails when a verdict came so late that the deadline was not what ended the run. */
export function assertInTime(program: HostileProgram, startedAt: number, graceMs = GRACE_MS): void {
  const took = performance.now() - startedAt;
  const limit = (program.timeoutMs ?? PATIENT_MS) + graceMs;
  assert.ok(took <= limit, `the verdict came after ${Math.round(took)} ms, not ${limit}`);
}

/** Fails unless data that a tool was given is plain: own data properties of the host's classes. */
export function assertPlain(value: unknown, depth = 0): void {
  if (typeof value === "function") assert.fail("a function reached a tool");
  if (typeof value !== "object" || value === null || depth > 5) return;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isOurs = typeof Reflect.get(Object(prototype), "constructor") === "function";
  assert.ok(prototype === null || isOurs, "an object of another realm reached a tool");
  for (const key of Reflect.ownKeys(value).slice(0, 50)) {
    const own = Object.getOwnPropertyDescriptor(value, key);
    assert.equal(own?.get ?? own?.set, undefined, "an accessor reached a tool");
    assertPlain(own?.value, depth + 1);
  }
}
