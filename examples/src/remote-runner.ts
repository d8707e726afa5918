/**
 * Code runs elsewhere, tools stay here. The runner is the command `execbox runner`, started as a
 * child that speaks one JSON message a line; `ssh host execbox runner` works the same, and so does a
 * WebSocket to a runner that listens. The runner has engines and no tools; this process has tools
 * and no engine; only messages cross.
 */
import { createRequire } from "node:module";
import { connectCommand, RemoteExecutor } from "@execbox/remote";
import { resolveProvider } from "execbox";

const vault = resolveProvider({
  name: "vault",
  tools: { balance: { execute: () => 42 } }, // whatever holds the secret, it stays in this process
});

const cli = createRequire(import.meta.url)
  .resolve("execbox")
  .replace(/index\.js$/, "cli.js");
const executor = new RemoteExecutor({
  connectTransport: () => connectCommand([process.execPath, cli, "runner"]),
});
const { placement } = await executor.facts();
const result = await executor.execute(
  "console.log('elsewhere'); await vault.balance() / 2",
  [vault],
  {
    onLog: (line) => console.log(`${placement}: ${line}`),
  },
);
await executor.dispose();
console.log(result.ok ? result.result : result.error);

/* Prints:
remote: elsewhere
21
*/
