import type { RunnerEvent } from "../runner/events.js";

/** One line of a runner's log, before it is written: flat, with fixed names. */
export interface LogRecord {
  level: "info" | "warn";
  event: string;
  [field: string]: string | number | boolean | undefined;
}

/** A runner's event as a line of its log. */
export function toLogRecord({ type, ...fields }: RunnerEvent): LogRecord {
  const isTrouble = type === "link-lost" || type === "refused";
  return { level: isTrouble ? "warn" : "info", event: type, ...fields };
}
