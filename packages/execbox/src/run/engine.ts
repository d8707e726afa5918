import type { Executor } from "@execbox/core";
import { QuickJsExecutor } from "@execbox/quickjs";
import { type CodeRunner, createCodeRunner } from "@execbox/run-code";

/** The engines a command line may ask for. */
export const ENGINES = ["quickjs"] as const;

/** The placements a command line may ask for. */
export const PLACEMENTS = ["inline", "worker", "process"] as const;

/** Which engine runs a program, and where. */
export interface EngineChoice {
  engine: (typeof ENGINES)[number];
  placement: (typeof PLACEMENTS)[number];
  memoryLimitBytes: number;
}

// One program at a time: a second thread would only take time to start.
const pool = { maxSize: 1, minSize: 0 };

/** Something that runs snippets; its caller disposes of it. */
export async function openExecutor(choice: EngineChoice): Promise<Required<Executor>> {
  const { placement, memoryLimitBytes } = choice;
  return new QuickJsExecutor({ placement, memoryLimitBytes, pool });
}

/** Something that runs modules; its caller disposes of it. */
export async function openCodeRunner(choice: EngineChoice): Promise<CodeRunner> {
  const { engine, placement, memoryLimitBytes } = choice;
  return createCodeRunner({ engine, placement, memoryLimitBytes, pool });
}
