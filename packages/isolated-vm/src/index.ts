export { IsolatedVmEngine, type IsolatedVmEngineOptions } from "./engine.js";
export {
  IsolatedVmExecutor,
  type IsolatedVmExecutorOptions,
  type IsolatedVmSessionsOptions,
  openIsolatedVmSessions,
} from "./executor.js";
export { isolatedVmPrograms } from "./programs.js";
