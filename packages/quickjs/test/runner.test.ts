/** The runner specification, frame by frame, against the endpoint with the real engine. */
import { runnerSubject, runnerSuites, runWithNodeTest } from "@execbox/conformance";
import { RunnerEndpoint } from "@execbox/protocol";
import { QuickJsEngine } from "../src/index.js";

const engine = await QuickJsEngine.create();

runWithNodeTest(
  runnerSuites,
  runnerSubject({
    name: "RunnerEndpoint on QuickJS",
    connect() {
      let hear = (_message: unknown) => {};
      const endpoint = new RunnerEndpoint({
        engine,
        send: (message) => queueMicrotask(() => hear(message)),
      });
      return {
        send: (message) => endpoint.receive(message),
        onMessage: (handler) => {
          hear = handler;
        },
        close: () => endpoint.dispose(),
      };
    },
  }),
);
