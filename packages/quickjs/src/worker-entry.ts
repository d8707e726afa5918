/** The program of a QuickJS thread; bundled into one file, so that a thread starts quickly. */
import { serveWorker } from "@execbox/placement";
import { QuickJsEngine, type QuickJsEngineOptions } from "./engine.js";

await serveWorker((options: QuickJsEngineOptions) => QuickJsEngine.create(options));
