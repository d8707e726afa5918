import { writeSync } from "node:fs";

let lost = 0;
let leaving = false;

/**
 * Lets this process end although a native thread in it does not: an engine gave up on it, or it is
 * inside one call of V8's that nothing stops. Node's own way out would wait for it for ever; there
 * is no other way but to be killed. A thread that may still end is lost until `ended` settles.
 */
export function leaveLostThreads(ended?: Promise<unknown>): void {
  lost++;
  ended?.finally(() => lost--);
  if (leaving) return;
  leaving = true;
  process.once("exit", () => {
    if (lost === 0) return;
    writeSync(2, `${LEAVING}\n`);
    process.kill(process.pid, "SIGKILL");
  });
}

/** What is said before. */
export const LEAVING =
  "execbox: V8 ran out of memory inside an isolate of this process, or is inside one call that nothing stops, and its thread cannot be ended; killing the process on exit";
