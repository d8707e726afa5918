import {
  codeSubject,
  hostileCodeSuites,
  readHostileCorpus,
  runWithNodeTest,
} from "@execbox/conformance";
import { nameOf, subjects } from "../src/subjects.js";

const programs = readHostileCorpus();

for (const subject of subjects) {
  runWithNodeTest(
    hostileCodeSuites(programs),
    codeSubject({
      name: `runCode on ${nameOf(subject)}`,
      create: (options) => subject.codeRunner({ pool: { maxSize: 1 }, ...options }),
      facts: subject.facts,
    }),
  );
}
