export { assertEnvelope, failure, success } from "./assertions.js";
export {
  assertCodeEnvelope,
  type CodeContext,
  type CodeError,
  type CodeHandle,
  type CodeLog,
  type CodeOptions,
  type CodeResult,
  type CodeRunnerFactory,
  type CodeRunnerSettings,
  type CodeRunnerUnderTest,
  codeSubject,
  type RunToEnd,
  type StartCode,
} from "./code-subject.js";
export { duplicates, uncovered, unknownIds, type Verifier } from "./coverage.js";
export {
  type Execute,
  type ExecuteContext,
  type ExecutorFactory,
  executorSubject,
} from "./executor-subject.js";
export { runWithNodeTest } from "./node-test.js";
export { type RequirementId, requirements } from "./requirements/index.js";
export type { Requirement, RequirementLevel } from "./requirements/section.js";
export { enduranceSuites, executeSuites } from "./suites/execute/index.js";
export { hostSuites } from "./suites/host/index.js";
export {
  type HostContext,
  type HostFactory,
  hostSubject,
  type Script,
  ScriptedRunner,
} from "./suites/host/scripted-runner.js";
export { allCases, type ListedCase } from "./suites/index.js";
export { codeSuites } from "./suites/run-code/index.js";
export { runnerSuites } from "./suites/runner/index.js";
export {
  type Received,
  type RunnerConnection,
  type RunnerContext,
  type RunnerFactory,
  runnerSubject,
  Wire,
} from "./suites/runner/wire.js";
export { verifiedElsewhere } from "./verified-elsewhere.js";
export {
  type Case,
  type DefineCase,
  defineSuite,
  type FactName,
  type Facts,
  leftOutBecause,
  type OpenSubject,
  type Subject,
  type Suite,
  type SuiteBuilder,
} from "./verify.js";
