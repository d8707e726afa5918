import type { ExecutionOptions, ExecutorRuntimeOptions, GuestLanguage } from "./types.js";

/** Every limit of a run, with no field left open. */
export type RuntimeLimits = Required<ExecutorRuntimeOptions>;

/** The limits of a run whose caller asked for nothing else. */
export const DEFAULT_LIMITS: RuntimeLimits = {
  timeoutMs: 5_000,
  memoryLimitBytes: 64 * 1024 * 1024,
  maxLogLines: 100,
  maxLogChars: 64_000,
  maxOpenCalls: 256,
  maxToolCalls: Number.POSITIVE_INFINITY,
};

/** The smallest value each limit may have; below it a run could not even start. */
const LEAST: RuntimeLimits = {
  timeoutMs: 1,
  memoryLimitBytes: 64 * 1024,
  maxLogLines: 0,
  maxLogChars: 0,
  maxOpenCalls: 1,
  maxToolCalls: 0,
};

// setTimeout wraps around above this, and wasm32 has no more memory than this.
const MOST: RuntimeLimits = {
  timeoutMs: 2 ** 31 - 1,
  memoryLimitBytes: 2 ** 32 - 1,
  maxLogLines: Number.POSITIVE_INFINITY,
  maxLogChars: Number.POSITIVE_INFINITY,
  maxOpenCalls: Number.POSITIVE_INFINITY,
  maxToolCalls: Number.POSITIVE_INFINITY,
};

const LIMIT_NAMES = Object.keys(DEFAULT_LIMITS) as (keyof RuntimeLimits)[];

/** One run's options, checked and complete. */
export interface ResolvedExecutionOptions {
  limits: RuntimeLimits;
  signal: AbortSignal | undefined;
  onLog: ((line: string) => void) | undefined;
  language: GuestLanguage | undefined;
}

/** Checks the limits an executor is made with; throws a `TypeError` that names the field. */
export function resolveLimits(
  given: ExecutorRuntimeOptions,
  base: RuntimeLimits = DEFAULT_LIMITS,
): RuntimeLimits {
  let limits = base;
  for (const name of LIMIT_NAMES) {
    const value = given[name];
    if (value === undefined) continue;
    assertLimit(name, value);
    if (limits === base) limits = { ...base };
    limits[name] = value;
  }
  return limits;
}

/** Checks the options of one `execute()` call; throws a `TypeError` that names the field. */
export function resolveExecutionOptions(
  given: ExecutionOptions | undefined,
  base: RuntimeLimits,
): ResolvedExecutionOptions {
  if (given === undefined) {
    return { limits: base, signal: undefined, onLog: undefined, language: undefined };
  }
  assertRecord("options", given);
  assertKnownKeys("options", given, [...LIMIT_NAMES, "signal", "onLog", "language"]);
  const { signal, onLog, language } = given;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new TypeError(`options.signal must be an AbortSignal, got ${describe(signal)}`);
  }
  if (onLog !== undefined && typeof onLog !== "function") {
    throw new TypeError(`options.onLog must be a function, got ${describe(onLog)}`);
  }
  if (language !== undefined && language !== "javascript" && language !== "typescript") {
    throw new TypeError(
      `options.language must be "javascript" or "typescript", got ${describe(language)}`,
    );
  }
  return { limits: resolveLimits(given, base), signal, onLog, language };
}

function assertLimit(name: keyof RuntimeLimits, value: unknown): asserts value is number {
  const [least, most] = [LEAST[name], MOST[name]];
  const whole = Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
  if (typeof value === "number" && whole && value >= least && value <= most) return;
  const range =
    most === Number.POSITIVE_INFINITY ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new TypeError(`${name} must be a whole number ${range}, got ${describe(value)}`);
}

/** Refuses anything but an object for `value`. */
export function assertRecord(path: string, value: unknown): asserts value is object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`${path} must be an object, got ${describe(value)}`);
}

/** Refuses keys nobody reads: a typo in an option must not pass for the option. */
export function assertKnownKeys(path: string, value: object, known: readonly string[]): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    throw new TypeError(
      `${path}.${key} is not an option; the options are ${known.toSorted().join(", ")}`,
    );
  }
}

/** A short name of a value for error messages. */
export function describe(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
}
