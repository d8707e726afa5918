import { Host } from "../src/bridge.ts";
import { host } from "./host.ts";
import { toJsonText } from "./json.ts";
import {
  CONFIGURABLE,
  define,
  isError,
  PLAIN,
  StringOf,
  sliceString,
  stringifyJson,
} from "./primordials.ts";

let linesLeft = 0;
let charsLeft = 0;

/** Starts the budget of one run. */
export function limitConsole(maxLines: number, maxChars: number): void {
  linesLeft = maxLines;
  charsLeft = maxChars;
}

/** Takes a line of this length out of the budget; false when it does not fit any more. */
export function chargeLine(length: number): boolean {
  if (linesLeft <= 0 || charsLeft < length) return false;
  linesLeft--;
  charsLeft -= length;
  return true;
}

const METHODS = ["log", "info", "warn", "error", "debug", "trace", "dir", "table"];

/** The guest's `console`. Lines are bounded here, where they are made. */
export function makeConsole(): object {
  const methods = {};
  for (let index = 0; index < METHODS.length; index++) {
    const name = METHODS[index] as string;
    const method = (...values: unknown[]): void => write(values);
    define(method, "name", name, CONFIGURABLE);
    define(methods, name, method, PLAIN);
  }
  return methods;
}

function write(values: unknown[]): void {
  // A line beyond the limits is not even formatted: a flood costs its author only the calls.
  if (linesLeft <= 0 || charsLeft <= 0) return;
  let line = "";
  for (let index = 0; index < values.length; index++) {
    line += (index === 0 ? "" : " ") + format(values[index]);
    if (line.length > charsLeft) break;
  }
  // Formatting may have run guest code, and that may have logged.
  if (linesLeft <= 0 || charsLeft <= 0) return;
  if (line.length > charsLeft) line = sliceString(line, 0, charsLeft);
  linesLeft--;
  charsLeft -= line.length;
  host(Host.Log, stringifyJson(line));
}

/** A value as text, for a reader. */
export function format(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    if (isError(value)) return StringOf(value.name) + ": " + StringOf(value.message);
    return toJsonText(value) ?? StringOf(value);
  } catch {
    try {
      return StringOf(value);
    } catch {
      return "[unprintable]";
    }
  }
}
