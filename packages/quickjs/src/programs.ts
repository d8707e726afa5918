import type { EnginePrograms, EngineSpec } from "@execbox/placement";
import { loadEngine, type WasmSource } from "./load-wasm.js";

const BUNDLE = new URL("../bundle/", import.meta.url);

/** How QuickJS gets onto threads and into processes. */
export function quickJsPrograms(wasm?: WasmSource): EnginePrograms {
  let thread: EngineSpec | undefined;
  return {
    thread: () => {
      if (thread !== undefined) return thread;
      // Compiled here once: all threads share the code, and what is optimised for one is so for all.
      const options = loadEngine(wasm).then((parts) => ({ parts }));
      // Whoever starts a thread hears of a failure; until then nobody may, and the next one tries
      // again.
      options.catch(() => {
        thread = undefined;
      });
      thread = { worker: new URL("worker.cjs", BUNDLE), options };
      return thread;
    },
    process: () => ({
      entry: new URL("process.js", BUNDLE),
      readable: [decodeURIComponent(BUNDLE.pathname)],
    }),
  };
}
