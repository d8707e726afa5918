import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { type ResolvedToolProvider, resolveProvider } from "@execbox/core";

/** Tools that leave a trace at the host. */
export class Marks {
  readonly seen: unknown[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly provider: ResolvedToolProvider = resolveProvider({
    name: "tools",
    tools: {
      mark: {
        execute: (input) => {
          this.seen.push(input ?? null);
          for (const wake of this.#waiting.splice(0)) wake();
          return this.seen.length;
        },
      },
      wait: { execute: (input) => sleep(Number(input)) },
    },
  });

  /** Settles at the next call of `mark`. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** Waits until something is so; how long it may take is no part of what is tested. */
export async function until(what: string, isSo: () => boolean, withinMs = 20_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!isSo()) {
    assert.ok(performance.now() < deadline, `${what}: not within ${withinMs} ms`);
    await sleep(20);
  }
}
