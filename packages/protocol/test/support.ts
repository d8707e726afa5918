import { DEFAULT_LIMITS, type ExecuteResult, type ResolvedToolProvider } from "@execbox/core";
import {
  createLoopback,
  type DispatcherMessage,
  HostSession,
  type HostSessionOptions,
  type HostTransport,
  type RunnerMessage,
} from "../src/index.js";

/** A provider without schemas, made by hand: these tests are about the wire, not about tools. */
export function provider(
  name: string,
  tools: Record<string, (input: unknown, context: { signal: AbortSignal }) => unknown>,
): ResolvedToolProvider {
  return {
    name,
    types: "",
    originalToSafeName: {},
    safeToOriginalName: {},
    tools: Object.fromEntries(
      Object.entries(tools).map(([tool, execute]) => [
        tool,
        {
          safeName: tool,
          originalName: tool,
          execute: async (input: unknown, context: { signal: AbortSignal }) =>
            execute(input, context),
        },
      ]),
    ),
  };
}

/** A runner made of a script, for saying what no honest runner says. */
export interface ScriptedRunner {
  session: HostSession;
  sent: DispatcherMessage[];
  say(message: RunnerMessage | unknown): void;
  closed(): boolean;
  terminated(): number;
}

/** A session whose runner answers every message with `react`. */
export function scripted(
  react: (message: DispatcherMessage, runner: ScriptedRunner) => void,
  options: HostSessionOptions = {},
): ScriptedRunner {
  const { host, runner } = createLoopback();
  const sent: DispatcherMessage[] = [];
  let closed = false;
  let terminated = 0;
  const transport: HostTransport = {
    ...host,
    terminate: () => {
      terminated++;
      return host.terminate();
    },
  };
  const scriptedRunner: ScriptedRunner = {
    session: new HostSession(transport, { cancelGraceMs: 20, ...options }),
    sent,
    say: (message) => runner.send(message as RunnerMessage),
    closed: () => closed,
    terminated: () => terminated,
  };
  runner.onClose(() => {
    closed = true;
  });
  runner.onMessage((message) => {
    sent.push(message as DispatcherMessage);
    react(message as DispatcherMessage, scriptedRunner);
  });
  return scriptedRunner;
}

/** Runs one execution on a session. */
export function run(
  session: HostSession,
  overrides: {
    providers?: ResolvedToolProvider[];
    limits?: Partial<typeof DEFAULT_LIMITS>;
    signal?: AbortSignal;
    onLog?: (line: string) => void;
  } = {},
): Promise<ExecuteResult> {
  return session.run({
    code: "0",
    providers: overrides.providers ?? [],
    startedAt: performance.now(),
    options: {
      limits: { ...DEFAULT_LIMITS, timeoutMs: 2_000, ...overrides.limits },
      signal: overrides.signal,
      onLog: overrides.onLog,
      language: undefined,
    },
  });
}

/** A `done` that says `result`. */
export function done(id: string, result?: unknown): RunnerMessage {
  return {
    type: "done",
    id,
    ok: true,
    durationMs: 1,
    logs: [],
    ...(result === undefined ? {} : { result }),
  };
}
