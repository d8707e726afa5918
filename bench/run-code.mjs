// The figures of runCode, interleaved in one run on a warm worker: a two-module TypeScript program
// beside the same work through execute(), a synchronous bridge call, and a report.
import { QuickJsExecutor } from "@execbox/quickjs";
import { createCodeRunner } from "@execbox/run-code";

const ROUNDS = Number(process.argv[2] ?? 600);
const CALLS = 1_000;

const { runCode, prewarm, dispose } = createCodeRunner({ placement: "worker" });
const executor = new QuickJsExecutor({ placement: "worker" });
await Promise.all([prewarm(), executor.prewarm()]);

const LIBRARY = `
export interface Row { id: number; score: number }
export const total = (rows: Row[]): number => rows.reduce((sum, row) => sum + row.score, 0);
`;
const ENTRY = `
import { total, type Row } from "./library.ts";
const rows: Row[] = Array.from({ length: 20 }, (_, id) => ({ id, score: id * 2 }));
export default total(rows);
`;
const SNIPPET = `
interface Row { id: number; score: number }
const total = (rows: Row[]): number => rows.reduce((sum, row) => sum + row.score, 0);
const rows: Row[] = Array.from({ length: 20 }, (_, id) => ({ id, score: id * 2 }));
total(rows)
`;

const cases = {
  module: async () =>
    expect((await runCode(ENTRY, { modules: { "./library.ts": LIBRARY } })).result, 380),
  snippet: async () => expect((await executor.execute(SNIPPET)).result, 380),
};
const calls = {
  none: async () => expect((await runCode("export default 1")).result, 1),
  bridge: async () => {
    const source = `let sum = 0; for (let i = 0; i < ${CALLS}; i++) sum = add(sum, 1); export default sum`;
    expect((await runCode(source, { globals: { add: (a, b) => a + b } })).result, CALLS);
  },
  reports: async () => {
    const source = `for (let i = 0; i < ${CALLS}; i++) report(i); export default 1`;
    expect((await runCode(source, { report: () => {} })).reports.length, CALLS);
  },
};

const many = await measure(cases, ROUNDS);
const few = await measure(calls, Math.max(20, ROUNDS / 10));
const each = (name) => ((few[name] - few.none) * 1_000) / CALLS;
console.log(
  `two modules of TypeScript  ${ms(many.module)}, the same through execute() ${ms(many.snippet)}: ${(many.module / many.snippet).toFixed(2)} x (2 allowed)`,
);
console.log(`a synchronous bridge call  ${each("bridge").toFixed(1)} µs (60 allowed)`);
console.log(`a report                   ${each("reports").toFixed(1)} µs (20 allowed)`);
await Promise.all([dispose(), executor.dispose()]);

async function measure(table, rounds) {
  const times = Object.fromEntries(Object.keys(table).map((name) => [name, []]));
  for (let round = -Math.ceil(rounds / 5); round < rounds; round++) {
    for (const [name, run] of Object.entries(table)) {
      const started = performance.now();
      await run();
      if (round >= 0) times[name].push(performance.now() - started);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

function median(list) {
  return list.sort((a, b) => a - b)[list.length >> 1];
}

function expect(actual, wanted) {
  if (actual !== wanted) throw new Error(`${actual} instead of ${wanted}`);
}

function ms(value) {
  return `${value.toFixed(3)} ms`;
}
