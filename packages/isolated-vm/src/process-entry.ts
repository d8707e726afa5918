/** The program of an isolated-vm process; bundled into one file beside the thread's. */
import { serveProcess } from "@execbox/placement";
import { findNative } from "./load-native.js";

await serveProcess({
  worker: new URL("./worker.cjs", import.meta.url),
  options: { file: findNative() },
});
