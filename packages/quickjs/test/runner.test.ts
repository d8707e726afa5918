/** The runner specification, frame by frame, against the endpoint with the real engine. */
import { runnerSubject, runnerSuites, runWithNodeTest } from "@execbox/conformance";
import { RunnerEndpoint } from "@execbox/protocol";
import { QuickJsEngine } from "../src/index.js";

const engine = await QuickJsEngine.create();

runWithNodeTest(
  runnerSuites,
  runnerSubject({
    name: "RunnerEndpoint on QuickJS",
    // In one process nothing is late.
    patience: { answerMs: 10_000, quietMs: 10 },
    facts: { bigint: true, deadlineInLoops: true, memoryLimit: true },
    connect() {
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
    },
  }),
);
