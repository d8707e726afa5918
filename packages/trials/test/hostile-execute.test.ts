// Verifies hostile.constructors, hostile.errors, hostile.thenables, hostile.proxies,
// hostile.patched, hostile.forged, hostile.modules, hostile.wrapper, hostile.unicode, hostile.cpu,
// hostile.memory, hostile.floods, hostile.recursion and hostile.settlement.
import {
  executorSubject,
  hostileExecuteSuites,
  readHostileCorpus,
  runWithNodeTest,
} from "@execbox/conformance";
import { nameOf, subjects } from "../src/subjects.js";

const programs = readHostileCorpus();

for (const subject of subjects) {
  runWithNodeTest(
    hostileExecuteSuites(programs),
    executorSubject({
      name: `execute on ${nameOf(subject)}`,
      // One runner, so that the right answer comes from the one that was attacked.
      create: (options) => subject.executor({ pool: { maxSize: 1 }, ...options }),
      facts: subject.facts,
    }),
  );
}
