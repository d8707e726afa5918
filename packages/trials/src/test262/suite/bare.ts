import { findIsolatedVm } from "@execbox/isolated-vm";
import { openBareQuickJs } from "./bare-quickjs.js";
import { openBareV8 } from "./bare-v8.js";
import type { Ending } from "./doors.js";
import type { Program } from "./programs.js";

/**
 * An engine with nothing of ours in it: no guest runtime, no parser before it, every global. What a
 * test does there and not in the sandbox is our doing.
 */
export interface BareEngine {
  /** Runs the same text in the same kind of place: the body of a function, or a module. */
  run(program: Program): Promise<Ending>;
  /** Runs a test as a script in strict mode, which is what its author had in mind. */
  runScript(text: string): Promise<Ending>;
}

/** The bare engine of that name. */
export async function openBare(engine: string): Promise<BareEngine> {
  if (engine === "quickjs") return openBareQuickJs();
  const file = findIsolatedVm();
  if (file === undefined) throw new Error("the isolated-vm package is not installed");
  return openBareV8(file);
}

/** A snippet as `execute` wraps it. */
export function inFunction(text: string): string {
  return `(async () => {"use strict"; ${text}\n})()`;
}

/** A script in strict mode. */
export function inScript(text: string): string {
  return `"use strict";\n${text}`;
}

/** How something ended. */
export async function endingOf(run: () => Promise<unknown>): Promise<Ending> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}
