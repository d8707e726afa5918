import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { RunCode } from "../src/types.js";

/** A new folder that is gone after the test. */
export function temporaryFolder(context: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "execbox-thread-")));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Random numbers from 0 to 1 that a failing test can repeat. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * STUB: stands in for the sandbox. It calls `act` with the options of the run, as guest code
 * would call its bridges, and succeeds with what that returns. It runs no source at all.
 */
export function stubRunCode(act: (options: Parameters<RunCode>[1]) => unknown): RunCode {
  return (_source, options) => {
    let running = true;
    let terminated: (() => void) | undefined;
    const stopped = new Promise<string>((resolve) => {
      terminated = () => resolve("terminated");
    });
    const finished = (async () => {
      const work = (async () => act(options))();
      try {
        const result = await Promise.race([work, stopped]);
        return { status: "success" as const, result, reports: [], logs: [], durationMs: 0 };
      } catch (thrown) {
        const error = { name: "Error", message: String(thrown) };
        return { status: "error" as const, error, reports: [], logs: [], durationMs: 0 };
      } finally {
        running = false;
      }
    })();
    return {
      // biome-ignore lint/suspicious/noThenProperty: the handle is awaitable by design
      then: finished.then.bind(finished),
      terminate: () => terminated?.(),
      get running() {
        return running;
      },
      reports: [],
    };
  };
}
