import type { ExecutionOptions } from "@execbox/core";

/** A kind of program in the mixed load: its text, what it comes to, and how many calls it makes. */
export interface Kind {
  name: string;
  /** How many of a hundred executions are of this kind. */
  share: number;
  code: string;
  value?: unknown;
  steps: number;
  /** What it comes to instead of a value. */
  fails?: "runtime_error" | "timeout";
  options?: () => ExecutionOptions;
}

const NONCE = "const nonce = String(Math.random());";
const BIG = 1_600_000;

/** What agents do: mostly a few calls, some computing, now and then something large or wrong. */
export const KINDS: readonly Kind[] = [
  { name: "nothing", share: 30, code: "1 + 1", value: 2, steps: 0 },
  {
    name: "two calls",
    share: 30,
    code: `${NONCE} await tools.mark({ nonce, step: 1 }); await tools.mark({ nonce, step: 2 })`,
    value: 2,
    steps: 2,
  },
  {
    name: "computing",
    share: 10,
    code: `${NONCE} await tools.mark({ nonce, step: 1 });
      let sum = 0; for (let i = 0; i < 50000; i++) sum = (sum + i) % 1009; return sum`,
    value: sumOf(50_000),
    steps: 1,
  },
  {
    name: "slow tool",
    share: 20,
    code: `${NONCE} await tools.mark({ nonce, step: 1 }); await tools.wait(30);
      return await tools.mark({ nonce, step: 2 })`,
    value: 2,
    steps: 2,
  },
  {
    name: "long",
    share: 3,
    code: `${NONCE} for (let i = 1; i <= 8; i++) { await tools.mark({ nonce, step: i }); await tools.wait(60) }
      return "long"`,
    value: "long",
    steps: 8,
  },
  {
    name: "large",
    share: 1,
    code: `${NONCE} await tools.mark({ nonce, step: 1 });
      return (await tools.echo("\\u00e4".repeat(${BIG}))).length`,
    value: BIG,
    steps: 1,
  },
  {
    name: "throws",
    share: 3,
    code: `${NONCE} await tools.mark({ nonce, step: 1 }); throw new Error("no")`,
    steps: 1,
    fails: "runtime_error",
  },
  {
    name: "endless",
    share: 1,
    code: `${NONCE} await tools.mark({ nonce, step: 1 }); for (;;);`,
    steps: 1,
    fails: "timeout",
    options: () => ({ timeoutMs: 150 }),
  },
  {
    name: "aborted",
    share: 2,
    code: `${NONCE} await tools.mark({ nonce, step: 1 }); await tools.wait(10000)`,
    steps: 1,
    fails: "timeout",
    options: () => ({ signal: AbortSignal.timeout(50 + Math.floor(Math.random() * 150)) }),
  },
];

/** The kind of the next execution. */
export function pickKind(): Kind {
  let place = Math.random() * KINDS.reduce((sum, { share }) => sum + share, 0);
  for (const kind of KINDS) {
    place -= kind.share;
    if (place < 0) return kind;
  }
  return KINDS[0]!;
}

function sumOf(count: number): number {
  let sum = 0;
  for (let index = 0; index < count; index++) sum = (sum + index) % 1009;
  return sum;
}
