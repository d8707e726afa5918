// Verifies v8.optional, v8.no-code-cache.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { loadNative, versionFor } from "../src/load-native.js";

test("a missing package: which version to install, and the flag", () => {
  assert.throws(
    () => loadNative(undefined),
    (error: Error) => {
      assert.match(error.message, /not installed: npm install isolated-vm@/);
      assert.ok(error.message.includes(`isolated-vm@${versionFor(process.versions.node)} `));
      assert.match(error.message, /--no-node-snapshot/);
      return true;
    },
  );
});

test("a package that was not built: the reason, and the same advice", () => {
  const folder = mkdtempSync(join(tmpdir(), "execbox-v8-"));
  try {
    const file = join(folder, "isolated-vm.cjs");
    writeFileSync(file, `module.exports = require("./out/isolated_vm").ivm;`);
    assert.throws(() => loadNative(file), /cannot be loaded \(Cannot find module.*npm install/s);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("each Node has its version", () => {
  const versions = ["20.19.0", "22.1.0", "24.4.0", "26.0.0"].map(versionFor);
  assert.deepEqual(versions, ["5.0.4", "6", "6", "7"]);
});

test("nothing but our own runtime is compiled with a cache", () => {
  const folder = new URL("../../src/", import.meta.url);
  const users = readdirSync(folder).filter(
    (name) =>
      name !== "native.ts" &&
      /cachedData|CachedData/.test(readFileSync(new URL(name, folder), "utf8")),
  );
  assert.deepEqual(users, ["isolates.ts"]);
});
