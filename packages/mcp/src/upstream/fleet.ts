import { assertNamespaceName, type ResolvedToolProvider, sanitizeIdentifier } from "@execbox/core";
import type { ToolFilter } from "../config/filters.js";
import { connectorFor, type McpSource, type ServerConfig } from "./connect.js";
import { secretsOf } from "./secrets.js";
import { Upstream } from "./upstream.js";

/** How a set of upstreams is treated. */
export interface FleetOptions {
  /** Which tools may be seen and called. Default: all. */
  filter?: ToolFilter;
  /** How long connecting to one server and reading its catalogue may take. Default 30,000. */
  connectTimeoutMs?: number;
  /** How long a call may go without an answer or progress. Default 60,000. */
  callTimeoutMs?: number;
  /** Gets what the owner might want to know: servers that come and go, what they write to stderr. */
  onLog?: (line: string) => void;
}

/**
 * Several upstream servers, each with its own namespace and its own troubles. Servers given by
 * their configuration are connected again when they are lost.
 *
 * @example
 * const fleet = new McpFleet({ files: { command: "mcp-server-filesystem", args: ["."] } });
 * await fleet.settled();
 * fleet.providers; // [{ name: "files", tools: { … } }]
 */
export class McpFleet {
  readonly upstreams: readonly Upstream[];

  constructor(sources: Readonly<Record<string, McpSource>>, options: FleetOptions = {}) {
    const namespaces = assignNamespaces(Object.keys(sources));
    this.upstreams = Object.entries(sources).map(([name, source]) =>
      openUpstream(name, namespaces.get(name) ?? name, source, options),
    );
  }

  /** The tools of all upstreams as they are now. */
  get providers(): ResolvedToolProvider[] {
    return this.upstreams.map(({ provider }) => provider);
  }

  /** Resolves when every upstream is connected or has failed, or after `waitMs`. */
  async settled(waitMs = Number.POSITIVE_INFINITY): Promise<void> {
    const all = Promise.all(this.upstreams.map((upstream) => upstream.settled()));
    if (waitMs === Number.POSITIVE_INFINITY) {
      await all;
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([all, late]).finally(() => clearTimeout(timer));
  }

  /** Calls the listener whenever a server's tools or state have changed; returns how to stop that. */
  onChange(listener: () => void): () => void {
    const stops = this.upstreams.map((upstream) => upstream.onChange(listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Ends every connection that was opened here. */
  async close(): Promise<void> {
    await Promise.all(this.upstreams.map((upstream) => upstream.close()));
  }
}

/** An upstream for a source: what is given by its configuration can be connected to again. */
export function openUpstream(
  name: string,
  namespace: string,
  source: McpSource,
  options: FleetOptions,
): Upstream {
  assertNamespaceName(namespace, "namespace");
  const { filter, ...rest } = options;
  const config = isConfig(source) ? source : undefined;
  return new Upstream({
    ...rest,
    name,
    namespace,
    connect: connectorFor(source),
    reconnects: config !== undefined,
    ...(config === undefined ? {} : { secrets: secretsOf(config) }),
    ...(filter === undefined ? {} : { accepts: (tool) => filter(name, tool) }),
  });
}

function isConfig(source: McpSource): source is ServerConfig {
  return "command" in source || "url" in source;
}

function assignNamespaces(names: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  const namespaces = new Map<string, string>();
  for (const name of names) {
    const base = sanitizeIdentifier(name);
    let namespace = base;
    for (let suffix = 2; taken.has(namespace); suffix++) namespace = `${base}__${suffix}`;
    taken.add(namespace);
    namespaces.set(name, namespace);
  }
  return namespaces;
}
