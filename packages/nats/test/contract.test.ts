/**
 * Both front doors, unchanged, through a fleet of two runner processes on three clustered servers.
 * Verifies fleet.suite.
 */
import { after, test } from "node:test";
import {
  codeSubject,
  codeSuites,
  executeSuites,
  executorSubject,
  runWithNodeTest,
} from "@execbox/conformance";
import { createRemoteCodeRunner, RemoteExecutor } from "@execbox/remote";
import { Fleet } from "./support/fleet.js";
import { noNats } from "./support/nats-servers.js";

/** What is true of runners with engines on threads. */
const facts = {
  catchableMemory: true,
  catchableRecursion: true,
  hostStaysFree: true,
  deadlineInBuiltins: true,
};

if (noNats) {
  test("the contract through a fleet", { skip: noNats }, () => {});
} else {
  const fleet = await Fleet.start({ servers: 3, runners: 2 });
  after(() => fleet[Symbol.asyncDispose]());
  const connectTransport = fleet.connect();

  runWithNodeTest(
    executeSuites,
    executorSubject({
      name: "RemoteExecutor through a fleet",
      create: (options) => new RemoteExecutor({ connectTransport, ...options }),
      facts,
    }),
  );

  runWithNodeTest(
    codeSuites,
    codeSubject({
      name: "runCode through a fleet",
      create: (options) => createRemoteCodeRunner({ connectTransport, ...options }),
      facts,
    }),
  );
}
