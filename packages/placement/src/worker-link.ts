import { WORKER_FACTS } from "@execbox/protocol";
import type { EngineSpec } from "./engine-spec.js";
import type { Link } from "./link.js";
import { WorkerTransport } from "./worker-transport.js";

/** Starts a runner on a thread of this process. */
export async function openWorkerLink(engine: EngineSpec): Promise<Link> {
  const transport = new WorkerTransport(engine);
  await transport.ready;
  return { transport, facts: WORKER_FACTS };
}
