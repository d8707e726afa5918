import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithUs } from "./end-with-us.js";

/** Where Debian puts it, which is not in everybody's path. */
const PATH = `${process.env["PATH"]}:/usr/sbin:/usr/local/bin`;

/** Why these tests cannot run here, if they cannot. */
export const noNats: string | false =
  spawnSync("nats-server", ["--version"], { env: { PATH } }).status === 0
    ? false
    : "nats-server is not installed: apt-get install nats-server";

/** One real nats-server, which can be taken away and brought back. */
export class NatsServer {
  readonly port: number;
  readonly address: string;
  readonly #args: readonly string[];
  readonly #prefix: readonly string[];
  #child: ChildProcess | undefined;

  /** `prefix` is what starts the program elsewhere, such as in a network namespace. */
  constructor(
    port: number,
    args: readonly string[],
    address = "127.0.0.1",
    prefix: readonly string[] = [],
  ) {
    this.port = port;
    this.address = address;
    this.#args = args;
    this.#prefix = prefix;
  }

  get url(): string {
    return `nats://${this.address}:${this.port}`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async start(): Promise<void> {
    const where = ["-a", this.address, "-p", String(this.port)];
    const [command = "", ...args] = [...this.#prefix, "nats-server", ...where, ...this.#args];
    const child = spawn(command, args, {
      stdio: process.env["NATS_TEST_OUTPUT"] ? "inherit" : "ignore",
      env: { PATH },
    });
    this.#child = child;
    endWithUs(child);
    for (let attempt = 0; attempt < 200; attempt++) {
      if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}`);
      if (await canConnect(this.address, this.port)) return;
      await sleep(25);
    }
    throw new Error("nats-server does not answer");
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}

/** Starts one server, with further lines of configuration if wanted. */
export async function startServer(configuration?: string): Promise<NatsServer & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), "execbox-nats-"));
  const args: string[] = [];
  if (configuration !== undefined) {
    const file = join(folder, "nats.conf");
    writeFileSync(file, configuration);
    args.push("-c", file);
  }
  const server = new NatsServer((await freePorts(1))[0]!, args);
  await server.start();
  return Object.assign(server, {
    [Symbol.asyncDispose]: async () => {
      await server.kill();
      rmSync(folder, { recursive: true });
    },
  });
}

/** Servers that form a cluster. */
export interface Cluster extends AsyncDisposable {
  servers: NatsServer[];
  urls: string[];
}

/** Starts `count` clustered servers. */
export async function startCluster(count: number): Promise<Cluster> {
  const ports = await freePorts(2 * count);
  const [clients, routes] = [ports.slice(0, count), ports.slice(count)];
  const all = routes.map((port) => `nats://127.0.0.1:${port}`).join(",");
  const servers = clients.map((port, index) => {
    const own = `nats://127.0.0.1:${routes[index]}`;
    const name = ["--name", `s${index}`, "--cluster_name", "execbox"];
    return new NatsServer(port, [...name, "--cluster", own, "--routes", all]);
  });
  await Promise.all(servers.map((server) => server.start()));
  // Routes are dialled after the client port is open.
  await sleep(count > 1 ? 700 : 0);
  return {
    servers,
    urls: servers.map(({ url }) => url),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => server.kill()));
    },
  };
}

function canConnect(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/** Ports nobody uses now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      await new Promise((resolve) => server.close(resolve));
      if (address === null || typeof address === "string") throw new Error("no port");
      return address.port;
    }),
  );
}
