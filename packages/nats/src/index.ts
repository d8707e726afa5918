export type { FleetOptions } from "./connection.js";
export { type FleetWatch, type RunnerStatus, watchFleet } from "./fleet/watch-fleet.js";
export {
  type NatsTransport,
  type NatsTransportOptions,
  natsTransport,
} from "./host/nats-transport.js";
export { NatsRunner, type NatsRunnerOptions, serveNats } from "./runner/serve-nats.js";
export { type NatsSecrets, readNatsSecrets } from "./secrets.js";
export { formatLabels, type Labels, parseLabels } from "./wire/labels.js";
export type { Address } from "./wire/subjects.js";
