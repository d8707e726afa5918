import {
  codeSubject,
  codeSuites,
  executeSuites,
  executorSubject,
  runWithNodeTest,
} from "@execbox/conformance";
import { type ConnectTransport, createRemoteCodeRunner, RemoteExecutor } from "../src/index.js";
import { FACTS } from "./support.js";

/** Both front doors, unchanged, over a transport. */
export function runContract(name: string, connectTransport: ConnectTransport): void {
  runWithNodeTest(
    executeSuites,
    executorSubject({
      name: `RemoteExecutor over ${name}`,
      create: (options) => new RemoteExecutor({ connectTransport, ...options }),
      facts: FACTS,
    }),
  );
  runWithNodeTest(
    codeSuites,
    codeSubject({
      name: `runCode over ${name}`,
      create: (options) => createRemoteCodeRunner({ connectTransport, ...options }),
      facts: FACTS,
    }),
  );
}
