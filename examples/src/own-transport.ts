/**
 * A transport of your own: how a host reaches its runner is the application's business. This one is
 * plain TCP, one JSON message a line. It keeps what a transport must: it frames and decodes within
 * limits, reports what it cannot read, says once when the far side is gone, and closes both ways.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { resolveProvider } from "@execbox/core";
import { LineReader } from "@execbox/placement";
import { decodeMessage, encodeMessage, type HostTransport, Listeners } from "@execbox/protocol";
import { engineOpener, RemoteExecutor, RunnerHost, serveStdio } from "@execbox/remote";

class TcpTransport implements HostTransport {
  readonly #socket: Socket;
  readonly #messages = new Listeners<[unknown]>();
  readonly #closed = new Listeners<[]>();
  readonly #errors = new Listeners<[Error]>();
  #ending = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    // Refuses lines that are too long while they come in; `decodeMessage`, what is too deep.
    const lines = new LineReader((line) => this.#messages.emit(decodeMessage(line)));
    socket.on("data", (chunk) => {
      try {
        lines.push(chunk);
      } catch (error) {
        this.#errors.emit(error as Error);
      }
    });
    socket.on("error", (error) => this.#errors.emit(error));
    socket.on("close", () => {
      if (!this.#ending) this.#closed.emit();
    });
  }

  readonly onMessage = this.#messages.add;
  readonly onClose = this.#closed.add;
  readonly onError = this.#errors.add;

  send(message: object): void {
    this.#socket.write(`${encodeMessage(message)}\n`);
  }

  dispose(): void {
    this.#ending = true;
    this.#socket.end();
  }

  terminate(): void {
    this.#ending = true;
    this.#socket.destroy();
  }
}

// The runner: any two streams will do, and a socket is both of them.
const runner = new RunnerHost({ openLink: engineOpener({ placement: "worker" }) });
const server = createServer(async (socket) => {
  await serveStdio(runner, { input: socket, output: socket }).catch(() => {});
  socket.end();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;

// The host: nothing is opened before `execute()`, and tools never leave this side.
const executor = new RemoteExecutor({
  connectTransport: async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return new TcpTransport(socket);
  },
});
const price = { execute: async () => 19 };
const shop = resolveProvider({ name: "shop", tools: { price } });
const result = await executor.execute("(await shop.price({ item: 7 })) * 2", [shop]);
console.log(result.ok ? `two of them cost ${result.result}` : result.error.message);

await executor.dispose();
server.close();
await runner.dispose();

/* Prints:
two of them cost 38
*/
