import { runCode } from "./code-runner.js";
import {
  createThread as makeThread,
  type ThreadOptions,
  type ThreadState,
} from "./thread/thread.js";

/**
 * Makes a thread: files, messages, events and `runCode` under one roof. A sandbox gets none of it
 * unless it is bridged in.
 *
 * @example
 * const state = createThread({ storage: { folder: "./data" } });
 * const run = state.runCode(code, { imports: { thread: { readFile: (path) => state.readFile(path) } } });
 */
export function createThread(options: ThreadOptions = {}): ThreadState {
  return makeThread({ ...options, runCode: options.runCode ?? runCode });
}
