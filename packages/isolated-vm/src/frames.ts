import { RUNTIME_FILENAME } from "@execbox/guest";
import type { Frame } from "@execbox/protocol";

const MAX_FRAMES = 50;

/** Reads V8's backtrace: the error's words, then a line a frame, `    at name (file:line:column)`. */
export function readFrames(stack: string): Frame[] {
  const frames: Frame[] = [];
  for (const line of stack.split("\n")) {
    const match = /^ {4}at (?:async )?(?:(.*) \()?(.+?):(\d+):(\d+)\)?$/.exec(line);
    if (match === null || match[2] === RUNTIME_FILENAME) continue;
    const [, name = "<anonymous>", file = "", at, column] = match;
    frames.push({ function: name, file, line: Number(at), column: Number(column) });
    if (frames.length === MAX_FRAMES) break;
  }
  return frames;
}
