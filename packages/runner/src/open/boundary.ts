import type { ExecuteResult } from "@execbox/core";
import type { ResolvedBody } from "./body.js";
import type { RunOptions } from "./converse.js";

/** What an engine of the runner block does with a body; one implementation each. */
export interface Boundary {
  /** Runs a body; `input` is JSON text, or empty for none. Never rejects for what a body does. */
  run(body: ResolvedBody, input: string, options: RunOptions): Promise<ExecuteResult>;
  /** Lets go of what stays between runs. */
  dispose?(): Promise<void>;
}
