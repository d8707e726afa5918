// Verifies container.suite-execute, block.contract-suite.
/** The contract of `execute()`, unchanged, in containers. */
import { test } from "node:test";
import { executeSuites, executorSubject, runWithNodeTest } from "@execbox/conformance";
import { ContainerDriver } from "@execbox/placement/container";
import { QuickJsExecutor } from "../src/index.js";

const program = process.env.EXECBOX_TEST_CONTAINERS === "docker" ? "docker" : "podman";
const support = await new ContainerDriver({ program }).probe();

if (support.ok) {
  runWithNodeTest(
    executeSuites,
    executorSubject({
      name: `QuickJS, container (${program})`,
      create: (options) =>
        new QuickJsExecutor({ placement: "container", container: { program }, ...options }),
      facts: {
        catchableMemory: true,
        catchableRecursion: true,
        hostStaysFree: true,
        deadlineInBuiltins: true,
      },
    }),
  );
} else {
  test("QuickJS, container", { skip: support.reason }, () => {});
}
