import { assertKnownKeys, assertRecord } from "@execbox/core";
import {
  CODE_RUNNER_LIMITS,
  type CodeRunner,
  type CodeRunnerLimits,
  createCodeRunnerOn,
  resolveCodeLimits,
} from "@execbox/run-code";
import { assertRemoteOptions, REMOTE_OPTIONS } from "./remote-executor.js";
import { RemoteSessions, type RemoteSessionsOptions } from "./remote-sessions.js";

/** How a remote code runner reaches its runners, and the bounds that hold for every run. */
export interface RemoteCodeRunnerOptions extends CodeRunnerLimits, RemoteSessionsOptions {}

/**
 * Makes a `runCode` whose modules run behind a transport. A runner that does not know module runs
 * refuses them with a message that says so.
 *
 * @example
 * const { runCode } = createRemoteCodeRunner({ connectTransport: () => connectWebSocket(url) });
 * const { result } = await runCode("export default 6 * 7");
 */
export function createRemoteCodeRunner(options: RemoteCodeRunnerOptions): CodeRunner {
  assertRecord("options", options);
  assertKnownKeys("options", options, [...CODE_RUNNER_LIMITS, ...REMOTE_OPTIONS]);
  assertRemoteOptions(options);
  return createCodeRunnerOn(new RemoteSessions(options), resolveCodeLimits(options));
}
