import type { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { PassThrough, type Readable, type Writable } from "node:stream";

/** A program on the far end of three pipes: a child of ours, or a command in a sandbox. */
export interface PipedProgram {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when it has ended and its output has been handed over. Never rejects. */
  readonly ended: Promise<ProgramExit>;
  /** Ends it at once, whatever it does about signals. */
  kill(): void;
  /** Makes this process wait for it again. */
  ref?(): void;
  /** Lets this process end although it still runs. */
  unref?(): void;
}

/** How a program ended. */
export interface ProgramExit {
  /** Its exit code; `null` when something killed it. */
  code: number | null;
  /** Whether it was killed for its memory, as far as can be told. */
  outOfMemory: boolean;
  /** What killed it, or kept it from starting. */
  cause?: string;
}

/**
 * A child with three pipes as a program. `ranOutOfMemory` is asked when it has ended; the child
 * belongs to the program from here on.
 */
export function pipedChild(
  child: ChildProcess,
  ranOutOfMemory: () => boolean = () => false,
): PipedProgram {
  return {
    stdin: child.stdin ?? new PassThrough(),
    stdout: child.stdout ?? new PassThrough().end(),
    stderr: child.stderr ?? new PassThrough().end(),
    ended: endOf(child, ranOutOfMemory),
    kill: () => child.kill("SIGKILL"),
    ref: () => {
      child.ref();
      for (const pipe of pipesOf(child)) pipe?.ref();
    },
    unref: () => letGo(child),
  };
}

/** An idle child must not keep the program alive; a run in it has a clock that does. */
export function letGo(child: ChildProcess): void {
  child.unref();
  for (const pipe of pipesOf(child)) pipe?.unref();
}

/** A child that could not be started has none, whatever its type says. */
function pipesOf(child: ChildProcess): readonly (Socket | null)[] {
  const pipes: ChildProcess["stdio"] | undefined = child.stdio;
  return (pipes ?? []) as readonly (Socket | null)[];
}

function endOf(child: ChildProcess, ranOutOfMemory: () => boolean): Promise<ProgramExit> {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      // A child that never was has no end to wait for.
      if (child.pid === undefined)
        resolve({ code: null, outOfMemory: false, cause: error.message });
    });
    child.once("close", (code, signal) =>
      resolve({
        code,
        outOfMemory: ranOutOfMemory(),
        ...(signal === null ? {} : { cause: signal }),
      }),
    );
  });
}
