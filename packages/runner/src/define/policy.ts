import { assertKnownKeys, assertRecord, describe } from "@execbox/core";
import { checkBlock } from "../block/check.js";
import type { RunnerDefinition, RunnerLimits } from "../block/types.js";
import { assertImages, DEFAULT_IMAGES, type ImageTemplate } from "./images.js";
import type { Machine } from "./machine.js";

/** What the host decides about runners, whatever manifests ask for. */
export interface RunnerPolicy {
  /** The file the manifest runs; tells the language when the block does not. */
  run?: string;
  /** The images bodies may run in. Default `DEFAULT_IMAGES`. */
  images?: readonly ImageTemplate[];
  /** Origins that may run in the host's own process. Default `host` and `vendor`. */
  trustedOrigins?: readonly string[];
  /** Limits of bodies that state none. Default 256 MiB, 600,000 ms, no cap on processor time. */
  limits?: NonNullable<RunnerDefinition["limits"]>;
  /** What `inspectMachine()` found: then limits that nothing enforces are warned about. */
  machine?: Machine;
  /** Gets warnings. Default: the console. */
  logger?: RunnerLogger;
  /** Gets events that someone should look at. Throwing stops what was about to happen. */
  audit?: (event: RunnerAuditEvent) => void;
}

/** Where warnings go. */
export interface RunnerLogger {
  warn(message: string): void;
}

/** A manifest asked for more than its origin is trusted with. */
export interface RunnerAuditEvent {
  type: "runner.downgraded";
  severity: "high";
  /** Where the manifest came from, as the host named it. */
  origin: string;
  requested: "in-process";
  granted: "subprocess";
  message: string;
}

/** A policy with every question answered. */
export interface ResolvedPolicy {
  run: string | undefined;
  images: readonly ImageTemplate[];
  trustedOrigins: readonly string[];
  limits: RunnerLimits;
  machine: Machine | undefined;
  logger: RunnerLogger;
  audit: (event: RunnerAuditEvent) => void;
}

/** What the seed recommends. */
const LIMITS: RunnerLimits = {
  memory_mb: 256,
  timeout_ms: 600_000,
  cpu_ms: Number.POSITIVE_INFINITY,
};

const KEYS = [
  "run",
  "images",
  "trustedOrigins",
  "limits",
  "machine",
  "logger",
  "audit",
] satisfies (keyof RunnerPolicy)[];

/** Checks a policy and fills its gaps; throws a `TypeError` that names the key. */
export function resolvePolicy(host: RunnerPolicy): ResolvedPolicy {
  assertRecord("host", host);
  assertKnownKeys("host", host, KEYS);
  const { run, images = DEFAULT_IMAGES, trustedOrigins = ["host", "vendor"] } = host;
  const { machine, logger = console, audit = () => {} } = host;
  if (run !== undefined && typeof run !== "string") {
    throw new TypeError(`host.run must be a path, got ${describe(run)}`);
  }
  assertImages(images);
  if (!Array.isArray(trustedOrigins)) {
    throw new TypeError(`host.trustedOrigins must be a list, got ${describe(trustedOrigins)}`);
  }
  if (typeof audit !== "function") {
    throw new TypeError(`host.audit must be a function, got ${describe(audit)}`);
  }
  const limits = { ...LIMITS, ...checkBlock({ limits: host.limits ?? {} }, "host").limits };
  return { run, images, trustedOrigins: [...trustedOrigins], limits, machine, logger, audit };
}
