import type { RequirementId } from "./requirements/index.js";

const CORE = "packages/conformance/test/core-contract.test.ts";
const CHECKS = "scripts/check.test.mjs";
const PROTOCOL = "packages/conformance/test/protocol-contract.test.ts";

/**
 * Requirements that tests outside the suites verify, and where: a path from the root of the
 * repository. The test there says so in a comment with the id in it; the coverage test looks.
 */
export const verifiedElsewhere: Readonly<Partial<Record<RequirementId, string>>> = {
  "import.one-way": CHECKS,
  "import.browser-safe": CHECKS,
  "import.native-injected": CHECKS,
  "import.checked": CHECKS,
  "node.esm-only": CHECKS,
  "source.no-eraser": "packages/source/test/typescript.test.ts",
  "name.quickjs-executor": "packages/quickjs/test/executor.test.ts",
  "core.dispatcher-invokes": CORE,
  "core.dispatcher-unknown": CORE,
  "core.manifests-plain": CORE,
  "loopback.both-ways": PROTOCOL,
  "loopback.never-during-send": PROTOCOL,
  "message.depth": PROTOCOL,
  "message.size": PROTOCOL,
  "name.core-exports": CORE,
  "name.protocol-exports": PROTOCOL,
  "name.transport-unsubscribe": PROTOCOL,
};
