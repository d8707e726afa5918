import { apply } from "./primordials.ts";

/**
 * The one function that leaves the sandbox. It lives in this module's scope, which no guest
 * can name, and is never handed to anything a guest can call.
 */
export let host: (op: number, ...args: unknown[]) => unknown = () => {};

/** The same with its arguments in a list; what the host answers, if it does. */
export function askHost(message: unknown[]): unknown {
  return apply(host, undefined, message);
}

/** Called once, by the adapter that evaluates the runtime. */
export function connect(given: typeof host): void {
  host = given;
}
