import { test } from "node:test";
import { ContainerDriver } from "@execbox/placement/container";
import { containerSubjects } from "../src/subjects.js";
import { attack, shareOfCorpus } from "./corpus.js";

const program = process.env["EXECBOX_TEST_CONTAINERS"] === "docker" ? "docker" : "podman";
const support = await new ContainerDriver({ program }).probe();

if (support.ok) {
  for (const subject of containerSubjects(program)) attack(subject, shareOfCorpus);
} else {
  test("hostile programs in containers", { skip: support.reason }, () => {});
}
