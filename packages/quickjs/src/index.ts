export { QuickJsEngine, type QuickJsEngineOptions } from "./engine.js";
export { QuickJsExecutor, type QuickJsExecutorOptions } from "./executor.js";
export type { EngineParts, WasmSource } from "./load-wasm.js";
