// What a weakened build consists of; bundled by `sabotage.ts`, never by the build.
import type { Executor, ExecutorRuntimeOptions } from "@execbox/core";
import { QuickJsExecutor } from "@execbox/quickjs";
import { type CodeRunner, createCodeRunner } from "@execbox/run-code";
import { encodeImage } from "../../quickjs/src/image-file.js";
import { bootFrom } from "../../quickjs/src/load-wasm.js";

/** What an engine with this build's guest runtime looks like after booting. */
export async function bootImage(wasm: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return encodeImage((await bootFrom(wasm)).base);
}

/** QuickJS on the calling thread. */
export function createExecutor(options?: ExecutorRuntimeOptions): Executor {
  return new QuickJsExecutor({ placement: "inline", ...options });
}

/** Modules on the calling thread. */
export function createRunner(options?: { safetyCapMs?: number }): CodeRunner {
  return createCodeRunner({ placement: "inline", ...options });
}
