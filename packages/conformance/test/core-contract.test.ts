import assert from "node:assert/strict";
import { test } from "node:test";
import * as core from "@execbox/core";

// Verifies name.core-exports.
test("core exports the functions users know", () => {
  const names = [
    "assertValidIdentifier",
    "createExecutionContext",
    "createTimeoutExecuteResult",
    "createToolCallDispatcher",
    "ExecuteFailure",
    "extractProviderManifests",
    "formatConsoleLine",
    "generateTypesFromJsonSchema",
    "isExecuteFailure",
    "isJsonSerializable",
    "isKnownExecuteErrorCode",
    "isReservedWord",
    "isValidIdentifier",
    "normalizeCode",
    "resolveProvider",
    "sanitizeIdentifier",
    "sanitizeToolName",
    "truncateLogs",
  ];
  const missing = names.filter((name) => typeof Reflect.get(core, name) !== "function");
  assert.deepEqual(missing, []);
});

test("codes, failures and timeouts", () => {
  assert.equal(core.isKnownExecuteErrorCode("timeout"), true);
  for (const value of ["root", "", null, {}, "constructor"]) {
    assert.equal(core.isKnownExecuteErrorCode(value), false);
  }
  const made = new core.ExecuteFailure("tool_error", "x");
  assert.equal(core.isExecuteFailure(made), true);
  assert.equal(core.isExecuteFailure({ ...made, name: made.name, message: "x" }), false);
  const result = core.createTimeoutExecuteResult();
  assert.equal(result.ok, false);
  assert.equal(result.ok ? "" : result.error.code, "timeout");
});

// Verifies core.manifests-plain: what extractProviderManifests gives is JSON all through.
test("manifests survive a JSON round trip", () => {
  const provider = core.resolveProvider({
    name: "tools",
    tools: { "read-file": { description: "Reads", execute: async () => 1 } },
  });
  const [manifest] = core.extractProviderManifests([provider]);
  const text = JSON.stringify(manifest);
  assert.equal(JSON.stringify(JSON.parse(text)), text);
  assert.equal(manifest?.tools["read_file"]?.originalName, "read-file");
});

// Verifies core.dispatcher-invokes and core.dispatcher-unknown.
test("the dispatcher calls by names and never throws", async () => {
  const provider = core.resolveProvider({
    name: "tools",
    tools: { echo: { execute: async (input: unknown) => input } },
  });
  const dispatch = core.createToolCallDispatcher([provider], new AbortController().signal);
  const call = (providerName: string, safeToolName: string) =>
    dispatch({ providerName, safeToolName, input: 7 });
  assert.deepEqual(await call("tools", "echo"), { ok: true, result: 7 });
  for (const [providerName, toolName] of [
    ["tools", "nothing"],
    ["other", "echo"],
    ["tools", "constructor"],
    ["__proto__", "toString"],
  ]) {
    assert.equal((await call(String(providerName), String(toolName))).ok, false);
  }
});
