export { connectLoopback } from "./host/loopback.js";
export { createRemoteCodeRunner, type RemoteCodeRunnerOptions } from "./host/remote-code-runner.js";
export { RemoteExecutor, type RemoteExecutorOptions } from "./host/remote-executor.js";
export type { ConnectTransport, RemoteSessionsOptions } from "./host/remote-sessions.js";
export { DEFAULT_CAPS, type ExecutionCaps } from "./runner/caps.js";
export type { Ending, Refusal, RunnerEvent, RunnerStats } from "./runner/events.js";
export { RunnerHost, type RunnerHostOptions } from "./runner/runner-host.js";
