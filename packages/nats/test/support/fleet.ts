import { type NatsTransport, type NatsTransportOptions, natsTransport } from "../../src/index.js";
import { type Cluster, startCluster } from "./nats-servers.js";
import { RunnerProcess } from "./runner-process.js";

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
  readonly runners: RunnerProcess[] = [];
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

  /** Starts another runner and waits until it takes executions. */
  async addRunner(labels: Record<string, string> = {}): Promise<RunnerProcess> {
    const { slots = 4, advertiseMs = 250 } = this.#settings;
    const servers = this.cluster.urls;
    const runner = new RunnerProcess({ servers, slots, advertiseMs, labels });
    this.runners.push(runner);
    await runner.ready;
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
    await Promise.all(this.runners.map((runner) => runner.end()));
    await this.cluster[Symbol.asyncDispose]();
  }
}
