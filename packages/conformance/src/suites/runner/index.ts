import type { Suite } from "../../verify.js";
import { calls } from "./calls.js";
import { lifecycle } from "./lifecycle.js";
import type { RunnerContext } from "./wire.js";

/** The runner specification, message by message: for any runner in any language. */
export const runnerSuites: readonly Suite<RunnerContext>[] = [lifecycle, calls];
