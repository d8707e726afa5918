/** The runner specification, frame by frame, against a `RunnerHost`. */
import { after } from "node:test";
import { runnerSubject, runnerSuites, runWithNodeTest } from "@execbox/conformance";
import { connectLoopback } from "../src/index.js";
import { FACTS, openRunner } from "./support.js";

const runner = openRunner({ executionsPerConnection: Number.POSITIVE_INFINITY });
after(() => runner.dispose());

runWithNodeTest(
  runnerSuites,
  runnerSubject({
    name: "RunnerHost",
    facts: FACTS,
    // In one process nothing is late.
    patience: { answerMs: 10_000, quietMs: 15 },
    connect() {
      const transport = connectLoopback(runner);
      return {
        send: (frame) => transport.send(JSON.parse(frame)),
        onFrame: (handler) => {
          transport.onMessage((message) => handler(JSON.stringify(message)));
        },
        onClose: (handler) => {
          transport.onClose(() => handler("the runner closed the link"));
        },
        close: () => transport.dispose(),
        async cut() {
          await transport.terminate();
          return undefined;
        },
      };
    },
  }),
);
