/** The program of an isolated-vm thread, bundled into one file. */
import { serveWorker } from "@execbox/placement/worker";
import { IsolatedVmEngine, type IsolatedVmEngineOptions } from "./engine.js";

void serveWorker((options: IsolatedVmEngineOptions, lost) =>
  IsolatedVmEngine.create({ ...options, lost }),
);
