/**
 * Everything engine sandbox asks of a driver, on a driver that a page of code is enough for: the
 * one of `docs/runner-block.md`, which runs commands as plain children in a folder. Verifies
 * block.needs-install, block.needs-npm, block.needs-pip, block.no-driver.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { SandboxNeeds } from "@execbox/placement";
import { defineRunner, inspectMachine, openRunner } from "../src/index.js";
import { bundleOf, moduleOf } from "./bundles.js";
import { FolderDriver } from "./folder-driver.js";

const images = [{ id: "img", base: "base", language: "multi" as const, native: ["ffmpeg"] }];

const quiet = { warn: () => {} };

function sandbox(needs = {}) {
  const limits = { timeout_ms: 30_000 };
  return defineRunner({ engine: "sandbox", needs, limits }, { images, logger: quiet });
}

test("needs become an image before the body starts: what the image lacks, npm after the lock, pip", async () => {
  const driver = new FolderDriver();
  const steps: string[] = [];
  const needs = { native: ["ffmpeg", "weasyprint"], npm: ["stripe@^11.0.0"], pip: ["requests"] };
  await using runner = await openRunner(sandbox(needs), {
    driver,
    installNetwork: true,
    onProgress: (step) => void steps.push(step),
  });
  const bundle = bundleOf({ "main.mjs": "export default () => 1", "package-lock.json": "{}" });
  const answer = await runner.run({ bundle, run: "main.mjs" });
  assert.ok(answer.ok, JSON.stringify(answer));
  const asked: SandboxNeeds = {
    base: "base",
    native: ["weasyprint"],
    npm: ["stripe@^11.0.0"],
    pip: ["requests"],
    bundle,
    network: true,
  };
  assert.deepEqual(driver.prepared, [asked]);
  assert.equal(driver.created[0]?.image, "prepared");
  assert.deepEqual(steps, ["installing"]);
  assert.deepEqual(driver.left, [], "every sandbox was disposed of");
});

test("without needs nothing is prepared, and installing has no network unless granted", async () => {
  const driver = new FolderDriver();
  await using plain = await openRunner(sandbox(), { driver });
  await plain.run(moduleOf("export default () => 1"));
  assert.equal(driver.prepared.length, 0);
  await using needy = await openRunner(sandbox({ npm: ["a@1"] }), { driver });
  await needy.run(moduleOf("export default () => 1"));
  assert.equal(driver.prepared[0]?.network, false);
});

test("limits, environment and network reach the driver; nothing is granted by default", async () => {
  const driver = new FolderDriver();
  const limits = { memory_mb: 64, cpu_ms: 1_500 };
  const handle = defineRunner({ engine: "sandbox", limits }, { images, logger: quiet });
  await using closed = await openRunner(handle, { driver });
  await using open = await openRunner(handle, { driver, network: true, env: { KEY: "v" } });
  for (const runner of [closed, open]) await runner.run(moduleOf("export default () => 1"));
  const [first, second] = driver.created;
  assert.deepEqual([first?.network, first?.env], [false, {}]);
  assert.deepEqual([second?.network, second?.env], [true, { KEY: "v" }]);
  assert.deepEqual([first?.memoryBytes, first?.cpuSeconds], [64 << 20, 2]);
});

test("a body that outlasts its time or whose driver fails leaves no sandbox", async () => {
  const driver = new FolderDriver();
  await using runner = await openRunner(
    defineRunner({ engine: "sandbox", limits: { timeout_ms: 700 } }, { images, logger: quiet }),
    { driver },
  );
  const answer = await runner.run(moduleOf("export default () => { for (;;); }"));
  assert.ok(!answer.ok && answer.error.code === "timeout");
  driver.copy = () => Promise.reject(new Error("the disk is full"));
  const failed = await runner.run(moduleOf("export default () => 1"));
  assert.ok(!failed.ok);
  assert.deepEqual(failed.error, {
    code: "internal_error",
    message: "the sandbox failed: the disk is full",
  });
  assert.deepEqual(driver.left, []);
});

test("who gives up while packages are installed gets no sandbox", async () => {
  const driver = new FolderDriver();
  const stop = new AbortController();
  const grants = { driver, onProgress: () => stop.abort() };
  await using runner = await openRunner(sandbox({ npm: ["a@1"] }), grants);
  const body = moduleOf("export default () => 1");
  const answer = await runner.run(body, undefined, { signal: stop.signal });
  assert.ok(!answer.ok && answer.error.message === "Execution cancelled");
  assert.equal(driver.created.length, 0);
});

test("a driver that does not work here is one sentence, and other engines do not mind", async () => {
  const driver = new FolderDriver();
  driver.probe = async () => ({ ok: false, reason: "the service is down: call them" });
  await assert.rejects(openRunner(sandbox(), { driver }), {
    message: "the service is down: call them",
  });
  const machine = await inspectMachine({ driver });
  const warnings: string[] = [];
  const logger = { warn: (warning: string) => void warnings.push(warning) };
  defineRunner({ engine: "sandbox", limits: { memory_mb: 1 } }, { machine, images, logger });
  assert.match(warnings[0] ?? "", /memory_mb is 1, which is not enforced.*the service is down/);
});

test("a host without Podman or Docker gets one sentence, and nothing else breaks", (context) => {
  if (process.getuid?.() !== 0) return context.skip("hiding programs needs root");
  const { bundle } = moduleOf("export default (n) => n + 1");
  const library = new URL("../../dist/bundle/index.js", import.meta.url).href;
  writeFileSync(
    join(bundle, "host.mjs"),
    `import { defineRunner, openRunner } from ${JSON.stringify(library)};
     const said = await openRunner(defineRunner({ engine: "sandbox" })).catch((error) => error.message);
     const runner = await openRunner(defineRunner());
     const answer = await runner.run({ bundle: ${JSON.stringify(bundle)}, run: "main.mjs" }, 1);
     const code = await runner.executor.execute("6 * 7");
     await runner.dispose();
     console.log(JSON.stringify({ said, answer: answer.result, code: code.result }));`,
  );
  const { stdout, stderr } = withoutContainerTools([process.execPath, join(bundle, "host.mjs")]);
  assert.equal(stderr, "");
  const { said, answer, code } = JSON.parse(stdout);
  assert.deepEqual([answer, code], [2, 42]);
  assert.match(said, /^containers need Podman or Docker: apt-get install podman[^\n]*$/);
});

/** Runs a command on a machine on which neither can be found: hidden for it, PATH emptied. */
function withoutContainerTools(command: readonly string[]) {
  const folders = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin"];
  const hidden = folders
    .flatMap((folder) => ["podman", "docker"].map((name) => join(folder, name)))
    .filter(existsSync);
  const script = `${hidden.map((path) => `/bin/mount --bind /dev/null ${path} && `).join("")}exec "$@"`;
  const args = ["--mount", "/bin/sh", "-c", script, "sh", ...command];
  return spawnSync("/usr/bin/unshare", args, { encoding: "utf8", env: { PATH: "" } });
}
