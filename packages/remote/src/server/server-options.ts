import { assertKnownKeys, assertRecord, describe } from "@execbox/core";
import {
  type EnginePrograms,
  type FarPlacement,
  linkOpener,
  type OpenLink,
} from "@execbox/placement";
import type { ContainerSettings } from "@execbox/protocol";
import { quickJsPrograms } from "@execbox/quickjs";
import { DEFAULT_CAPS } from "../runner/caps.js";
import { DEFAULT_MAX_SESSIONS, type RunnerHostOptions } from "../runner/runner-host.js";
import type { LogRecord } from "./log-record.js";

/** Which engine runs the guests, and where. */
export interface EngineChoice {
  /** The engine. Default QuickJS. */
  programs?: EnginePrograms;
  /** Where it runs. Default `"worker"`; there is no `"inline"`, where a guest could stall the runner. */
  placement?: FarPlacement;
  /** How containers are made, for the placement of that name. */
  container?: ContainerSettings;
  /** Starts engines in a way of its own, in place of `programs` and `placement`. */
  openLink?: OpenLink;
  /** The most an execution may ask for. */
  caps?: RunnerHostOptions["caps"];
}

/** How a runner listens and serves. */
export interface RunnerServerOptions
  extends EngineChoice,
    Pick<RunnerHostOptions, "maxSessions" | "pool" | "cancelGraceMs"> {
  /** `HOST:PORT`. Default `127.0.0.1:7070`; port 0 takes any that is free. */
  listen?: string;
  /** The bearer token hosts must bring, or several while they are changed. */
  token?: string | readonly string[];
  /** The server's certificate and key in PEM; with them it serves `wss://` and `https://`. */
  tls?: { cert: string | Buffer; key: string | Buffer };
  /** Origins of web pages that may connect. Default none. */
  origins?: readonly string[];
  /** How long a host may show no sign of life; it is pinged in between. Default 30,000. */
  deadPeerMs?: number;
  /** How long a host may take from connecting to its `execute`. Default 10,000. */
  firstMessageMs?: number;
  /** Gets every line of the log; must not throw. */
  log?: (record: LogRecord) => void;
}

const OPTIONS: readonly (keyof RunnerServerOptions)[] = [
  "programs",
  "placement",
  "openLink",
  "container",
  "caps",
  "maxSessions",
  "pool",
  "cancelGraceMs",
  "listen",
  "token",
  "tls",
  "origins",
  "deadPeerMs",
  "firstMessageMs",
  "log",
];

/** Options, checked and complete. */
export function resolveServerOptions(options: RunnerServerOptions) {
  assertRecord("options", options);
  assertKnownKeys("options", options, OPTIONS);
  const { maxSessions = DEFAULT_MAX_SESSIONS, pool, cancelGraceMs, caps, token = [] } = options;
  return {
    listen: options.listen ?? "127.0.0.1:7070",
    tokens: typeof token === "string" ? [token] : token,
    tls: options.tls,
    origins: options.origins ?? [],
    deadPeerMs: toMs("deadPeerMs", options.deadPeerMs, 30_000),
    firstMessageMs: toMs("firstMessageMs", options.firstMessageMs, 10_000),
    log: options.log ?? (() => {}),
    maxSessions,
    runner: {
      ...(pool === undefined ? {} : { pool }),
      ...(cancelGraceMs === undefined ? {} : { cancelGraceMs }),
      ...(caps === undefined ? {} : { caps }),
    },
  };
}

/** How engines are started; never on the thread that serves. */
export function engineOpener(choice: EngineChoice): OpenLink {
  const { programs = quickJsPrograms(), placement = "worker", openLink, caps, container } = choice;
  if (openLink !== undefined) return () => openFar(openLink);
  if (!FAR_PLACEMENTS.includes(placement)) {
    throw new TypeError(
      `options.placement must be one of ${FAR_PLACEMENTS.join(", ")}, got ${describe(placement)}; a runner that serves others never runs guests on its own thread`,
    );
  }
  const memoryLimitBytes = caps?.memoryLimitBytes ?? DEFAULT_CAPS.memoryLimitBytes;
  return linkOpener(programs, placement, memoryLimitBytes, container);
}

/** Where a runner may run its guests. */
export const FAR_PLACEMENTS: readonly FarPlacement[] = ["worker", "process", "container"];

async function openFar(openLink: OpenLink): ReturnType<OpenLink> {
  const link = await openLink();
  if (link.facts.placement !== "inline") return link;
  await link.transport.terminate();
  throw new TypeError(
    "options.openLink starts engines inline, where a guest could stall the runner",
  );
}

function toMs(name: string, value: unknown, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (typeof value === "number" && value >= 1 && value < 2 ** 31) return value;
  throw new TypeError(`options.${name} must be a number of milliseconds, got ${describe(value)}`);
}
