import { writeSync } from "node:fs";

let leaving = false;

/**
 * Lets this process end although a native thread in it never will: an engine gave up on it, and
 * Node's own way out would wait for it for ever. There is no other way but to be killed.
 */
export function leaveLostThreads(): void {
  if (leaving) return;
  leaving = true;
  process.once("exit", () => {
    writeSync(2, `${LEAVING}\n`);
    process.kill(process.pid, "SIGKILL");
  });
}

/** What is said before. */
export const LEAVING =
  "execbox: V8 ran out of memory inside an isolate of this process and its thread cannot be ended; killing the process on exit";
