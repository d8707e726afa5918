import type { Suite } from "../../verify.js";
import { calls } from "./calls.js";
import { cancellation } from "./cancellation.js";
import { extensions } from "./extensions.js";
import { hostile } from "./hostile.js";
import { lifecycle } from "./lifecycle.js";
import { logs } from "./logs.js";
import type { RunnerContext } from "./session.js";
import { transcripts } from "./transcripts.js";
import { transport } from "./transport.js";
import { values } from "./values.js";
import { verdicts } from "./verdicts.js";

/**
 * The runner specification, message by message, for any runner in any language. The cases rely
 * on the written specification alone.
 */
export const specificationSuites: readonly Suite<RunnerContext>[] = [
  lifecycle,
  calls,
  values,
  logs,
  verdicts,
  cancellation,
  hostile,
  transport,
  transcripts,
];

/** The specification, and what our own runners do beyond it. */
export const runnerSuites: readonly Suite<RunnerContext>[] = [...specificationSuites, extensions];
