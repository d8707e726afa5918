import { createLoopback, type HostTransport } from "@execbox/protocol";
import type { RunnerHost } from "../runner/runner-host.js";

/**
 * Connects to a runner in this very process: for tests, and for programs that want to begin with
 * everything in one place.
 *
 * @example
 * const executor = new RemoteExecutor({ connectTransport: () => connectLoopback(runner) });
 */
export function connectLoopback(runner: RunnerHost): HostTransport {
  const { host, runner: far } = createLoopback();
  void runner.serve(far);
  return host;
}
