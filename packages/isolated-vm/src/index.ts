export { IsolatedVmEngine, type IsolatedVmEngineOptions } from "./engine.js";
export {
  IsolatedVmExecutor,
  type IsolatedVmExecutorOptions,
  openIsolatedVmSessions,
} from "./executor.js";
export { findNative as findIsolatedVm, versionFor as isolatedVmVersionFor } from "./load-native.js";
export { isolatedVmPrograms } from "./programs.js";
