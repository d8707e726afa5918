import { test } from "node:test";
import { remoteV8Subjects } from "../src/subjects.js";
import { attack, shareOfCorpus } from "./corpus.js";

const [subject] = remoteV8Subjects();

if (subject === undefined) {
  test("isolated-vm, remote", { skip: "isolated-vm is missing: npm run native" }, () => {});
} else {
  attack(subject, shareOfCorpus);
}
