import assert from "node:assert/strict";
import type { ExecuteResult, ResolvedToolProvider } from "@execbox/core";
import { resolveProvider } from "@execbox/core";

/** One execution as the host saw it. */
export interface Entry {
  id: number;
  kind: string;
  /** Every call of `mark`: which run made it, and which step of the program it was. */
  marks: { nonce: string; step: number }[];
  verdicts: ExecuteResult[];
}

/**
 * The host's record of everything that happened: what each execution called, and what it came to.
 * A run makes a random nonce first of all, so that two runs of one execution cannot look like one.
 */
export class Ledger {
  readonly entries: Entry[] = [];

  open(kind: string): Entry {
    const entry: Entry = { id: this.entries.length, kind, marks: [], verdicts: [] };
    this.entries.push(entry);
    return entry;
  }

  /** The tools of one execution. */
  toolsOf(entry: Entry): ResolvedToolProvider {
    return resolveProvider({
      name: "tools",
      tools: {
        mark: {
          execute: (input) => {
            const { nonce, step } = input as { nonce: string; step: number };
            entry.marks.push({ nonce, step });
            return step;
          },
        },
        wait: { execute: (input) => new Promise((done) => setTimeout(done, Number(input))) },
        echo: { execute: (input) => input },
      },
    });
  }

  /** Fails unless every execution has one verdict and one run, and the verdict is true. */
  assertTrue(expected: (entry: Entry) => { value: unknown; steps: number } | undefined): void {
    for (const entry of this.entries) {
      const { id, kind, marks, verdicts } = entry;
      const about = `execution ${id} (${kind})`;
      assert.equal(verdicts.length, 1, `${about} has one verdict`);
      const nonces = new Set(marks.map(({ nonce }) => nonce));
      assert.ok(nonces.size <= 1, `${about} was run ${nonces.size} times`);
      const steps = marks.map(({ step }) => step);
      assert.deepEqual(
        steps,
        steps.map((_, index) => index + 1),
        `${about} made its calls once, in order`,
      );
      const [verdict] = verdicts;
      const due = expected(entry);
      if (verdict?.ok !== true) continue;
      assert.deepEqual(verdict.result, due?.value, `${about} came to its value`);
      assert.equal(steps.length, due?.steps, `${about} made all of its calls`);
    }
  }

  /** How many executions came to what. */
  count(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { verdicts } of this.entries) {
      const [verdict] = verdicts;
      const key = verdict === undefined ? "none" : verdict.ok ? "ok" : verdict.error.code;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  }
}
