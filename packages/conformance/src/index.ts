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
export { inExpendableProcess } from "./expendable-process.js";
export {
  HOSTILE_FAMILIES,
  type HostileDoor,
  type HostileFamily,
  type HostileOutcome,
  type HostileProgram,
  parseHostileProgram,
  readHostileCorpus,
} from "./hostile-corpus.js";
export { type Capability, capabilities, factsWithout, isCapability } from "./kit/capabilities.js";
export {
  type GoldenStep,
  type GoldenTranscript,
  goldenScenarios,
  type JsonMessage,
  parseGolden,
  recordGolden,
  renderGolden,
  replayGolden,
} from "./kit/golden.js";
export { renderJunit } from "./kit/junit.js";
export { withExamples } from "./kit/placeholders.js";
export { type ReusedLinks, reuseLinks } from "./kit/reuse.js";
export { hostSide, runnerRequirements } from "./kit/scope.js";
export {
  bySection,
  type CaseResult,
  type Score,
  type ScoreCard,
  type ScoreOptions,
  scoreRunner,
  unknownSelections,
  type Verdict,
} from "./kit/score.js";
export { connectStdio } from "./kit/stdio.js";
export { recorded, type Transcript, type TranscriptEntry } from "./kit/transcript.js";
export { connectWebSocket } from "./kit/websocket.js";
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
export { type HostileSettings, hostileExecuteSuites } from "./suites/hostile/execute.js";
export { hostileCodeSuites } from "./suites/hostile/run-code.js";
export { allCases, type ListedCase } from "./suites/index.js";
export { codeSuites } from "./suites/run-code/index.js";
export { runnerSuites, specificationSuites } from "./suites/runner/index.js";
export {
  type Check,
  type Checks,
  type Finding,
  Findings,
  type Golden,
  type Scenario,
} from "./suites/runner/scenario.js";
export {
  type Patience,
  type Received,
  type RunnerConnection,
  type RunnerContext,
  type RunnerFactory,
  runnerSubject,
  Session,
} from "./suites/runner/session.js";
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
