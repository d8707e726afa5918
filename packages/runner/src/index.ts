export { RunnerBlockError } from "./block/runner-block-error.js";
export { runnerSchema } from "./block/schema-file.js";
export type {
  RunnerDefinition,
  RunnerEngine,
  RunnerLanguage,
  RunnerLimits,
  RunnerNeeds,
} from "./block/types.js";
export { type ComposeOptions, composeRunner, type RunnerForm } from "./compose/compose.js";
export { inheritRunner } from "./compose/inherit.js";
export { type MigratedManifest, migrateRuntime } from "./compose/legacy.js";
export { type ResolveOptions, resolveRunner } from "./compose/resolve-runner.js";
export {
  type RunnerReport,
  type ValidateOptions,
  validateRunner,
} from "./compose/validate-runner.js";
export {
  defineRunner,
  type ResolvedRunnerHandle,
  type RunnerHandle,
} from "./define/define-runner.js";
export type { Enforcement, LimitEnforcement } from "./define/enforcement.js";
export { DEFAULT_IMAGES, type ImageTemplate } from "./define/images.js";
export { inspectMachine, type Machine } from "./define/machine.js";
export type { RunnerAuditEvent, RunnerLogger, RunnerPolicy } from "./define/policy.js";
export type { Body } from "./open/body.js";
export type { RunOptions } from "./open/converse.js";
export { type OpenRunner, type OpenRunnerOptions, openRunner } from "./open/open-runner.js";
export { describeRunner, type RunnerDescription } from "./review/describe-runner.js";
export { diffRunners, type RunnerChange, type RunnerDiff } from "./review/diff-runners.js";
