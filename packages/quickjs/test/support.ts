import type { ExecuteResult } from "@execbox/core";
import { resolveProvider } from "@execbox/core";

/** The tools most of these tests need. */
export const tools = resolveProvider({
  name: "tools",
  tools: {
    echo: { execute: (input) => input },
    fail: {
      execute: () => {
        throw new Error("it failed");
      },
    },
    wait: {
      execute: (input) => new Promise((resolve) => setTimeout(resolve, Number(input), input)),
    },
  },
});

/** The value of a run that must have succeeded. */
export function resultOf(result: ExecuteResult): unknown {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.result;
}

/** The code of a run that must have failed. */
export function codeOf(result: ExecuteResult): string {
  if (result.ok) throw new Error(`succeeded with ${JSON.stringify(result.result)}`);
  return result.error.code;
}
