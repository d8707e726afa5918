/**
 * The one function that leaves the sandbox. It lives in this module's scope, which no guest
 * can name, and is never handed to anything a guest can call.
 */
export let host: (op: number, ...args: (number | string | undefined)[]) => void = () => {};

/** Called once, by the adapter that evaluates the runtime. */
export function connect(given: typeof host): void {
  host = given;
}
