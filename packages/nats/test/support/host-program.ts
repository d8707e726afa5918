/** A host that takes two slots and keeps them until it is killed. */
import { resolveProvider } from "@execbox/core";
import { RemoteExecutor } from "@execbox/remote";
import { natsTransport } from "../../src/index.js";

const servers = process.argv[2] ?? "";
const executor = new RemoteExecutor({
  connectTransport: natsTransport({ servers, heartbeatMs: 200 }),
});
const never = resolveProvider({
  name: "tools",
  tools: { never: { execute: () => new Promise(() => {}) } },
});
const options = { timeoutMs: 120_000 };
await Promise.all([1, 2].map(() => executor.execute("await tools.never()", [never], options)));
