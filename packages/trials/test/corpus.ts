import { test } from "node:test";
import {
  codeSubject,
  executorSubject,
  HOSTILE_FAMILIES,
  type HostileProgram,
  hostileCodeSuites,
  hostileExecuteSuites,
  inExpendableProcess,
  readHostileCorpus,
  runWithNodeTest,
} from "@execbox/conformance";
import { leaveLostThreads } from "@execbox/placement/worker";
import { expendableSubjects, nameOf, type TrialSubject } from "../src/subjects.js";

/** Every program there is. */
export const corpus: readonly HostileProgram[] = readHostileCorpus();

const SHARE = 2;

/**
 * The first programs of every family, for subjects that take long to try; all of them in
 * `npm run corpus`.
 */
export const shareOfCorpus: readonly HostileProgram[] =
  process.env["EXECBOX_CORPUS"] === "whole"
    ? corpus
    : HOSTILE_FAMILIES.flatMap((family) =>
        corpus.filter((program) => program.family === family).slice(0, SHARE),
      );

/** Programs through `execute()`; one runner, so that the attacked one gives the next answer. */
export function attackExecute(subject: TrialSubject, programs: readonly HostileProgram[]): void {
  runWithNodeTest(
    hostileExecuteSuites(programs),
    executorSubject({
      name: `execute on ${nameOf(subject)}`,
      create: (options) => subject.executor({ pool: { maxSize: 1 }, ...options }),
      facts: subject.facts,
    }),
  );
}

/** Programs through `runCode()`, likewise. */
export function attackRunCode(subject: TrialSubject, programs: readonly HostileProgram[]): void {
  runWithNodeTest(
    hostileCodeSuites(programs),
    codeSubject({
      name: `runCode on ${nameOf(subject)}`,
      create: (options) => subject.codeRunner({ pool: { maxSize: 1 }, ...options }),
      facts: subject.facts,
    }),
  );
}

/** Programs through both front doors. */
export function attack(subject: TrialSubject, programs: readonly HostileProgram[]): void {
  attackExecute(subject, programs);
  attackRunCode(subject, programs);
}

/** The share through both front doors of V8 isolates that can take their process with them. */
export function attackExpendable(placement: "inline" | "worker", file: string): void {
  const subject = expendableSubjects.find((each) => each.placement === placement);
  if (subject === undefined) {
    const skip = "isolated-vm is missing: npm run native";
    test(`isolated-vm, ${placement}`, { skip }, () => {});
    return;
  }
  inExpendableProcess(file, () => {
    // It will be needed, and what it adds to the process must not be taken for a guest's doing.
    leaveLostThreads();
    attack(subject, shareOfCorpus);
  });
}
