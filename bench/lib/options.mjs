import { parseArgs } from "node:util";
import { CONTENDERS } from "../contenders/index.mjs";
import { CASES } from "./cases.mjs";

/** What `--help` prints. */
export const HELP = `npm run bench -- [options]

  --quick                few rounds, under a minute
  --only a,b             only these groups: ${[...groups()].join(", ")}
  --contenders a,b       only these: ${CONTENDERS.join(", ")}
  --save                 also write bench/results.json, docs/bench.svg, the table in
                         docs/performance.md and the figures in other pages
  --from file            print (and with --save write) earlier results; measure nothing
`;

/** How hard to try: rounds and turn lengths by kind of case. */
export const EFFORTS = {
  full: {
    rounds: { time: 15, rate: 5, verdict: 3 },
    turnMs: { time: 40, rate: 300 },
    paceMs: 1_000,
    warmUpMs: 250,
    live: 16,
    coldRounds: 9,
    floorRounds: 3_000,
    patienceMs: 30_000,
    mostMs: 12_000,
    verdictMs: 5_000,
    settleMs: 300,
  },
  quick: {
    rounds: { time: 2, rate: 1, verdict: 1 },
    turnMs: { time: 15, rate: 80 },
    paceMs: 100,
    warmUpMs: 40,
    live: 8,
    coldRounds: 1,
    floorRounds: 300,
    patienceMs: 8_000,
    mostMs: 800,
    verdictMs: 2_000,
    settleMs: 60,
  },
};

/** Reads the command line; an unknown name is an error that lists the known ones. */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: "boolean", default: false },
      save: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
      only: { type: "string" },
      contenders: { type: "string" },
      from: { type: "string" },
    },
  });
  return {
    ...values,
    groups: choose("--only", values.only, [...groups()]),
    files: choose("--contenders", values.contenders, CONTENDERS),
    mode: values.quick ? "quick" : "full",
  };
}

function groups() {
  return new Set([...CASES.map(({ group }) => group), "floor"]);
}

function choose(option, given, known) {
  if (given === undefined) return known;
  const wanted = given.split(",").map((name) => name.trim());
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown === undefined) return known.filter((name) => wanted.includes(name));
  throw new TypeError(`${option} has no "${unknown}"; there are: ${known.join(", ")}`);
}
