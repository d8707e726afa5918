export {
  SANDBOX_SCRATCH,
  type Sandbox,
  type SandboxDriver,
  type SandboxExecOptions,
  type SandboxExit,
  type SandboxMount,
  type SandboxNeeds,
  type SandboxProcess,
  type SandboxSpec,
  type SandboxSupport,
  type SandboxWalls,
} from "./container/sandbox-driver.js";
export type { EngineSpec } from "./engine-spec.js";
export { eraserFiles } from "./eraser-files.js";
export { findProgram } from "./hardening/find-program.js";
export {
  type HardenedBody,
  type HardenedChild,
  type HardenedProgram,
  type HardeningFacts,
  inspectHardening,
  spawnHardened,
  type Wall,
} from "./hardening/harden.js";
export { LineReader } from "./lines.js";
export {
  type EnginePrograms,
  type FarPlacement,
  type Link,
  linkOpener,
  type OpenLink,
} from "./link.js";
export { letGo, type PipedProgram, type ProgramExit, pipedChild } from "./piped-program.js";
export { Pool, type PoolDriver, type PoolOptions } from "./pool.js";
export { poolOptions } from "./pool-options.js";
export { PooledSessions } from "./pooled-sessions.js";
export { openProcessLink, type ProcessSpec, whenReady } from "./process-link.js";
export { serveProcess } from "./serve-process.js";
export { StdioTransport } from "./stdio-transport.js";
export { openWorkerLink } from "./worker-link.js";
export { WorkerTransport } from "./worker-transport.js";
