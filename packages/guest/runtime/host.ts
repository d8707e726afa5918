import { apply } from "./primordials.ts";

/**
 * The one function that leaves the sandbox. It lives in this module's scope, which no guest
 * can name, and is never handed to anything a guest can call.
 */
export let host: (op: number, ...args: unknown[]) => unknown = () => {};

/** The same function, or one beside it that waits for the host's answer. */
let answering = host;

/** Tells the host something, its arguments in a list. */
export function tellHost(message: unknown[]): void {
  apply(host, undefined, message);
}

/** Asks the host something and stands still for the answer. */
export function askHost(message: unknown[]): unknown {
  return apply(answering, undefined, message);
}

/** Called once, by the adapter that evaluates the runtime. */
export function connect(given: typeof host, ask: typeof host): void {
  host = given;
  answering = ask;
}
