import { must, ruling, section, should } from "./section.js";

const principles = section("aip-17/principles", {
  "block.default-subprocess": must("Without a runner block the engine is subprocess."),
  "block.auto-pick-deterministic": must("The same needs and registry pick the same image."),
  "block.needs-declarative": must("native names what is needed; the host finds where it lives."),
  "block.limits-enforced": should("Time, memory and CPU limits are enforced where possible."),
  "block.limits-warn": should("A limit that cannot be enforced warns at registration."),
  "block.single-concern": must("env, fs, network and secrets are refused in this block."),
});

const engine = section("aip-17/engine", {
  "block.engine-values": must("engine is subprocess, sandbox or in-process."),
  "block.subprocess": must("subprocess runs the body in its own isolated host-local process."),
  "block.sandbox": must("sandbox runs the body in a container of the host's driver."),
  "block.in-process": must("in-process imports the body into the host's own process."),
  "block.in-process-refused": must("A manifest of untrusted origin never runs in-process."),
});

const image = section("aip-17/image", {
  "block.image-sandbox-only": must("image has a meaning for sandbox alone."),
  "block.image-lightest": must("Without an image the lightest that meets the needs is picked."),
  "block.image-unknown": should("Refusing an unknown image lists those there are."),
});

const needs = section("aip-17/needs", {
  "block.needs-pick": should("needs decides which image is picked."),
  "block.needs-install": should("Missing packages are installed at cold start."),
  "block.needs-shown": should("needs is shown to whoever is asked to trust the manifest."),
  "block.needs-language": must("language is node, python or multi."),
  "block.needs-native": must("native holds Debian package names by convention."),
  "block.needs-npm": must("npm packages are installed after the locked baseline."),
  "block.needs-pip": must("pip packages are installed for the user."),
  "block.needs-advisory": must("For in-process and subprocess needs is advisory."),
  "block.needs-honoured": must("For sandbox needs is honoured at cold start."),
});

const limits = section("aip-17/limits", {
  "block.memory-default": should("memory_mb is 256 unless given."),
  "block.timeout-default": should("timeout_ms is 600,000 unless given."),
  "block.cpu-default": must("cpu_ms has no cap unless given."),
  "block.timeout-kills": must("A body that outlasts timeout_ms is killed."),
  "block.limits-portable": should("Portable manifests keep to the listed limits."),
});

const signature = section("aip-17/signature", {
  "block.name": must("The function is exported as defineRunner."),
  "block.populated": must("Every field of a handle has a value."),
  "block.image-null": must("The image of a handle is null unless the engine is sandbox."),
  "block.image-resolved": must("A sandbox handle names a concrete image."),
  "block.language-inferred": must("language comes from the extension of run when not given."),
  "block.downgrade": must("resolveForOrigin turns an untrusted in-process into subprocess."),
  "block.downgrade-flag": must("A downgraded handle says downgraded: true."),
  "block.downgrade-logged": must("A downgrade is logged as a warning."),
  "block.no-io": must("Importing a module that defines a runner has no side effect."),
});

const compatibility = section("aip-17/compatibility", {
  "block.legacy-accepted": must("The legacy runtime block is accepted and rewritten."),
  "block.legacy-sandbox": must("The legacy mode sandbox becomes engine subprocess."),
  "block.legacy-env": must("Legacy env entries become vault bindings in secrets."),
  "block.legacy-fs": must("Legacy fs.read and fs.write become inputsFiles and outputsFiles."),
  "block.legacy-network": must("Legacy network.egress moves to the top level."),
  "block.legacy-limits": must("Legacy caps become runner.limits."),
  "block.legacy-warns": should("A legacy block warns and does not fail."),
  "block.inherit": must("A tool inherits its workspace's runner and overrides field by field."),
  "block.composition": must("inline, ref and file are accepted and resolved when used."),
  "block.one-schema": must("Inline blocks and RUNNER.md files share one schema."),
});

const security = section("aip-17/security", {
  "block.audit": should("A downgrade emits a high-severity audit event."),
  "block.registry-reviewed": must("Only images in the host's registry can be used."),
  "block.native-shown": should("Resolved native packages are shown beside the permissions."),
  "block.unenforceable-logged": should("Limits that cannot be enforced are logged."),
  "block.engine-review": should("Any change of engine calls for a new review."),
});

const delivery = section("issue/runner-block", {
  "block.unknown-keys": ruling("Unknown keys and wrong types are refused with their path."),
  "block.file-confined": ruling("A file path that leaves the workspace is refused."),
  "block.no-driver": ruling("Without a container tool one sentence says what to install."),
  "block.tree-killed": ruling("A body that forks and ignores signals leaves nothing running."),
  "block.contract-suite": ruling("The contract suites pass unchanged in a container."),
  "block.schema-published": ruling("The JSON Schema is published and made from the table."),
  "block.schema-agrees": ruling("Blocks are accepted exactly as the schema says."),
  "block.validate": ruling("Validating reports the first failure with file and field."),
});

const bodies = section("issue/bodies", {
  "body.module": ruling("A module's default export is called with the input."),
  "body.command": ruling("A command gets JSON on stdin and gives JSON on stdout."),
  "body.typescript": ruling("TypeScript bodies run, with errors at the author's lines."),
  "body.python": ruling("Python bodies run."),
  "body.logs": ruling("What a body prints to stderr is its log, within bounds."),
  "body.no-environment": ruling("A body sees the variables it was granted and no others."),
  "body.network-closed": ruling("A body in a process of its own has no network."),
  "body.reads-bundle-only": ruling("A body reads its bundle and the system's programs."),
  "body.writes-scratch-only": ruling("A body writes a scratch folder that ends with it."),
  "body.memory": ruling("A body that takes more than memory_mb ends with memory_limit."),
  "body.cpu": ruling("A body that uses more than cpu_ms is ended."),
  "body.processes": ruling("A body cannot start processes without end."),
  "body.nothing-left": ruling("A run leaves no process, folder or control group."),
  "body.sandbox": ruling("The same bodies run the same in a container."),
  "body.docs": ruling("The examples of the documentation are run."),
});

/** What AIP-17 asks of the runner block. */
export const runnerBlock = [
  principles,
  engine,
  image,
  needs,
  limits,
  signature,
  compatibility,
  security,
  delivery,
  bodies,
] as const;
