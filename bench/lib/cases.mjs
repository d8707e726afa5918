// What is measured: one table. `kind` says how (lib/turns.mjs), `group` is what `--only` names.
import {
  ADD,
  calling,
  cpuKernel,
  dataScript,
  expression,
  memoryBomb,
  sequentialCalls,
} from "./programs.mjs";

const SLOW_MS = 20;
const slow = {
  params: ["value"],
  execute: ({ value }) => new Promise((resolve) => setTimeout(resolve, SLOW_MS, value)),
};

/** About one megabyte of JSON: records as an API returns them. */
const megabyte = Array.from({ length: 7_400 }, (_, index) => ({
  id: index,
  name: `record number ${index}`,
  tags: ["alpha", "beta", `t${index % 13}`],
  score: (index * 7919) % 1000,
  active: index % 3 === 0,
  note: "plain text, nothing to escape, as most of it is",
}));
const fetchRecords = { params: ["page"], execute: async () => megabyte };

function catalogue(size) {
  return Object.fromEntries(Array.from({ length: size }, (_, index) => [`tool_${index}`, ADD]));
}

/** Everything that is measured per contender, in the order of the table. */
export const CASES = [
  {
    id: "nothing",
    title: "nothing: 1 + 1",
    group: "nothing",
    kind: "time",
    program: expression("1 + 1"),
    expected: 2,
  },
  {
    id: "script",
    title: "40-line data script",
    group: "script",
    kind: "time",
    program: calling(dataScript),
    expected: dataScript(),
  },
  {
    id: "calls-1",
    title: "1 tool call",
    group: "calls",
    kind: "time",
    program: sequentialCalls(1),
    expected: 2,
  },
  {
    id: "calls-10",
    title: "10 tool calls in a row",
    group: "calls",
    kind: "time",
    program: sequentialCalls(10),
    expected: 20,
  },
  {
    id: "parallel",
    title: `ten ${SLOW_MS} ms tools at once`,
    group: "parallel",
    kind: "time",
    program: calling(
      (tools) => Promise.all(Array.from({ length: 10 }, (_, value) => tools.slow({ value }))),
      { slow },
    ),
    expected: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  },
  {
    id: "megabyte",
    title: "1 MB in and out",
    group: "megabyte",
    kind: "time",
    program: calling((tools) => tools.fetchRecords({ page: 1 }), { fetchRecords }),
    expected: megabyte,
  },
  {
    id: "catalogue-1",
    title: "nothing, with 1 tool",
    group: "catalogue",
    kind: "time",
    program: expression("typeof tools.tool_0", catalogue(1)),
    expected: "function",
  },
  {
    id: "catalogue-1000",
    title: "nothing, 1,000 tools",
    group: "catalogue",
    kind: "time",
    program: expression("typeof tools.tool_999", catalogue(1_000)),
    expected: "function",
  },
  {
    id: "cpu",
    title: "CPU-bound kernel",
    group: "cpu",
    kind: "time",
    program: calling(cpuKernel),
    expected: cpuKernel(),
  },
  {
    id: "bomb",
    title: "memory bomb, 64 MB",
    group: "bomb",
    kind: "verdict",
    program: calling(memoryBomb),
    timeoutMs: 5_000,
    verdict: "memory",
  },
  {
    id: "loop",
    title: "endless loop, 200 ms",
    group: "loop",
    kind: "verdict",
    program: { kind: "body", text: "for (;;) {}" },
    timeoutMs: 200,
    verdict: "timeout",
  },
  ...[1, 8, 64].map((concurrency) => ({
    id: `rate-${concurrency}`,
    title: `nothing, ${concurrency} at once`,
    group: "rate",
    kind: "rate",
    program: expression("1 + 1"),
    expected: 2,
    concurrency,
  })),
  ...[1, 8, 64].map((concurrency) => ({
    id: `script-rate-${concurrency}`,
    title: `script, ${concurrency} at once`,
    group: "rate",
    kind: "rate",
    program: calling(dataScript),
    expected: dataScript(),
    concurrency,
  })),
  { id: "memory", title: "memory per live one", group: "memory", kind: "memory" },
  { id: "cold", title: "cold start to result", group: "cold", kind: "cold" },
];

/** The case with this id. */
export function caseById(id) {
  const found = CASES.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`there is no case "${id}"`);
  return found;
}
