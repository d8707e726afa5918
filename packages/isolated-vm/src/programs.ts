import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { EnginePrograms } from "@execbox/placement";
import { findNative, NODE_FLAGS } from "./load-native.js";

const BUNDLE = new URL("../bundle/", import.meta.url);

/** How V8 isolates get onto threads and into processes. */
export function isolatedVmPrograms(): EnginePrograms {
  return {
    thread: () => ({ worker: new URL("worker.cjs", BUNDLE), options: { file: findNative() } }),
    process: () => ({
      entry: new URL("process.js", BUNDLE),
      readable: [fileURLToPath(BUNDLE), ...nativeFiles()],
      nodeFlags: NODE_FLAGS,
    }),
  };
}

/** The folder of the native package; a child without it says itself what is missing. */
function nativeFiles(): string[] {
  const file = findNative();
  return file === undefined ? [] : [dirname(file)];
}
