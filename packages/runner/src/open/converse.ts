import { CANCELLED, createExecuteResult, type ExecuteResult, TIMED_OUT } from "@execbox/core";
import type { PipedProgram, ProgramExit } from "@execbox/placement";
import { MAX_FRAME_CHARS, type Verdict } from "@execbox/protocol";
import type { RunnerLimits } from "../block/types.js";
import { answerOfCommand, answerOfModule, fault } from "./answers.js";
import { LogLines } from "./log-lines.js";

/** How one run of a body may be watched and stopped. */
export interface RunOptions {
  /** Aborting it ends the body, with `timeout` and the message "Execution cancelled". */
  signal?: AbortSignal;
  /** Gets each line of the log as it comes. */
  onLog?: (line: string) => void;
}

/** One run of a body that is a program. */
export interface Conversation extends RunOptions {
  /** JSON text, or nothing at all. */
  input: string;
  kind: "module" | "command";
  limits: RunnerLimits;
}

/** A body that was killed must be gone by then; the host does not wait longer. */
const KILL_GRACE_MS = 10_000;

/**
 * Gives a program its input, reads its answer and its logs, ends it when its time is over, and
 * says how it went. Nothing the program does can make this throw, hang or hold more than its
 * bounds.
 */
export async function converse(
  program: PipedProgram,
  conversation: Conversation,
): Promise<ExecuteResult> {
  const startedAt = performance.now();
  const stop = new Stop(program, conversation);
  const logs = new LogLines(conversation.onLog);
  program.stderr.on("data", (chunk: Buffer) => logs.push(chunk));
  const output = readOutput(program, stop);
  // A body that does not read its input must not bring the host down with EPIPE.
  program.stdin.on("error", () => {});
  program.stdin.end(conversation.input);
  const exit = await Promise.race([program.ended, stop.overdue]);
  stop.clear();
  logs.end();
  const verdict = stop.verdict ?? judge(exit, output(), conversation, logs.last);
  return createExecuteResult(verdict, {
    durationMs: performance.now() - startedAt,
    logs: logs.lines,
    diagnostics: logs.diagnostics,
  });
}

/** Why a body was ended by the host, once it was. The first reason stays. */
class Stop {
  readonly #program: PipedProgram;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #grace: NodeJS.Timeout | undefined;
  #giveUp: (exit: ProgramExit) => void = () => {};
  verdict: Verdict | undefined;
  /** Settles when a body that was killed is still there after its grace. */
  readonly overdue = new Promise<ProgramExit>((resolve) => {
    this.#giveUp = resolve;
  });

  constructor(program: PipedProgram, { limits, signal }: Conversation) {
    this.#program = program;
    this.#signal = signal;
    this.#timer = setTimeout(() => this.now("timeout", TIMED_OUT), Math.ceil(limits.timeout_ms));
    signal?.addEventListener("abort", this.#cancel);
    if (signal?.aborted) this.#cancel();
  }

  now(code: "timeout" | "serialization_error", message: string): void {
    if (this.verdict !== undefined) return;
    this.verdict = fault(code, message);
    this.#program.kill();
    this.#grace = setTimeout(() => this.#letGo(), KILL_GRACE_MS);
  }

  /** It would not die; at least nothing of it holds on to the host. */
  #letGo(): void {
    const { stdin, stdout, stderr } = this.#program;
    for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
    this.#program.unref?.();
    this.#giveUp({ code: null, outOfMemory: false });
  }

  clear(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#grace);
    this.#signal?.removeEventListener("abort", this.#cancel);
  }

  readonly #cancel = (): void => this.now("timeout", CANCELLED);
}

/** Collects stdout within its bound; a body that says more is ended. */
function readOutput(program: PipedProgram, stop: Stop): () => string {
  let chunks: Buffer[] = [];
  let size = 0;
  program.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_FRAME_CHARS) {
      chunks.push(chunk);
      return;
    }
    chunks = [];
    stop.now("serialization_error", `the body printed more than ${MAX_FRAME_CHARS} bytes`);
  });
  return () => Buffer.concat(chunks).toString("utf8");
}

/** SIGXCPU, as a child's parent, bubblewrap and container tools each pass it on. */
function isCpuKill(code: number | null, cause: string | undefined): boolean {
  return code === 128 + 24 || cause === "SIGXCPU" || cause === "signal 24";
}

/** How a body that ended on its own account fared; the kernel's word before the body's. */
function judge(
  { code, outOfMemory, cause }: ProgramExit,
  output: string,
  { kind, limits }: Conversation,
  lastWords: string,
): Verdict {
  if (code === 0) return kind === "module" ? answerOfModule(output) : answerOfCommand(output);
  if (outOfMemory) {
    return fault("memory_limit", `the body used more than its ${limits.memory_mb} MiB`);
  }
  if (Number.isFinite(limits.cpu_ms) && isCpuKill(code, cause)) {
    return fault("timeout", `the body used more than its ${limits.cpu_ms} ms of processor time`);
  }
  const how = code === null ? `was ended by ${cause ?? "a signal"}` : `ended with code ${code}`;
  return fault("runtime_error", `the body ${how}${lastWords === "" ? "" : `: ${lastWords}`}`);
}
