/**
 * Where everything of a fleet is said. `*` stands for one name or token.
 *
 *     execbox.QUEUE.ping                        host   -> all runners: who is there?
 *     execbox.QUEUE.advert.NAME.INSTANCE        runner -> all hosts: who I am, what is free
 *     execbox.QUEUE.offer.CLASS                 host   -> the queue group of runners of one class
 *     execbox.QUEUE.runner.NAME.INSTANCE.TOKEN  host   -> one runner: a session, or an offer
 *     execbox.QUEUE.host.NAME.INSTANCE.TOKEN    runner -> one host: a session, or an answer
 *
 * NAME is what an administrator grants rights to; INSTANCE and TOKEN are random. Each side listens
 * to everything below its own instance from the start, so that no message can outrun the interest
 * in it, and the tokens inside are made by the side that listens.
 */
import { randomBytes } from "node:crypto";
import { describe } from "@execbox/core";

/** The queue group of runners with free slots, the same for every class. */
export const RUNNERS = "runners";

/** The last token of the subject on which one runner takes offers. */
export const OFFER = "offer";

/** The last token of the subject on which a host gets the answers to its ping. */
export const PING = "ping";

/** The subjects of one queue. */
export interface Subjects {
  readonly ping: string;
  readonly adverts: string;
  advert(address: Address): string;
  offer(labelClass: string): string;
  runner(address: Address, token: string): string;
  host(address: Address, token: string): string;
  isHost(subject: unknown): subject is string;
  isRunner(subject: unknown): subject is string;
}

/** One process of a fleet. */
export interface Address {
  /** Stands in permissions. */
  name: string;
  /** Random; tells processes of one name apart. */
  instance: string;
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Refuses what cannot be one token of a subject. */
export function assertName(path: string, value: unknown): asserts value is string {
  if (typeof value === "string" && NAME.test(value)) return;
  throw new TypeError(
    `${path} must be 1 to 64 letters, digits, "-" or "_", got ${describe(value)}`,
  );
}

/** Whether a stranger's name can be one token of a subject. */
export function isName(value: unknown): value is string {
  return typeof value === "string" && NAME.test(value);
}

/** 144 random bits, as one token of a subject. */
export function randomToken(): string {
  return randomBytes(18).toString("base64url");
}

/** Names the subjects of a queue. */
export function subjectsOf(queue: string): Subjects {
  const root = `execbox.${queue}`;
  const under = (side: string, { name, instance }: Address, token: string) =>
    `${root}.${side}.${name}.${instance}.${token}`;
  const looksLike = (side: string) => {
    const start = `${root}.${side}.`;
    return (subject: unknown): subject is string => {
      if (typeof subject !== "string" || !subject.startsWith(start)) return false;
      const rest = subject.slice(start.length).split(".");
      return rest.length === 3 && rest.every(isName);
    };
  };
  return {
    ping: `${root}.ping`,
    adverts: `${root}.advert.*.*`,
    advert: ({ name, instance }) => `${root}.advert.${name}.${instance}`,
    offer: (labelClass) => `${root}.offer.${labelClass}`,
    runner: (address, token) => under("runner", address, token),
    host: (address, token) => under("host", address, token),
    isHost: looksLike("host"),
    isRunner: looksLike("runner"),
  };
}

/** The last token of a subject. */
export function tokenOf(subject: string): string {
  return subject.slice(subject.lastIndexOf(".") + 1);
}
