import { DEFAULT_LIMITS, resolveProvider } from "@execbox/core";
import {
  createLoopback,
  type DispatcherMessage,
  HostSession,
  type HostTransport,
  INLINE_FACTS,
  RunnerEndpoint,
  type RunnerMessage,
  SessionExecutor,
  type SessionSource,
} from "@execbox/protocol";
import { QuickJsEngine } from "@execbox/quickjs";
import { type CodeExecutionOptions, createCodeRunnerOn } from "@execbox/run-code";

/** What both sides said in one real run. */
export interface RecordedRun {
  readonly code: string;
  readonly door: "execute" | "runCode";
  readonly fromHost: readonly DispatcherMessage[];
  readonly fromRunner: readonly RunnerMessage[];
}

/** What the runs of the transcripts, and of the cases made from them, may call. */
export const tools = resolveProvider({
  name: "tools",
  tools: {
    echo: { execute: (input) => input },
    fail: {
      execute: () => {
        throw new Error("no such file");
      },
    },
  },
});

/** What module runs are given. */
export const moduleOptions: CodeExecutionOptions = {
  globals: { echo: (value: unknown) => value, later: async (value: unknown) => value },
  imports: { lib: { answer: 42, list: new Map([["a", 1n]]) } },
  report: () => {},
  language: "javascript",
};

const SNIPPETS = [
  "6 * 7",
  "console.log('a', { b: 1 }); console.warn('c'); await tools.echo({ n: [1, 'two'] })",
  "await Promise.all([tools.echo(1), tools.echo(2), tools.echo(3)])",
  "try { await tools.fail({}) } catch (e) { e.message }",
  "await tools.fail({})",
  "throw new TypeError('mine')",
  "({ a: 1, get b() { return 2 } })",
  "() => 1",
  "syntax error here",
  "Promise.reject(new Error('unhandled')); 1",
];

const MODULES = [
  "export default 1",
  "import { answer, list } from 'lib'; export default [answer, list, new Uint8Array([1, 2])]",
  "console.log('x', [1n]); report({ a: new Set([1]) }); export default echo(new Date(0))",
  "export default await later({ a: 1 })",
  "throw new Error('mine')",
  "import x from 'missing'; export default x",
];

/** Records real runs of both front doors, with both sides' words. */
export async function recordRuns(): Promise<RecordedRun[]> {
  const engine = await QuickJsEngine.create();
  const recorded: RecordedRun[] = [];
  for (const code of SNIPPETS) {
    const { transport, fromHost, fromRunner } = recordedLink(engine);
    const sessions = new OneSession(() => new HostSession(transport, { live: true, own: true }));
    const options = { onLog: () => {} };
    await new SessionExecutor(sessions, DEFAULT_LIMITS).execute(code, [tools], options);
    recorded.push({ code, door: "execute", fromHost, fromRunner });
  }
  for (const code of MODULES) {
    const { transport, fromHost, fromRunner } = recordedLink(engine);
    const sessions = new OneSession(() => new HostSession(transport, { live: true, own: true }));
    await createCodeRunnerOn(sessions, DEFAULT_LIMITS).runCode(code, moduleOptions);
    recorded.push({ code, door: "runCode", fromHost, fromRunner });
  }
  return recorded;
}

function recordedLink(engine: QuickJsEngine): {
  transport: HostTransport;
  fromHost: DispatcherMessage[];
  fromRunner: RunnerMessage[];
} {
  const fromHost: DispatcherMessage[] = [];
  const fromRunner: RunnerMessage[] = [];
  const { host, runner } = createLoopback();
  const endpoint = new RunnerEndpoint({
    engine,
    send: (message) => {
      fromRunner.push(message);
      runner.send(message);
    },
    receiveNow: () => runner.receiveNow(),
  });
  runner.onMessage((message) => endpoint.receive(message));
  const transport: HostTransport = {
    ...host,
    send: (message) => {
      fromHost.push(message);
      host.send(message);
    },
  };
  return { transport, fromHost, fromRunner };
}

/** A source of one session; a run that wants another one is told that there is none. */
export class OneSession implements SessionSource {
  readonly attempts = 1;
  readonly #make: () => HostSession;
  #session: HostSession | undefined;

  constructor(make: () => HostSession) {
    this.#make = make;
  }

  take(): HostSession | undefined {
    if (this.#session !== undefined) return undefined;
    this.#session = this.#make();
    return this.#session;
  }

  async acquire(): Promise<HostSession> {
    throw new Error("there is one session only");
  }

  release(): void {}

  async prewarm(): Promise<void> {}

  async dispose(): Promise<void> {
    await this.#session?.dispose();
  }

  async facts(): Promise<typeof INLINE_FACTS> {
    return INLINE_FACTS;
  }
}
