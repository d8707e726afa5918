import { createRequire } from "node:module";
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

/** The folders of the native package; a child without it says itself what is missing. */
function nativeFiles(): string[] {
  const file = findNative();
  if (file === undefined) return [];
  const loader = findLoader(file);
  return [dirname(file), ...(loader === undefined ? [] : [dirname(loader)])];
}

/** From version 6 on another package chooses among the binaries that come with the native one. */
function findLoader(file: string): string | undefined {
  try {
    return createRequire(file).resolve("node-gyp-build");
  } catch {
    return undefined;
  }
}
