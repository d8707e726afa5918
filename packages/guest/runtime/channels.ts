import { CUT_LOGS, CUT_REPORTS, Host } from "../src/bridge.ts";
import { withBuffers } from "./bridges.ts";
import { chargeLine, format } from "./console.ts";
import { tellHost } from "./host.ts";
import { bufferLength, CONFIGURABLE, define, PLAIN, record } from "./primordials.ts";
import { encodeValue } from "./values/index.ts";

const LEVELS = ["log", "info", "warn", "error", "debug"];
const MAX_REPORTS = 10_000;
const MAX_REPORT_CHARS = 32 * 1024 * 1024;

/** The `console` of a module run: levels and raw arguments, bounded where they are made. */
export function makePrinter(): object {
  const methods = {};
  for (let index = 0; index < LEVELS.length; index++) {
    const level = LEVELS[index] as string;
    const method = (...values: unknown[]): void => print(level, values);
    define(method, "name", level, CONFIGURABLE);
    define(methods, level, method, PLAIN);
  }
  return methods;
}

function print(level: string, values: unknown[]): void {
  const { text, blobs } = encodeLeniently(values);
  if (chargeLine(text.length)) tellHost(withBuffers([Host.Print, level], text, blobs));
  else sayCut(CUT_LOGS);
}

const cuts = record<number>();

/** Counts what a bound has cut; the host hears of the first at once, for a run that is killed. */
function sayCut(what: string): void {
  const count = (cuts[what] ?? 0) + 1;
  cuts[what] = count;
  if (count === 1) tellCut(what);
}

/** Tells the host how much was cut in all. */
export function tellCuts(): void {
  tellCut(CUT_LOGS);
  tellCut(CUT_REPORTS);
}

function tellCut(what: string): void {
  const count = cuts[what];
  if (count !== undefined) tellHost(withBuffers([Host.Print, what], "[" + count + "]", []));
}

/** Arguments that cannot cross are printed instead. */
function encodeLeniently(values: unknown[]): { text: string; blobs: ArrayBuffer[] } {
  try {
    return encodeValue(values, { root: "args", stacks: true });
  } catch {
    const printed: unknown[] = [];
    for (let index = 0; index < values.length; index++) {
      define(printed, index, format(values[index]), PLAIN);
    }
    return encodeValue(printed, { root: "args" });
  }
}

/** The built-in `report`. */
export function makeReport(): (value: unknown) => void {
  let reports = 0;
  let chars = 0;
  return (value) => {
    const { text, blobs } = encodeValue(value, { root: "report", stacks: true });
    reports++;
    chars += text.length;
    for (let index = 0; index < blobs.length; index++) {
      chars += bufferLength(blobs[index] as ArrayBuffer);
    }
    if (reports > MAX_REPORTS || chars > MAX_REPORT_CHARS) sayCut(CUT_REPORTS);
    else tellHost(withBuffers([Host.Report], text, blobs));
  };
}
