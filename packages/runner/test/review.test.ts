/**
 * What people are shown. Verifies block.needs-shown, block.native-shown, block.engine-review.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  defineRunner,
  describeRunner,
  diffRunners,
  inspectMachine,
  type RunnerDefinition,
} from "../src/index.js";
import { FolderDriver } from "./folder-driver.js";

const quiet = { warn: () => {} };

test("everything a person is asked to trust is there, packages of the image included", () => {
  const images = [
    { id: "media", language: "multi" as const, native: ["ffmpeg"], capabilities: ["gpu"] },
  ];
  const handle = defineRunner(
    {
      engine: "sandbox",
      needs: { native: ["ffmpeg", "weasyprint"], npm: ["stripe@^11.0.0"], pip: ["requests"] },
      limits: { memory_mb: 64 },
    },
    { images },
  );
  const description = describeRunner(handle);
  assert.deepEqual(description.native, [
    { name: "ffmpeg", from: "image" },
    { name: "weasyprint", from: "installed" },
  ]);
  assert.deepEqual(description.capabilities, ["gpu"]);
  for (const word of ["sandbox", "media", "ffmpeg", "weasyprint", "stripe@^11.0.0", "requests"]) {
    assert.ok(description.text.includes(word), word);
  }
  assert.match(description.text, /memory_mb: 64 \(advisory: nobody has looked/);
  assert.match(description.text, /cpu_ms: no cap/);
});

test("outside a sandbox nothing is installed, and the description says so", () => {
  const handle = defineRunner({ needs: { native: ["ffmpeg"] } });
  assert.deepEqual(describeRunner(handle).native, [{ name: "ffmpeg", from: "not installed" }]);
});

test("each limit is enforced or advisory on this machine, as it was looked at", async () => {
  const driver = new FolderDriver();
  const machine = await inspectMachine({ driver });
  const { limits } = describeRunner(defineRunner({ limits: { memory_mb: 64 } }), machine);
  const states = new Map(limits.map(({ name, state }) => [name, state]));
  const { memory, cpuLimit } = machine.subprocess;
  assert.equal(states.get("memory_mb"), memory === "engine" ? "advisory" : "enforced");
  assert.equal(states.get("timeout_ms"), "enforced");
  assert.equal(states.get("cpu_ms"), cpuLimit ? "enforced" : "advisory");
  const none = defineRunner(
    { engine: "sandbox", limits: { memory_mb: 1 } },
    { machine, logger: quiet },
  );
  assert.match(none.enforcement.memory_mb.by, /folder does not enforce it here/);
});

test("any change of engine calls for review, and so does whatever brings in more", () => {
  const engines = ["in-process", "subprocess", "sandbox"] as const;
  for (const before of engines) {
    for (const after of engines) {
      const diff = diffRunners(defineRunner({ engine: before }), defineRunner({ engine: after }));
      assert.equal(diff.review, before !== after);
      assert.equal(
        diff.changes.some(({ path }) => path === "engine"),
        before !== after,
      );
    }
  }
  const judge = (before: RunnerDefinition, after: RunnerDefinition) =>
    diffRunners(defineRunner(before), defineRunner(after)).changes.map(
      ({ path, review }) => [path, review] as const,
    );
  assert.deepEqual(judge({ needs: { npm: ["a@1"] } }, { needs: { npm: ["a@2"] } }), [
    ["needs.npm", false],
    ["needs.npm", true],
  ]);
  assert.deepEqual(judge({}, { limits: { memory_mb: 512 } }), [["limits.memory_mb", true]]);
  assert.deepEqual(judge({}, { limits: { cpu_ms: 5 } }), [["limits.cpu_ms", false]]);
  assert.deepEqual(judge({}, { needs: { language: "python" } }), [["needs.language", true]]);
  assert.deepEqual(
    judge({ engine: "sandbox" }, { engine: "sandbox", image: "mcp-browser-server" }),
    [["image", true]],
  );
  assert.deepEqual(judge({}, {}), []);
});
