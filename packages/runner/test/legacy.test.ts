/**
 * The retired runtime block, rewritten by the seed's table. Verifies block.legacy-accepted,
 * block.legacy-sandbox, block.legacy-env, block.legacy-fs, block.legacy-network,
 * block.legacy-limits, block.legacy-warns.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { migrateRuntime, resolveRunner } from "../src/index.js";

const LEGACY = {
  name: "report",
  runtime: {
    mode: "sandbox",
    env: ["STRIPE_API_KEY", "X"],
    fs: { read: { rates: "data/rates.csv" }, write: ["out/report.pdf"] },
    network: { egress: ["api.stripe.com"] },
    cpu_ms_max: 1_000,
    memory_mb_max: 128,
    timeout_ms: 5_000,
  },
};

test("every line of the table", () => {
  const before = structuredClone(LEGACY);
  assert.deepEqual(migrateRuntime(LEGACY).manifest, {
    name: "report",
    runner: { engine: "subprocess", limits: { cpu_ms: 1_000, memory_mb: 128, timeout_ms: 5_000 } },
    secrets: { STRIPE_API_KEY: { vault: "stripe-api-key" }, X: { vault: "x" } },
    inputsFiles: { rates: "data/rates.csv" },
    outputsFiles: { "out/report.pdf": { path: "out/report.pdf" } },
    network: { egress: ["api.stripe.com"] },
  });
  assert.deepEqual(LEGACY, before, "the manifest that was given is not changed");
});

test("it warns, once for the block and once a field, and fails nothing", async () => {
  const warnings: string[] = [];
  const handle = await resolveRunner(LEGACY, {
    host: { logger: { warn: (warning) => void warnings.push(warning) } },
  });
  assert.equal(handle.engine, "subprocess");
  assert.equal(handle.limits.memory_mb, 128);
  assert.match(warnings[0] ?? "", /the runtime block is retired/);
  assert.ok(warnings.includes("runtime.mode was read as runner.engine"));
  assert.equal(warnings.length, 10);
});

test("the other modes keep their names", () => {
  for (const mode of ["subprocess", "in-process"]) {
    assert.deepEqual(migrateRuntime({ runtime: { mode } }).manifest, { runner: { engine: mode } });
  }
});

test("what is in today's layout already stays, with a warning", () => {
  const { manifest, warnings } = migrateRuntime({
    runtime: { mode: "sandbox", env: ["KEY"], timeout_ms: 1 },
    runner: { engine: "sandbox" },
    secrets: { KEY: { vault: "mine" } },
  });
  assert.deepEqual(manifest, {
    runner: { engine: "sandbox", limits: { timeout_ms: 1 } },
    secrets: { KEY: { vault: "mine" } },
  });
  assert.ok(warnings.includes("runtime.mode is ignored: runner.engine is there already"));
});

test("a manifest without a runtime block comes back as it is", () => {
  const manifest = { runner: { engine: "sandbox" } };
  assert.deepEqual(migrateRuntime(manifest), { manifest, warnings: [] });
});

test("what the legacy block never had is refused with its path", () => {
  const refusals: [runtime: unknown, path: string][] = [
    [{ mode: "vm" }, "runtime.mode"],
    [{ mode: "__proto__" }, "runtime.mode"],
    [{ colour: 1 }, "runtime.colour"],
    [{ env: "KEY" }, "runtime.env"],
    [{ env: [1] }, "runtime.env[0]"],
    [{ fs: { execute: [] } }, "runtime.fs.execute"],
    [{ fs: { read: [1] } }, "runtime.fs.read[0]"],
    [{ network: { ingress: [] } }, "runtime.network.ingress"],
    [[], "runtime"],
  ];
  for (const [runtime, path] of refusals) {
    assert.throws(() => migrateRuntime({ runtime }), { name: "RunnerBlockError", path });
  }
});

test("names that are special to JavaScript are only names", () => {
  const runtime = JSON.parse('{"env":["__proto__"],"fs":{"read":{"__proto__":"a"}}}');
  const { manifest } = migrateRuntime({ runtime });
  assert.deepEqual(Object.keys(manifest["secrets"] ?? {}), ["__proto__"]);
  assert.deepEqual(Object.keys(manifest["inputsFiles"] ?? {}), ["__proto__"]);
});
