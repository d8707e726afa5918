import type { Executor, ExecutorRuntimeOptions } from "@execbox/core";
import type { PoolSettings } from "@execbox/protocol";
import { QuickJsExecutor } from "@execbox/quickjs";
import { type CodeRunner, createCodeRunner } from "@execbox/run-code";

/** The engines a command line may ask for. */
export const ENGINES = ["quickjs", "isolated-vm"] as const;

/** The placements a command line may ask for. */
export const PLACEMENTS = ["inline", "worker", "process", "container"] as const;

/** Which engine runs a program, and where. */
export interface EngineChoice {
  engine: (typeof ENGINES)[number];
  placement: (typeof PLACEMENTS)[number];
  memoryLimitBytes: number;
}

// One program at a time: a second thread would only take time to start.
const pool = { maxSize: 1, minSize: 0 };

/** Something that runs snippets; its caller disposes of it. Servers ask for a larger pool. */
export async function openExecutor(
  choice: EngineChoice,
  more: ExecutorRuntimeOptions & { pool?: PoolSettings } = {},
): Promise<Required<Executor>> {
  const { engine, placement, memoryLimitBytes } = choice;
  const options = { placement, memoryLimitBytes, pool, ...more };
  if (engine === "quickjs") return new QuickJsExecutor(options);
  const { IsolatedVmExecutor } = await import("@execbox/isolated-vm");
  return new IsolatedVmExecutor(options);
}

/** Something that runs modules; its caller disposes of it. */
export async function openCodeRunner(choice: EngineChoice): Promise<CodeRunner> {
  const { engine, placement, memoryLimitBytes } = choice;
  return createCodeRunner({ engine, placement, memoryLimitBytes, pool });
}
