import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ResolvedToolProvider } from "@execbox/core";
import { CommandError, EXIT, type Io } from "../cli/command.js";
import { makeTrace } from "../trace/trace.js";
import { CallRecorder } from "./calls.js";
import { type EngineChoice, openCodeRunner, openExecutor } from "./engine.js";
import { showLiveCalls } from "./live-calls.js";
import { runModule } from "./module.js";
import type { Outcome } from "./outcome.js";
import { type Program, readTextFile } from "./program.js";
import { runSnippet } from "./snippet.js";

/** Everything one run of a program is made of. */
export interface RunPlan {
  program: Program;
  providers: readonly ResolvedToolProvider[];
  choice: EngineChoice;
  input: { value: unknown } | undefined;
  timeoutMs: number;
  /** The export of a module that is the result. */
  fn: string;
  trace: string | undefined;
  /** Whether only the envelope is printed, at the end. */
  json: boolean;
}

/** Runs a program once, showing what happens while it does. */
export async function runOnce(
  plan: RunPlan,
  io: Io,
): Promise<{ outcome: Outcome; recorder: CallRecorder }> {
  const { program, choice, trace } = plan;
  const recorder = new CallRecorder(trace !== undefined);
  const startedAt = new Date().toISOString();
  const hide = plan.json ? () => {} : showLiveCalls(recorder, io.err);
  let outcome: Outcome;
  try {
    outcome = await runByDoor(plan, recorder, io);
  } finally {
    hide();
  }
  if (trace !== undefined) {
    const { engine, placement } = choice;
    const about = { program: program.name, engine, placement, startedAt };
    await writeFile(trace, `${JSON.stringify(makeTrace(outcome, recorder, about), null, 2)}\n`);
  }
  return { outcome, recorder };
}

async function runByDoor(plan: RunPlan, recorder: CallRecorder, io: Io): Promise<Outcome> {
  const { program, choice, input, timeoutMs, fn, json } = plan;
  const { signal, err } = io;
  const show = (text: string) => {
    if (!json) err.line(text);
  };
  const providers = plan.providers.map((provider) => recorder.watch(provider));
  const request = {
    providers,
    ...(input === undefined ? {} : { input }),
    timeoutMs,
    onLog: show,
    signal,
  };
  if (program.kind === "snippet") {
    const executor = await openExecutor(choice);
    try {
      await executor.prewarm();
      recorder.start();
      return await runSnippet(executor, program, request);
    } finally {
      await executor.dispose();
    }
  }
  const runner = await openCodeRunner(choice);
  try {
    await runner.prewarm();
    recorder.start();
    return await runModule(runner, program, {
      ...request,
      fn,
      memoryLimitBytes: choice.memoryLimitBytes,
      calls: recorder.calls,
      onReport: (value) =>
        show(`${err.style.accent("report:")} ${JSON.stringify(value) ?? String(value)}`),
    });
  } finally {
    await runner.dispose();
  }
}

/** Reads what a program gets as `input`. */
export async function readInput(file: string | undefined): Promise<{ value: unknown } | undefined> {
  if (file === undefined) return undefined;
  const text = await readTextFile(resolve(file));
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    throw new CommandError(
      `${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      EXIT.badInput,
    );
  }
}
