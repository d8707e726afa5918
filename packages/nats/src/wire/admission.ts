/** What hosts and runners say to each other before a session, as short JSON. */
import { isLabels, type Labels } from "./labels.js";
import { readJson } from "./packets.js";
import { type Address, isName } from "./subjects.js";

/** A host looks for a runner; the answer goes to the reply subject, as will the session. */
export interface Offer {
  /** How often both sides of the session give a sign of life. */
  heartbeatMs: number;
  /** How long a busy runner may keep the offer until a slot is free; 0 wants an answer at once. */
  patienceMs: number;
}

/** A runner takes an offer. */
export interface Accept {
  /** The subject on which the runner listens for this session. */
  to: string;
}

/** What a runner says of itself, every `everyMs` and when asked. */
export interface Advert extends Address {
  labels: Labels;
  /** How many sessions it may have at once. */
  slots: number;
  /** How many it has. */
  running: number;
  /** How many offers wait for a slot. */
  waiting: number;
  /** Takes no more offers; ends when its sessions have. */
  draining: boolean;
  /** Said last of all. */
  gone: boolean;
  everyMs: number;
  /** Sessions that ended since the runner started. */
  ended: number;
  /** Sessions a second, of late. */
  rate: number;
  /** The median time of a session, of late. */
  latencyMs: number;
}

/** The bounds of `heartbeatMs`; outside them one side could starve or exhaust the other. */
export const HEARTBEAT_MS = { least: 50, most: 60_000 } as const;

/** The longest a runner keeps an offer. */
export const MAX_PATIENCE_MS = 60_000;

/** Reads an offer that may come from an enemy. */
export function readOffer(data: Uint8Array): Offer | undefined {
  const { heartbeatMs, patienceMs } = (readJson(data) ?? {}) as Partial<Record<string, unknown>>;
  if (!isWithin(heartbeatMs, HEARTBEAT_MS.least, HEARTBEAT_MS.most)) return undefined;
  if (!isWithin(patienceMs, 0, MAX_PATIENCE_MS)) return undefined;
  return { heartbeatMs, patienceMs };
}

/** Reads an advert that may come from an enemy. */
export function readAdvert(data: Uint8Array): Advert | undefined {
  const body = (readJson(data) ?? {}) as Partial<Record<keyof Advert, unknown>>;
  const { name, instance, labels, draining, gone } = body;
  if (!isName(name) || !isName(instance) || !isLabels(labels)) return undefined;
  if (typeof draining !== "boolean" || typeof gone !== "boolean") return undefined;
  const { slots, running, waiting, everyMs, ended, rate, latencyMs } = body;
  if (!isWithin(everyMs, HEARTBEAT_MS.least, HEARTBEAT_MS.most)) return undefined;
  if (!isCount(slots) || !isCount(running) || !isCount(waiting)) return undefined;
  if (!isCount(ended) || !isCount(rate) || !isCount(latencyMs)) return undefined;
  const counts = { slots, running, waiting, everyMs, ended, rate, latencyMs };
  return { name, instance, labels, draining, gone, ...counts };
}

function isCount(value: unknown): value is number {
  return isWithin(value, 0, Number.MAX_SAFE_INTEGER);
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most;
}
