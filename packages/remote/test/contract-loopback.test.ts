/** Both front doors, unchanged, over a loopback to a runner in this process. */
import { after } from "node:test";
import {
  codeSubject,
  codeSuites,
  executeSuites,
  executorSubject,
  runWithNodeTest,
} from "@execbox/conformance";
import { connectLoopback, createRemoteCodeRunner, RemoteExecutor } from "../src/index.js";
import { FACTS, openRunner } from "./support.js";

const runner = openRunner();
after(() => runner.dispose());
const connectTransport = () => connectLoopback(runner);

runWithNodeTest(
  executeSuites,
  executorSubject({
    name: "RemoteExecutor over loopback",
    create: (options) => new RemoteExecutor({ connectTransport, ...options }),
    facts: FACTS,
  }),
);

runWithNodeTest(
  codeSuites,
  codeSubject({
    name: "runCode over loopback",
    create: (options) => createRemoteCodeRunner({ connectTransport, ...options }),
    facts: FACTS,
  }),
);
