/**
 * The program of a QuickJS thread, bundled into one CommonJS file: a thread that need not start
 * the loader of ES modules is there sooner.
 */
import { serveWorker } from "@execbox/placement/worker";
import { QuickJsEngine, type QuickJsEngineOptions } from "./engine.js";

void serveWorker((options: QuickJsEngineOptions) => QuickJsEngine.create(options));
