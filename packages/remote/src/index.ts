export { connectLoopback } from "./host/loopback.js";
export { createRemoteCodeRunner, type RemoteCodeRunnerOptions } from "./host/remote-code-runner.js";
export { RemoteExecutor, type RemoteExecutorOptions } from "./host/remote-executor.js";
export type { ConnectTransport, RemoteSessionsOptions } from "./host/remote-sessions.js";
export { DEFAULT_CAPS, type ExecutionCaps } from "./runner/caps.js";
export type { Ending, Refusal, RunnerEvent, RunnerStats } from "./runner/events.js";
export { RunnerHost, type RunnerHostOptions } from "./runner/runner-host.js";
export type { LogRecord } from "./server/log-record.js";
export { type RunnerServer, serveRunner } from "./server/runner-server.js";
export {
  type EngineChoice,
  engineOpener,
  type RunnerServerOptions,
} from "./server/server-options.js";
export { type ConnectCommandOptions, connectCommand } from "./stdio/connect-command.js";
export { type StdioStreams, serveStdio } from "./stdio/serve-stdio.js";
export { type ConnectWebSocketOptions, connectWebSocket } from "./websocket/connect-web-socket.js";
