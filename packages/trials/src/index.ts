/**
 * What is tried against Execbox. Private: these are tests and programs, not a library.
 *
 * @packageDocumentation
 */
export {
  engines,
  nameOf,
  subjects,
  type TrialExecutorOptions,
  type TrialRunnerOptions,
  type TrialSubject,
} from "./subjects.js";
