import { DEFAULT_LIMITS, messageOf, type RuntimeLimits } from "@execbox/core";
import { CUT_LOGS, CUT_REPORTS } from "@execbox/guest";
import type {
  EmitMessage,
  HostSession,
  ModuleOutcome,
  ModuleProgram,
  SessionSource,
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
  #running = true;
  #terminated: { reason: string | undefined } | undefined;

  constructor(options: ResolvedCodeOptions, settings: RunSettings) {
    this.#options = options;
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

  async #run(module: ModuleProgram, settings: RunSettings): Promise<ModuleOutcome> {
    const { sessions, limits } = settings;
    const { signal } = this.#controller;
    let session: HostSession;
    try {
      session = sessions.take() ?? (await sessions.acquire(signal));
    } catch (error) {
      return failed(messageOf(error));
    }
    try {
      return await session.runModule({
        code: this.#options.source,
        module,
        language: this.#options.language,
        limits: {
          ...limits,
          memoryLimitBytes: this.#options.memoryLimitBytes ?? limits.memoryLimitBytes,
        },
        signal,
        startedAt: this.#startedAt,
        onEmit: (message) => this.#take(message),
        createDispatch: () => this.#bridge.dispatch,
      });
    } finally {
      sessions.release(session);
    }
  }

  #take(message: EmitMessage): void {
    if (message.kind === "log" || !this.#running || this.#terminated !== undefined) return;
    try {
      if (message.kind === "print" && message.level in CUTS) {
        const [count] = this.#bridge.decode(message.value) as [number];
        this.#truncated[CUTS[message.level as keyof typeof CUTS]] = Number(count);
      } else if (message.kind === "print") {
        const args = this.#bridge.decode(message.value);
        const level = message.level as CodeExecutionLog["level"];
        this.#logs.push({ level, args: args as unknown[], timestamp: message.timestamp });
      } else {
        const value = this.#bridge.decode(message.value);
        this.#reports.push(value);
        this.#options.report?.(value);
      }
    } catch (error) {
      this.#diagnostics.push(`${message.kind}: ${messageOf(error)}`);
    }
  }
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
