export { decodeMessage, encodeMessage } from "./blobs.js";
export { type Catalogue, catalogueOf, digestManifests, KeptCatalogues } from "./catalogue.js";
export type { ContainerSettings } from "./container-options.js";
export type {
  Engine,
  Frame,
  ModuleGraph,
  NowAnswer,
  Realm,
  RealmEvents,
  RealmLimits,
  RealmNamespace,
  RealmOutcome,
  RealmSpec,
  ThrownReport,
} from "./engine.js";
export type { CallAnswer, Dispatch } from "./execution.js";
export { INLINE_FACTS, type PlacementFacts, REMOTE_FACTS, WORKER_FACTS } from "./facts.js";
export { assertFrame, decodeFrame, encodeFrame, FrameError, MAX_FRAME_CHARS } from "./frames.js";
export { isDispatcherMessage, isRunnerMessage } from "./guards.js";
export {
  HostSession,
  type HostSessionOptions,
  type ModuleOutcome,
  type ModuleRequest,
  type SessionRequest,
} from "./host-session.js";
export { InlineSessions } from "./inline-sessions.js";
export { LazySessions } from "./lazy-sessions.js";
export { createLoopback, type LoopbackLink } from "./loopback.js";
export type * from "./messages.js";
export {
  assertPlacementOptions,
  PLACEMENT_OPTIONS,
  PlacedExecutor,
  type PlacementOptions,
} from "./placed-executor.js";
export { assertPoolSettings, type PoolSettings } from "./pool-options.js";
export { prepareRequest } from "./request.js";
export { RunnerEndpoint, type RunnerEndpointOptions } from "./runner-endpoint.js";
export { HOST_FUNCTIONS } from "./runner-execution.js";
export {
  runOnSession,
  SessionExecutor,
  type SessionSource,
  type Unavailable,
} from "./session-executor.js";
export {
  type HostTransport,
  Listeners,
  RunnerOutOfMemory,
  type RunnerTransport,
  type Unsubscribe,
} from "./transport.js";
export type { Verdict } from "./verdict.js";
