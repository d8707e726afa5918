import { test } from "node:test";
import { inExpendableProcess } from "@execbox/conformance";
import { leaveLostThreads } from "@execbox/placement/worker";
import { expendableSubjects } from "../src/subjects.js";
import { attack, shareOfCorpus } from "./corpus.js";

const subject = expendableSubjects.find(({ placement }) => placement === "worker");

if (subject === undefined) {
  test("isolated-vm, worker", { skip: "isolated-vm is missing: npm run native" }, () => {});
} else {
  inExpendableProcess(import.meta.url, () => {
    // It will be needed, and what it adds to the process must not be taken for a guest's doing.
    leaveLostThreads();
    attack(subject, shareOfCorpus);
  });
}
