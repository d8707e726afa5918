/**
 * What is tried against Execbox. Private: these are tests and programs, not a library.
 *
 * @packageDocumentation
 */
export {
  containerSubjects,
  engines,
  expendableSubjects,
  fleetSubject,
  nameOf,
  remoteV8Subjects,
  subjects,
  type TrialExecutorOptions,
  type TrialRunnerOptions,
  type TrialSubject,
} from "./subjects.js";
