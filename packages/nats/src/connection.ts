import { assertKnownKeys, assertRecord, describe, messageOf } from "@execbox/core";
import { connect, type NatsConnection, type NodeConnectionOptions } from "@nats-io/transport-node";
import { assertName } from "./wire/subjects.js";

/** How a program gets to NATS, and as whom. */
export interface FleetOptions {
  /** One address of a NATS server, or several of a cluster: `nats://HOST:PORT`. */
  servers: string | readonly string[];
  /** The name of the fleet's queue. Default `"default"`. */
  queue?: string;
  /** The name of this program in subjects and permissions. Default `"host"` or `"runner"`. */
  name?: string;
  /**
   * Anything else that `connect()` of `@nats-io/transport-node` takes: `user` and `pass`, `token`,
   * `authenticator` (credentials, nkeys), `tls`, `reconnectTimeWait`, ...
   */
  connection?: Omit<NodeConnectionOptions, "servers" | "name">;
}

/** A dead server is noticed after two of these. */
const PING_INTERVAL_MS = 2_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Refuses options that cannot be meant, by name. */
export function assertFleetOptions(
  path: string,
  options: unknown,
  more: readonly string[],
): asserts options is FleetOptions {
  assertRecord(path, options);
  assertKnownKeys(path, options, ["servers", "queue", "name", "connection", ...more]);
  const { servers, queue, name, connection } = options as Partial<Record<string, unknown>>;
  const listed = [servers].flat();
  if (listed.length === 0 || !listed.every((server) => typeof server === "string")) {
    throw new TypeError(
      `${path}.servers must be the address of a NATS server or an array of them, got ${describe(servers)}`,
    );
  }
  if (queue !== undefined) assertName(`${path}.queue`, queue);
  if (name !== undefined) assertName(`${path}.name`, name);
  if (connection !== undefined) assertRecord(`${path}.connection`, connection);
}

/** Connects and stays connected: servers that go away are replaced by others of the cluster. */
export async function connectToNats(
  { servers, connection }: FleetOptions,
  title: string,
): Promise<NatsConnection> {
  const listed = typeof servers === "string" ? [servers] : [...servers];
  try {
    return await connect({
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      pingInterval: PING_INTERVAL_MS,
      maxPingOut: 2,
      timeout: CONNECT_TIMEOUT_MS,
      ...connection,
      servers: listed,
      name: title,
    });
  } catch (error) {
    const where = listed.map(withoutSecrets).join(", ");
    throw new Error(`cannot connect to NATS at ${where}: ${messageOf(error)}`);
  }
}

/** An address may hold a password, and errors end up in logs. */
function withoutSecrets(server: string): string {
  return server.replace(/^([a-z]+:\/\/)?[^@/]*@/, "$1");
}

/** Whether a message is the server's word that nobody listens. */
export function isUnheard(message: {
  data: Uint8Array;
  headers?: { code: number } | undefined;
}): boolean {
  return message.data.length === 0 && message.headers?.code === 503;
}
