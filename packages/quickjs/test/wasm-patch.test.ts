import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { EXPORT_NAMES } from "../src/binding.js";
import { COUNTER_NAME, patchEngine } from "../src/wasm-patch.js";

const wasm = readFileSync(createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm"));

test("the patched engine exports what we call, the counter, and nothing else", () => {
  const module = new WebAssembly.Module(patchEngine(wasm, EXPORT_NAMES));
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  assert.deepEqual(names.toSorted(), [...EXPORT_NAMES, COUNTER_NAME].toSorted());
});

test("the patch adds a handful of bytes to the code and changes no import", () => {
  const imports = (bytes: Uint8Array<ArrayBuffer>) =>
    WebAssembly.Module.imports(new WebAssembly.Module(bytes));
  assert.deepEqual(imports(patchEngine(wasm, EXPORT_NAMES)), imports(new Uint8Array(wasm)));
});

test("an engine that lacks what we need is refused by name", () => {
  assert.throws(() => patchEngine(wasm, ["qjs_missing"]), /does not export qjs_missing/);
  assert.throws(() => patchEngine(wasm.subarray(0, 5_000), EXPORT_NAMES));
});
