import { type HostFactory, hostSubject, hostSuites, runWithNodeTest } from "@execbox/conformance";
import { DEFAULT_LIMITS, type Executor } from "@execbox/core";
import { HostSession, prepareRequest } from "@execbox/protocol";

const hostSession: HostFactory = {
  name: "HostSession",
  create(transport): Executor {
    const session = new HostSession(transport);
    return {
      execute: async (code, providers = [], options) =>
        session.run(prepareRequest(code, providers, options, DEFAULT_LIMITS)),
      dispose: () => session.dispose(),
    };
  },
};

runWithNodeTest(hostSuites, hostSubject(hostSession));
