import { assertRecord, describe } from "@execbox/core";

/** Names that would change what the programs around the body do, before the body is there. */
const RESERVED = /^(?:LD_.*|NODE_OPTIONS|BASH_ENV|ENV|TMPDIR)$/;

/** Refuses an environment that could not be passed on, or would reach further than the body. */
export function assertEnvironment(env: unknown): void {
  assertRecord("host.env", env);
  for (const [name, value] of Object.entries(env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || RESERVED.test(name)) {
      throw new TypeError(`host.env has ${describe(name)}, which no body can have as a variable`);
    }
    if (typeof value !== "string" || value.includes("\0")) {
      // Not the value itself: it may be a secret.
      throw new TypeError(`host.env.${name} must be a string without NUL`);
    }
  }
}
