import type { ToolFunction } from "../execute/support.js";
import type { Canaries } from "./canaries.js";
import { assertPlain } from "./judge.js";

/** What a hostile program is given; `trap` it may see and must never get through to. */
export function hostileTools(canaries: Canaries): Record<string, ToolFunction> {
  const plain = (input: unknown): void => {
    try {
      assertPlain(input);
    } catch (error) {
      canaries.trespasses.push(String(error));
    }
  };
  return {
    echo: (input) => {
      plain(input);
      return input;
    },
    fail: (input) => {
      plain(input);
      throw new Error("no such file");
    },
    slow: (input) => {
      plain(input);
      const ms = Number((input as { ms?: unknown } | undefined)?.ms ?? 1);
      return new Promise((resolve) => setTimeout(resolve, ms, input));
    },
    trap: (input) => {
      canaries.trespasses.push(`trap was called with ${JSON.stringify(input)}`);
    },
  };
}
