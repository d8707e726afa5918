import { type NatsTransport, type NatsTransportOptions, natsTransport } from "../../src/index.js";
import { type Cluster, startCluster } from "./nats-servers.js";
import { RunnerProcess } from "./runner-process.js";
import type { RunnerSettings } from "./runner-program.js";

/** What a test asks of a fleet. */
export interface FleetSettings {
  servers?: number;
  runners?: number;
  slots?: number;
  advertiseMs?: number;
}

/** Real servers and real runner processes. */
export class Fleet implements AsyncDisposable {
  readonly cluster: Cluster;
  /** Those that were ready once. */
  readonly runners: RunnerProcess[] = [];
  readonly #all: RunnerProcess[] = [];
  readonly #settings: FleetSettings;
  readonly #transports: NatsTransport[] = [];

  private constructor(cluster: Cluster, settings: FleetSettings) {
    this.cluster = cluster;
    this.#settings = settings;
  }

  static async start(settings: FleetSettings = {}): Promise<Fleet> {
    const { servers = 1, runners = 1 } = settings;
    const fleet = new Fleet(await startCluster(servers), settings);
    await Promise.all(Array.from({ length: runners }, () => fleet.addRunner()));
    return fleet;
  }

  /** How many runners it was started with. */
  get size(): number {
    return this.#settings.runners ?? 1;
  }

  /** Starts another runner and waits until it takes executions. */
  async addRunner(settings: Partial<RunnerSettings> = {}): Promise<RunnerProcess> {
    const { slots = 4, advertiseMs = 250 } = this.#settings;
    const servers = this.cluster.urls;
    const runner = new RunnerProcess({ servers, slots, advertiseMs, ...settings });
    this.#all.push(runner);
    await runner.ready;
    this.runners.push(runner);
    return runner;
  }

  /** A host's way into the fleet; closed with it. */
  connect(options: Partial<NatsTransportOptions> = {}): NatsTransport {
    const transport = natsTransport({ servers: this.cluster.urls, ...options });
    this.#transports.push(transport);
    return transport;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#transports.map((transport) => transport.close()));
    await Promise.all(this.#all.map((runner) => runner.end()));
    await this.cluster[Symbol.asyncDispose]();
  }
}
