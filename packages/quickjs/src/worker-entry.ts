/**
 * The program of a QuickJS thread, bundled into one CommonJS file: a thread that need not start
 * the loader of ES modules is there sooner.
 */
import { serveWorker } from "@execbox/placement/worker";
import { QuickJsEngine, type QuickJsEngineOptions } from "./engine.js";

// Deno gives a thread the stack every thread has, whatever it is asked for.
const smallStack = "Deno" in globalThis;

void serveWorker((options: QuickJsEngineOptions) =>
  QuickJsEngine.create({ ...options, smallStack }),
);
