import type { RunnerConnection } from "@execbox/conformance";
import { type Engine, RunnerEndpoint } from "@execbox/protocol";

/** A runner in this thread, behind frames as a wire would carry them. */
export function connectEndpoint(engine: Engine): RunnerConnection {
  let hear = (_frame: string) => {};
  const endpoint = new RunnerEndpoint({
    engine,
    send: (message) => queueMicrotask(() => hear(JSON.stringify(message))),
  });
  return {
    send: (frame) => endpoint.receive(JSON.parse(frame)),
    onFrame: (handler) => {
      hear = handler;
    },
    onClose: () => {},
    close: () => endpoint.dispose(),
    async cut() {
      endpoint.dispose();
      return undefined;
    },
  };
}
