import { createRequire } from "node:module";
import type { Native } from "./native.js";

/** Loads `isolated-vm` from the file that `findNative` found; throws an error that says how to get it. */
export function loadNative(file: string | undefined): Native {
  if (file === undefined) throw new Error(`${MISSING}: ${howToGetIt()}`);
  try {
    return createRequire(file)(file) as Native;
  } catch (error) {
    const [reason] = String((error as Error).message).split("\n", 1);
    const what = `the isolated-vm package is there but cannot be loaded (${reason})`;
    throw new Error(`${what}: ${howToGetIt()}`, { cause: error });
  }
}

/** Where the `isolated-vm` package is; `undefined` where it is not installed. */
export function findNative(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve("isolated-vm");
  } catch {
    return undefined;
  }
}

/** The version of `isolated-vm` for a version of Node. */
export function versionFor(node: string): string {
  const major = Number.parseInt(node, 10);
  if (major >= 26) return "7";
  return major >= 22 ? "6" : "5.0.4";
}

/** Flags with which Node must be started for `isolated-vm` to be safe, by its own account. */
export const NODE_FLAGS: readonly string[] = ["--no-node-snapshot"];

const MISSING = "the V8 engine needs the isolated-vm package, which is not installed";

function howToGetIt(node = process.versions.node): string {
  const built =
    Number.parseInt(node, 10) < 22 ? "; it is compiled, which takes Python and a C++ compiler" : "";
  return `npm install isolated-vm@${versionFor(node)} (for Node ${node}${built}), and start Node with ${NODE_FLAGS.join(" ")}`;
}
