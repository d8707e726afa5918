// Verifies remote.stdio.
/**
 * Both front doors over the pipes of a command. The command hands everything on to a runner that
 * stays, as `ssh` would: a Node process for each of these runs would take minutes.
 * `stdio.test.ts` starts the real thing.
 */
import { spawnSync } from "node:child_process";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { connectCommand, serveStdio } from "../src/index.js";
import { runContract } from "./contract-suites.js";
import { openRunner } from "./support.js";

if (spawnSync("socat", ["-V"]).error !== undefined) {
  test("stdio", (context) => context.skip("socat is not installed: apt-get install socat"));
} else {
  const runner = openRunner();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    void serveStdio(runner, { input: socket, output: socket }).then(() => {
      sockets.delete(socket);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  after(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await runner.dispose();
  });
  runContract("stdio", () => connectCommand(["socat", "-", `TCP:127.0.0.1:${port}`]));
}
