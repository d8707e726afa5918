export { QuickJsEngine, type QuickJsEngineOptions } from "./engine.js";
export {
  openQuickJsSessions,
  QuickJsExecutor,
  type QuickJsExecutorOptions,
  type QuickJsSessionsOptions,
} from "./executor.js";
export type { EngineParts, WasmSource } from "./load-wasm.js";
export { quickJsPrograms } from "./programs.js";
