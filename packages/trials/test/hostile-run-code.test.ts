import {
  codeSubject,
  hostileCodeSuites,
  readHostileCorpus,
  runWithNodeTest,
} from "@execbox/conformance";
import { nameOf, subjects } from "../src/subjects.js";

const programs = readHostileCorpus();

for (const subject of subjects) {
  const { codeRunner } = subject;
  if (codeRunner === undefined) continue;
  runWithNodeTest(
    hostileCodeSuites(programs),
    codeSubject({
      name: `runCode on ${nameOf(subject)}`,
      create: (options) => codeRunner({ pool: { maxSize: 1 }, ...options }),
      facts: subject.facts,
    }),
  );
}
