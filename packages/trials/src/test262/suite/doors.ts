import type { TrialSubject } from "../../subjects.js";
import { DONE, type Program } from "./programs.js";

/** How a program ended: `undefined` when it completed, else `TypeError: …` or `timeout: …`. */
export type Ending = string | undefined;

/** Something that runs the programs of tests. */
export interface ProgramRunner {
  run(program: Program): Promise<Ending>;
  dispose(): Promise<void>;
}

/** How long one test may take; the slowest go through every code point there is. */
export const TIMEOUT_MS = 60_000;
const MEMORY_LIMIT_BYTES = 256 * 1024 * 1024;

/** The two front doors of one subject. */
export function openDoors(subject: TrialSubject): ProgramRunner {
  const executor = subject.executor({
    timeoutMs: TIMEOUT_MS,
    memoryLimitBytes: MEMORY_LIMIT_BYTES,
  });
  const runner = subject.codeRunner({ safetyCapMs: TIMEOUT_MS });
  return {
    async run({ door, text, modules }) {
      if (door === "execute") {
        const result = await executor.execute(text, [], { language: "javascript" });
        if (result.ok) return undefined;
        const { code, message } = result.error;
        return code === "runtime_error" ? message : `${code}: ${message}`;
      }
      const { status, error } = await runner.runCode(text, {
        language: "javascript",
        filename: "entry.js",
        modules: { ...modules },
        execute: { fn: DONE },
        memoryLimitBytes: MEMORY_LIMIT_BYTES,
      });
      if (status === "success") return undefined;
      const message = error?.message ?? "";
      if (status === "error") return `${error?.name}: ${message}`;
      if (status !== "link_error") return `${status}: ${message}`;
      // Raw tests export nothing; they have run by the time that is found.
      return message.includes("has no export named $done") ? undefined : `SyntaxError: ${message}`;
    },
    async dispose() {
      await executor.dispose?.();
      await runner.dispose();
    },
  };
}
