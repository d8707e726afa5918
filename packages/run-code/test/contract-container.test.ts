// Verifies container.suite-run-code.
/** The contract of `runCode()`, unchanged, in containers. */
import { test } from "node:test";
import { codeSubject, codeSuites, runWithNodeTest } from "@execbox/conformance";
import { ContainerDriver } from "@execbox/placement/container";
import { createCodeRunner } from "../src/index.js";

const program = process.env.EXECBOX_TEST_CONTAINERS === "docker" ? "docker" : "podman";
const support = await new ContainerDriver({ program }).probe();

if (support.ok) {
  runWithNodeTest(
    codeSuites,
    codeSubject({
      name: `runCode on QuickJS, container (${program})`,
      create: (options) =>
        createCodeRunner({ placement: "container", container: { program }, ...options }),
      facts: {
        catchableMemory: true,
        catchableRecursion: true,
        hostStaysFree: true,
        deadlineInBuiltins: true,
      },
    }),
  );
} else {
  test("runCode on QuickJS, container", { skip: support.reason }, () => {});
}
