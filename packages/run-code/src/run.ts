import { DEFAULT_LIMITS, messageOf, type RuntimeLimits } from "@execbox/core";
import { CUT_LOGS, CUT_REPORTS } from "@execbox/guest";
import {
  type EmitMessage,
  type HostSession,
  type ModuleOutcome,
  type ModuleProgram,
  runOnSession,
  type SessionSource,
  type WireValue,
} from "@execbox/protocol";
import { Bridge } from "./bridge.js";
import type { ResolvedCodeOptions } from "./options.js";
import { toResult } from "./result.js";
import type { CodeExecution, CodeExecutionLog, CodeExecutionResult } from "./types.js";

const CUTS = { [CUT_LOGS]: "logs", [CUT_REPORTS]: "reports" } as const;

/** What every run of a runner shares. */
export interface RunSettings {
  sessions: SessionSource;
  limits: RuntimeLimits;
}

/** One run under way: the handle its caller holds. */
export class CodeRun implements CodeExecution {
  readonly #startedAt = performance.now();
  readonly #controller = new AbortController();
  readonly #bridge = new Bridge();
  readonly #options: ResolvedCodeOptions;
  readonly #result: Promise<CodeExecutionResult>;
  readonly #reports: unknown[] = [];
  readonly #logs: CodeExecutionLog[] = [];
  readonly #diagnostics: string[] = [];
  readonly #truncated: NonNullable<CodeExecutionResult["truncated"]> = {};
  readonly #maxLogs: number;
  #room = MAX_CHARS;
  #running = true;
  #terminated: { reason: string | undefined } | undefined;

  constructor(options: ResolvedCodeOptions, settings: RunSettings) {
    this.#options = options;
    this.#maxLogs = settings.limits.maxLogLines;
    // Values that cannot cross are the caller's mistake and throw here, before anything runs.
    const module = toProgram(options, this.#bridge);
    this.#result = this.#start(module, settings);
  }

  get running(): boolean {
    return this.#running;
  }

  get reports(): readonly unknown[] {
    return this.#reports;
  }

  terminate(reason?: string): void {
    if (!this.#running || this.#terminated !== undefined) return;
    this.#terminated = { reason };
    this.#controller.abort();
  }

  // biome-ignore lint/suspicious/noThenProperty: the contract makes the handle awaitable.
  readonly then: CodeExecution["then"] = (onFulfilled, onRejected) =>
    this.#result.then(onFulfilled, onRejected);

  async #start(module: ModuleProgram, settings: RunSettings): Promise<CodeExecutionResult> {
    const outcome = await this.#run(module, settings);
    this.#running = false;
    return toResult(outcome, {
      terminated: this.#terminated,
      decode: (value) => this.#bridge.decode(value),
      reports: this.#reports,
      logs: this.#logs,
      diagnostics: this.#diagnostics,
      truncated: this.#truncated,
      durationMs: performance.now() - this.#startedAt,
      safetyCapMs: settings.limits.timeoutMs,
    });
  }

  #run(module: ModuleProgram, { sessions, limits }: RunSettings): Promise<ModuleOutcome> {
    return runOnSession(
      sessions,
      () =>
        sessions
          .acquire(this.#controller.signal)
          .catch((error) => ({ unavailable: failed(messageOf(error)) })),
      (session) => this.#runIn(session, module, limits),
    );
  }

  #runIn(session: HostSession, module: ModuleProgram, limits: RuntimeLimits) {
    const { source, language, memoryLimitBytes = limits.memoryLimitBytes } = this.#options;
    return session.runModule({
      code: source,
      module,
      language,
      limits: { ...limits, memoryLimitBytes },
      signal: this.#controller.signal,
      startedAt: this.#startedAt,
      onEmit: (message) => this.#take(message),
      createDispatch: () => this.#bridge.dispatch,
    });
  }

  /**
   * Takes what the guest printed or reported. The runtime inside keeps to bounds; a runner that is
   * not ours need not, so they are kept here again.
   */
  #take(message: EmitMessage): void {
    if (message.kind === "log" || !this.#running || this.#terminated !== undefined) return;
    this.#room -= message.value.text.length;
    if (this.#room < 0) return;
    try {
      if (message.kind === "report") this.#takeReport(message.value);
      else if (Object.hasOwn(CUTS, message.level)) this.#takeCut(message.level, message.value);
      else this.#takeLog(message.level, message.value, message.timestamp);
    } catch (error) {
      if (this.#diagnostics.length >= MAX_NOTES) return;
      this.#diagnostics.push(`${message.kind}: ${messageOf(error)}`);
    }
  }

  #takeReport(given: WireValue): void {
    if (this.#reports.length >= MAX_REPORTS) return;
    const value = this.#bridge.decode(given);
    this.#reports.push(value);
    this.#options.report?.(value);
  }

  #takeCut(level: string, given: WireValue): void {
    const [count] = this.#bridge.decode(given) as [unknown];
    this.#truncated[CUTS[level as keyof typeof CUTS]] = Number(count);
  }

  #takeLog(level: string, given: WireValue, timestamp: number): void {
    if (this.#logs.length >= this.#maxLogs || !isLevel(level)) return;
    const args = this.#bridge.decode(given);
    if (Array.isArray(args)) this.#logs.push({ level, args, timestamp });
  }
}

const MAX_REPORTS = 10_000;
const MAX_NOTES = 20;
/** Characters of everything printed and reported together. */
const MAX_CHARS = 64 * 1024 * 1024;

function isLevel(level: string): level is CodeExecutionLog["level"] {
  return ["log", "info", "warn", "error", "debug"].includes(level);
}

function toProgram(options: ResolvedCodeOptions, bridge: Bridge): ModuleProgram {
  const { execute, imports, modules, globals, filename, report } = options;
  const values = {
    imports: toRecord(imports, toRecord),
    globals: toRecord(globals),
    args: execute.args,
  };
  return {
    filename,
    modules: toRecord(modules),
    imports: toRecord(imports, (exports) => [...exports.keys()]),
    globals: [...globals.keys()],
    values: bridge.encode(values, "options"),
    fn: execute.fn,
    console: !globals.has("console"),
    report: report !== undefined,
  };
}

/** A record of own properties, whatever the names. */
function toRecord<In, Out = In>(
  map: ReadonlyMap<string, In>,
  convert: (value: In) => Out = (value) => value as unknown as Out,
): Record<string, Out> {
  return Object.fromEntries([...map].map(([key, value]) => [key, convert(value)]));
}

function failed(message: string): ModuleOutcome {
  return {
    verdict: { ok: false, error: { code: "internal_error", message } },
    done: undefined,
    diagnostics: [],
  };
}

/** A run that its caller did not limit is ended by this. */
export const SAFETY_CAP_MS = 300_000;

/** The limits of runs whose runner was given none. */
export const MODULE_LIMITS: RuntimeLimits = { ...DEFAULT_LIMITS, timeoutMs: SAFETY_CAP_MS };
