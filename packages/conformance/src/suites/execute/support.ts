import assert from "node:assert/strict";
import {
  type ResolvedToolProvider,
  resolveProvider,
  type ToolExecutionContext,
} from "@execbox/core";
import { success } from "../../assertions.js";
import type { Execute } from "../../executor-subject.js";

/** A tool of a test: what the host does when a guest calls it. */
export type ToolFunction = (input: unknown, context: ToolExecutionContext) => unknown;

/** A provider whose tools take anything. */
export function provide(
  functions: Readonly<Record<string, ToolFunction>>,
  name = "tools",
): ResolvedToolProvider {
  const entries = Object.entries(functions).map(([tool, execute]) => [
    tool,
    {
      description: `Test tool ${tool}`,
      execute: async (input: unknown, context: ToolExecutionContext) => execute(input, context),
    },
  ]);
  return resolveProvider({ name, tools: Object.fromEntries(entries) });
}

/** `tools.echo`, which returns its input, and the inputs it has seen. */
export function echoTools(): { providers: ResolvedToolProvider[]; inputs: unknown[] } {
  const inputs: unknown[] = [];
  const echo: ToolFunction = (input) => {
    inputs.push(input);
    return input;
  };
  return { providers: [provide({ echo })], inputs };
}

/** A promise that is settled from outside. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Makes a closed gate. */
export function gate(): Gate {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Waits; for tools that take their time. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** A tool that never answers, and stops waiting when the run is over. */
export const hang: ToolFunction = (_input, { signal }) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });

/** Fails unless a run with a call, a log line and a value comes out right. */
export async function assertNextRunRight(execute: Execute): Promise<void> {
  const { providers, inputs } = echoTools();
  const result = await execute(
    `console.log("next", [1]); const back = await tools.echo({ n: [1, "two"] }); ({ back, leak: typeof leak })`,
    providers,
  );
  assert.deepEqual(success(result), { back: { n: [1, "two"] }, leak: "undefined" });
  assert.deepEqual(result.logs, ["next [1]"]);
  assert.deepEqual(inputs, [{ n: [1, "two"] }]);
}
