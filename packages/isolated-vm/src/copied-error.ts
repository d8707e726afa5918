import type { ThrownReport } from "@execbox/protocol";
import { readFrames } from "./frames.js";

/** What isolated-vm copies out of an isolate when a module throws, or a rejection goes unhandled. */
export interface CopiedError {
  name: string;
  message: string;
  stack: string;
}

/** Everything after this line is about where in the host the isolate was entered. */
const BOUNDARY = "\n    at (<isolated-vm boundary>)";

/** Reads a copied value; errors are copied as errors, primitives as they are. */
export function readCopy(thrown: unknown): CopiedError {
  if (!(thrown instanceof Error)) return { name: "", message: String(thrown), stack: "" };
  const { name, message } = thrown;
  const stack = String(thrown.stack ?? "").split(BOUNDARY, 1)[0]!;
  // The copy has the name of its class; what the error called itself begins its backtrace.
  const own =
    stack.endsWith(message) || stack.includes(`: ${message}\n`) ? /^[\w$]+/.exec(stack) : null;
  return { name: own?.[0] ?? name, message, stack };
}

/** One line about a copied value. */
export function describeCopy(thrown: unknown): string {
  const { name, message } = readCopy(thrown);
  return name === "" || name === "Error" || name === "ToolError" ? message : `${name}: ${message}`;
}

/** A copied value as the runtime would have described it. */
export function toThrown(thrown: unknown): ThrownReport {
  const { name, stack } = readCopy(thrown);
  return {
    message: describeCopy(thrown),
    ...(name === "" ? {} : { name }),
    frames: readFrames(stack),
  };
}
