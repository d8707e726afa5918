import { assertKnownKeys, assertRecord, type RuntimeLimits, resolveLimits } from "@execbox/core";
import {
  assertPlacementOptions,
  PLACEMENT_OPTIONS,
  type PlacementFacts,
  type PlacementOptions,
  type SessionSource,
} from "@execbox/protocol";
import { type EngineName, openEngineSessions } from "./engines.js";
import { resolveCodeOptions } from "./options.js";
import { CodeRun, MODULE_LIMITS, type RunSettings } from "./run.js";
import type { RunCode } from "./types.js";

/** Bounds that hold for every run of a code runner. */
export interface CodeRunnerLimits {
  /** Heap of a run that does not ask for another. Default 64 MiB. */
  memoryLimitBytes?: number;
  /** When a run that nobody terminates is ended. Default 300,000. */
  safetyCapMs?: number;
  /** How many console calls are kept. Default 100. */
  maxLogLines?: number;
  /** How many characters of their arguments are kept in all. Default 64,000. */
  maxLogChars?: number;
}

/** Where modules run, and the bounds that hold for all of them. */
export interface CodeRunnerOptions extends CodeRunnerLimits, PlacementOptions {
  /** The JavaScript engine. Default `"quickjs"`; `"isolated-vm"` needs the package of that name. */
  engine?: EngineName;
}

/** Runs modules until it is disposed. */
export interface CodeRunner {
  runCode: RunCode;
  /** Makes what the first run would otherwise wait for. */
  prewarm(): Promise<void>;
  /** Ends everything the runner started. */
  dispose(): Promise<void>;
  /** What holds the guest here, on this machine. */
  facts(): Promise<PlacementFacts>;
}

/** The names of `CodeRunnerLimits`. */
export const CODE_RUNNER_LIMITS: readonly (keyof CodeRunnerLimits)[] = [
  "memoryLimitBytes",
  "safetyCapMs",
  "maxLogLines",
  "maxLogChars",
];

const OPTIONS = ["engine", ...PLACEMENT_OPTIONS, ...CODE_RUNNER_LIMITS];

/**
 * Makes a runner of its own, with its own threads.
 *
 * @example
 * const { runCode, dispose } = createCodeRunner({ placement: "process" });
 * const { result } = await runCode("export default 6 * 7");
 */
export function createCodeRunner(options: CodeRunnerOptions = {}): CodeRunner {
  assertRecord("options", options);
  assertKnownKeys("options", options, OPTIONS);
  assertPlacementOptions(options);
  const limits = resolveCodeLimits(options);
  const sessions = openEngineSessions(options.engine, options, limits);
  return createCodeRunnerOn(sessions, limits);
}

/** Completes the bounds of a code runner; throws a `TypeError` that names the field. */
export function resolveCodeLimits(given: CodeRunnerLimits): RuntimeLimits {
  const { safetyCapMs, memoryLimitBytes, maxLogLines, maxLogChars } = given;
  return resolveLimits(
    {
      ...(safetyCapMs === undefined ? {} : { timeoutMs: safetyCapMs }),
      ...(memoryLimitBytes === undefined ? {} : { memoryLimitBytes }),
      ...(maxLogLines === undefined ? {} : { maxLogLines }),
      ...(maxLogChars === undefined ? {} : { maxLogChars }),
    },
    MODULE_LIMITS,
  );
}

/** Runs modules on sessions from anywhere, which belong to the runner from then on. */
export function createCodeRunnerOn(sessions: SessionSource, limits: RuntimeLimits): CodeRunner {
  const settings: RunSettings = { sessions, limits };
  return {
    runCode: (source, given) => new CodeRun(resolveCodeOptions(source, given), settings),
    prewarm: () => sessions.prewarm(),
    dispose: () => sessions.dispose(),
    facts: () => sessions.facts(),
  };
}

let shared: CodeRunner | undefined;

/**
 * Runs a module in a fresh sandbox on the default runner: worker threads that are made when first
 * needed and never keep the program alive.
 *
 * @example
 * const { result } = await runCode("export default input.length", { globals: { input: "four" } });
 */
export const runCode: RunCode = (source, options) => {
  shared ??= createCodeRunner();
  return shared.runCode(source, options);
};
