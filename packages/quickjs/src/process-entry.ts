/** The program of a QuickJS process; bundled into one file beside the thread's. */
import { serveProcess } from "@execbox/placement";
import { loadEngine } from "./load-wasm.js";

const parts = await loadEngine();
await serveProcess({ worker: new URL("./worker.cjs", import.meta.url), options: { parts } });
