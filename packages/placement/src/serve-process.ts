/**
 * The far side of the process placement. This thread owns the pipe and never runs guest code,
 * so that a `cancel` is always seen; the engine lives on a thread of its own.
 */
import { type DispatcherMessage, decodeMessage, encodeMessage } from "@execbox/protocol";
import type { EngineSpec } from "./engine-spec.js";
import { LineReader } from "./lines.js";
import { WorkerTransport } from "./worker-transport.js";

/** What a child says once, when it can take its first execution. */
export const CHILD_READY = { type: "ready" } as const;

/** Turns this process into a runner on stdin and stdout. */
export async function serveProcess(engine: EngineSpec): Promise<void> {
  const thread = new WorkerTransport(engine);
  thread.onMessage((message) => say(message as object));
  thread.onError((error) => die(error.message));
  thread.onClose(() => die("the engine's thread ended"));
  const lines = new LineReader((line) => thread.send(decodeMessage(line) as DispatcherMessage));
  process.stdin.on("data", (chunk: Buffer) => {
    try {
      lines.push(chunk);
    } catch (error) {
      die((error as Error).message);
    }
  });
  // The host is gone, and nothing here is worth finishing for nobody.
  process.stdin.on("end", () => process.exit(0));
  await thread.ready;
  say(CHILD_READY);
}

function say(message: object): void {
  process.stdout.write(`${encodeMessage(message)}\n`);
}

function die(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(70);
}
