import { RUNTIME_FILENAME } from "../src/bridge.ts";
import { messageOf } from "./thrown.ts";

/** A frame as V8 hands it over; no guest ever holds one. */
interface CallSite {
  getFileName(): unknown;
  getScriptNameOrSourceURL?(): unknown;
  toString(): string;
}

/** A backtrace in V8's own form, without the runtime's frames. */
export function formatStack(error: unknown, sites: readonly CallSite[]): string {
  let text = headOf(error);
  for (let index = 0; index < sites.length; index++) {
    const site = sites[index] as CallSite;
    if (site.getFileName() !== RUNTIME_FILENAME) text += "\n    at " + site.toString();
  }
  return text;
}

function headOf(error: unknown): string {
  let name: unknown;
  try {
    name = (error as { name?: unknown }).name;
  } catch {}
  const message = messageOf(error);
  // Other errors have their name in front already.
  return name === "Error" || name === "ToolError" ? name + ": " + message : message;
}
