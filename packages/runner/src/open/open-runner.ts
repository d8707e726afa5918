import {
  assertKnownKeys,
  assertRecord,
  describe,
  describeUnserializable,
  type ExecuteResult,
  type Executor,
} from "@execbox/core";
import type { SandboxDriver } from "@execbox/placement";
import { assertPoolSettings, type PoolSettings, SessionExecutor } from "@execbox/protocol";
import { createCodeRunnerOn, type RunCode, resolveCodeLimits } from "@execbox/run-code";
import { policyOf, type ResolvedRunnerHandle, type RunnerHandle } from "../define/define-runner.js";
import { enforcementOf, LIMIT_NAMES, unenforced } from "../define/enforcement.js";
import { inspectMachine, inspectSubprocess } from "../define/machine.js";
import type { ResolvedPolicy } from "../define/policy.js";
import { type Body, resolveBody } from "./body.js";
import type { Boundary } from "./boundary.js";
import type { RunOptions } from "./converse.js";
import { assertEnvironment } from "./environment.js";
import { inProcessBoundary } from "./in-process.js";
import { openSandbox, type SandboxDoor } from "./open-sandbox.js";
import { resolveRunLimits } from "./run-limits.js";
import { engineSessions } from "./sessions.js";
import { subprocessBoundary } from "./subprocess.js";

/** What the host grants to whatever runs behind a handle. */
export interface OpenRunnerOptions {
  /** Where the manifest came from. Left out, it is not trusted. */
  origin?: string;
  /** Makes the containers of engine `sandbox`. Default: Podman or Docker, whichever works here. */
  driver?: SandboxDriver;
  /** The environment of bodies: the secrets the host has resolved. Default: none. */
  env?: Readonly<Record<string, string>>;
  /** Whether bodies of engine `sandbox` may use the network. Default `false`. */
  network?: boolean;
  /** Whether installing `needs` may use the network. Default `false`. */
  installNetwork?: boolean;
  /** Gets each step of an installation. */
  onProgress?: (step: string) => void;
  /** How many engines `executor` and `runCode` may keep. */
  pool?: PoolSettings;
}

/** Everything that can be run behind one handle. Whoever opened it disposes of it. */
export interface OpenRunner extends AsyncDisposable {
  /** The handle as it was granted to the origin. */
  readonly handle: ResolvedRunnerHandle;
  /** Runs guest code with tools behind the boundary. */
  readonly executor: Executor;
  /** Runs guest modules behind the boundary. */
  readonly runCode: RunCode;
  /**
   * Runs a body behind the boundary. `input` is JSON, or left out. Rejects for the host's own
   * mistakes alone; whatever the body does is a result.
   */
  run(body: Body, input?: unknown, options?: RunOptions): Promise<ExecuteResult>;
  /** Ends everything that still runs, and leaves nothing. */
  dispose(): Promise<void>;
}

const OPTIONS = [
  "origin",
  "driver",
  "env",
  "network",
  "installNetwork",
  "onProgress",
  "pool",
] satisfies (keyof OpenRunnerOptions)[];

/**
 * Opens the boundary a handle describes. The host's rule about origins is applied here, whether
 * or not it was before: nothing runs in the host's process that is not from a trusted origin.
 *
 * @example
 * await using runner = await openRunner(defineRunner({ limits: { timeout_ms: 5_000 } }));
 * const answer = await runner.run({ bundle: "tools/report", run: "main.ts" }, { month: 11 });
 */
export async function openRunner(
  handle: RunnerHandle,
  options: OpenRunnerOptions = {},
): Promise<OpenRunner> {
  const policy = policyOf(handle);
  if (policy === undefined) {
    throw new TypeError(
      "handle must come from defineRunner or resolveForOrigin, and not be a copy",
    );
  }
  assertOptions(options);
  const granted = handle.resolveForOrigin(options.origin ?? "unknown");
  const sandbox = granted.engine === "sandbox" ? await openSandbox(granted, policy, options) : null;
  if (policy.machine === undefined) await warnAboutMachine(granted, policy, sandbox);
  if (options.network === true && sandbox === null) {
    policy.logger.warn(`host.network has no meaning for engine ${granted.engine}`);
  }
  return makeRunner(granted, boundaryOf(granted, sandbox, options), sandbox, options);
}

function makeRunner(
  handle: ResolvedRunnerHandle,
  boundary: Boundary,
  sandbox: SandboxDoor | null,
  options: OpenRunnerOptions,
): OpenRunner {
  const limits = resolveRunLimits(handle.limits);
  const sessions = engineSessions(handle.engine, sandbox, limits.memoryLimitBytes, options.pool);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const run = async (body: Body, input: unknown, given: RunOptions): Promise<ExecuteResult> => {
    if (closing.signal.aborted) throw new Error("the runner was disposed of");
    const signals = given.signal === undefined ? [] : [given.signal];
    const signal = AbortSignal.any([closing.signal, ...signals]);
    return boundary.run(await resolveBody(body), encodeInput(input), { ...given, signal });
  };
  const dispose = async () => {
    closing.abort();
    await Promise.allSettled(running);
    await Promise.all([sessions.dispose(), boundary.dispose?.()]);
  };
  return {
    handle,
    executor: new SessionExecutor(sessions, limits),
    runCode: createCodeRunnerOn(sessions, resolveCodeLimits(limits)).runCode,
    run: (body, input, given = {}) => {
      const result = run(body, input, given);
      running.add(result);
      const done = () => void running.delete(result);
      result.then(done, done);
      return result;
    },
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

function boundaryOf(
  { engine, limits }: RunnerHandle,
  sandbox: SandboxDoor | null,
  { env = {} }: OpenRunnerOptions,
): Boundary {
  if (sandbox !== null) return sandbox.boundary;
  return engine === "in-process" ? inProcessBoundary(limits) : subprocessBoundary({ limits, env });
}

/** What `defineRunner` could not say, as nobody had looked at the machine then. */
async function warnAboutMachine(
  { engine, limits }: RunnerHandle,
  { logger }: ResolvedPolicy,
  sandbox: SandboxDoor | null,
): Promise<void> {
  if (engine === "in-process") return;
  const machine = sandbox === null ? inspectSubprocess() : await inspectMachine(sandbox);
  const finite = LIMIT_NAMES.filter((name) => Number.isFinite(limits[name]));
  const capped = Object.fromEntries(finite.map((name) => [name, limits[name]]));
  const warnings = unenforced(capped, engine, enforcementOf(engine, machine));
  for (const warning of warnings) logger.warn(warning);
  if (engine === "subprocess" && machine.subprocess.wall !== "bubblewrap") {
    logger.warn(
      "bodies of engine subprocess can reach the network here: Node's permission model does not close it; apt-get install bubblewrap",
    );
  }
}

function assertOptions(options: OpenRunnerOptions): void {
  assertRecord("host", options);
  assertKnownKeys("host", options, OPTIONS);
  assertPoolSettings(options.pool);
  assertEnvironment(options.env ?? {});
  const { origin = "" } = options;
  if (typeof origin !== "string") {
    throw new TypeError(`host.origin must be a string, got ${describe(origin)}`);
  }
}

function encodeInput(input: unknown): string {
  if (input === undefined) return "";
  const fault = describeUnserializable(input, "input");
  if (fault !== undefined) throw new TypeError(fault);
  return JSON.stringify(input);
}
