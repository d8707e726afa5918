import type { HostileProgram } from "@execbox/conformance";
import { type ExecuteResult, type Executor, resolveProvider } from "@execbox/core";
import type { CodeRunner } from "@execbox/run-code";
import type { Random } from "../random.js";
import type { Ledger } from "./ledger.js";

/** How a run ended, in the words of `execute`. */
export type Ending = string;

/** What a job works with. */
export interface JobContext {
  readonly executor: Executor;
  readonly runner: CodeRunner;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly programs: readonly HostileProgram[];
}

/** One kind of load. */
export interface Job {
  readonly name: string;
  /** How often it is chosen, against the others. */
  readonly weight: number;
  /** Whether it can only be stopped by a thread or process that is killed. */
  readonly apart?: boolean;
  /** Runs once; answers with the ending, and whether that was right. */
  run(context: JobContext): Promise<Outcome>;
}

/** What came of one run. */
export interface Outcome {
  readonly ending: Ending;
  readonly right: boolean;
  /** More about it, for the report of a wrong one. */
  readonly note?: string;
  /** When the run was to be ended, where not by the default. */
  readonly deadlineMs?: number;
}

const expecting =
  (code: string, wanted: Ending, options = {}) =>
  async ({ executor, ledger }: JobContext): Promise<Outcome> => {
    const result = await executor.execute(code, [toolsFor(ledger, 0)], options);
    const ending = endingOf(result);
    return { ending, right: ending === wanted, note: noteOf(result) };
  };

/** The mixed load: everything that ends well, everything that ends otherwise, and the corpus. */
export const jobs: readonly Job[] = [
  { name: "value", weight: 6, run: expecting("[1, 2, 3].map((n) => n * 14)[2] === 42", "value") },
  { name: "throw", weight: 3, run: expecting("throw new Error('mine')", "runtime_error") },
  { name: "failing tool", weight: 3, run: expecting("await tools.fail({})", "tool_error") },
  {
    name: "logs",
    weight: 2,
    run: expecting("for (let n = 0; n < 500; n++) console.log(n)", "value"),
  },
  { name: "loop", weight: 2, run: expecting("for (;;);", "timeout", { timeoutMs: 60 }) },
  {
    name: "loop in a builtin",
    weight: 1,
    apart: true,
    run: expecting("for (;;) [].indexOf.call({ length: 2 ** 53 - 1 }, 1)", "timeout", {
      timeoutMs: 60,
    }),
  },
  {
    name: "memory",
    weight: 1,
    run: expecting("const kept = []; for (;;) kept.push(new Uint8Array(1e6))", "memory_limit", {
      memoryLimitBytes: 8 * 1024 * 1024,
    }),
  },
  { name: "calls", weight: 6, run: runCalls },
  { name: "aborted", weight: 2, run: runAborted },
  { name: "module", weight: 6, run: runModule },
  { name: "terminated module", weight: 2, run: runTerminated },
  { name: "hostile", weight: 4, run: runHostile },
];

/** Every call must arrive exactly once, and none after the verdict. */
async function runCalls({ executor, ledger, random }: JobContext): Promise<Outcome> {
  const token = ledger.open();
  const count = 1 + random.below(8);
  const code = `let sum = 0; for (let n = 0; n < ${count}; n++) sum += await tools.mark({ token: ${token} }); sum`;
  const result = await executor.execute(code, [toolsFor(ledger, token)]);
  const marks = ledger.close(token);
  const right = result.ok && result.result === count && marks === count;
  return { ending: endingOf(result), right, note: `${marks} of ${count} marks; ${noteOf(result)}` };
}

async function runAborted({ executor, ledger, random }: JobContext): Promise<Outcome> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), random.below(30));
  const code = "await tools.slow({ ms: 15 }); 1";
  const { signal } = controller;
  const ending = endingOf(await executor.execute(code, [toolsFor(ledger, 0)], { signal }));
  clearTimeout(timer);
  return { ending, right: ending === "value" || ending === "timeout" };
}

async function runModule({ runner, ledger, random }: JobContext): Promise<Outcome> {
  const token = ledger.open();
  const size = random.below(200);
  const result = await runner.runCode(
    "const map = await read(); mark(); export default [map.size, new Set(map.values()), 7n]",
    {
      imports: {},
      globals: {
        read: async () => new Map(Array.from({ length: size }, (_item, n) => [n, `v${n}`])),
        mark: () => ledger.mark(token),
      },
      language: "javascript",
    },
  );
  const marks = ledger.close(token);
  const value = result.result as [number, Set<string>, bigint] | undefined;
  const right = value?.[0] === size && value[1].size === size && value[2] === 7n && marks === 1;
  const note = `${marks} marks; ${result.error?.message}`;
  return { ending: wordOf(result.status), right, note, deadlineMs: 20_000 };
}

async function runTerminated({ runner, random }: JobContext): Promise<Outcome> {
  const run = runner.runCode("await never; export default 1", {
    globals: { never: new Promise(() => {}) },
    language: "javascript",
  });
  setTimeout(() => run.terminate("soak"), random.below(20));
  const ending = wordOf((await run).status);
  return { ending, right: ending === "timeout", deadlineMs: 20_000 };
}

/** A program of the corpus; only whether its ending is allowed is looked at here. */
async function runHostile({ executor, ledger, random, programs }: JobContext): Promise<Outcome> {
  const program = random.pick(programs);
  const name = `${program.family}/${program.name}`;
  const result = await executor.execute(program.textFor("execute"), [toolsFor(ledger, 0, name)], {
    timeoutMs: program.timeoutMs ?? 8_000,
    ...(program.memoryLimitBytes === undefined
      ? {}
      : { memoryLimitBytes: program.memoryLimitBytes }),
  });
  const ending = endingOf(result);
  const word = ending === "value" ? "contained" : ending;
  const escaped = result.ok && /^escaped/.test(String(result.result));
  const right = !escaped && (program.allowed as readonly string[]).includes(word);
  const note = `${name}: ${noteOf(result)}`;
  return { ending, right, note, deadlineMs: program.timeoutMs ?? 8_000 };
}

function toolsFor(ledger: Ledger, token: number, program = "a program of the load") {
  return resolveProvider({
    name: "tools",
    tools: {
      mark: {
        execute: () => {
          ledger.mark(token);
          return 1;
        },
      },
      echo: { execute: (input) => input },
      trap: { execute: () => ledger.trespass(program) },
      fail: {
        execute: () => {
          throw new Error("no such file");
        },
      },
      slow: {
        execute: (input, { signal }) =>
          new Promise((resolve) => {
            const timer = setTimeout(resolve, Number((input as { ms: number }).ms), input);
            signal.addEventListener("abort", () => {
              clearTimeout(timer);
              resolve(null);
            });
          }),
      },
    },
  });
}

function noteOf(result: ExecuteResult): string {
  return result.ok ? String(JSON.stringify(result.result)).slice(0, 200) : result.error.message;
}

function endingOf(result: ExecuteResult): Ending {
  return result.ok ? "value" : result.error.code;
}

const WORDS: Readonly<Record<string, Ending>> = {
  success: "value",
  error: "runtime_error",
  memory: "memory_limit",
  terminated: "timeout",
  link_error: "link_error",
};

function wordOf(status: string): Ending {
  return WORDS[status] ?? status;
}
