export type { EngineSpec } from "./engine-spec.js";
export { eraserFiles } from "./eraser-files.js";
export {
  type HardenedChild,
  type HardenedProgram,
  spawnHardened,
  type Wall,
} from "./hardening/harden.js";
export { LineReader } from "./lines.js";
export { Pool, type PoolDriver, type PoolOptions } from "./pool.js";
export { poolOptions } from "./pool-options.js";
export {
  ProcessSessions,
  type ProcessSessionsOptions,
  type ProcessSpec,
} from "./process-sessions.js";
export { serveProcess } from "./serve-process.js";
export { StdioTransport } from "./stdio-transport.js";
export { WorkerSessions } from "./worker-sessions.js";
export { WorkerTransport } from "./worker-transport.js";
