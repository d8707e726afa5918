/** The runner specification, frame by frame, against the endpoint with the real engine. */
import { runnerSubject, runnerSuites, runWithNodeTest } from "@execbox/conformance";
import { QuickJsEngine } from "../src/index.js";
import { connectEndpoint } from "./connect-endpoint.js";

const engine = await QuickJsEngine.create();

runWithNodeTest(
  runnerSuites,
  runnerSubject({
    name: "RunnerEndpoint on QuickJS",
    // In one process nothing is late.
    patience: { answerMs: 10_000, quietMs: 10 },
    facts: { bigint: true, deadlineInLoops: true, memoryLimit: true },
    connect: () => connectEndpoint(engine),
  }),
);
