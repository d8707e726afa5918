// The checks can fail: each is shown something it must refuse.
// Verifies import.one-way, import.browser-safe, import.native-injected, import.checked, node.esm-only.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkImports } from "./check-imports.mjs";
import { checkManifest } from "./check-packages.mjs";

const root = mkdtempSync(join(tmpdir(), "execbox-check-"));
after(() => rmSync(root, { recursive: true }));

/** The problems of a workspace with one package that has one file. */
function problemsOf(name, dependencies, source) {
  const folder = join(root, "packages", name);
  rmSync(join(root, "packages"), { recursive: true, force: true });
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, dependencies }));
  writeFileSync(join(folder, "src", "file.ts"), source);
  return checkImports(root);
}

test("an import that points upwards is found, in every form", () => {
  const dependencies = { "@execbox/protocol": "*" };
  for (const source of [
    'import { x } from "@execbox/protocol";',
    'import {\n  x,\n  y,\n} from "@execbox/protocol";',
    'export * from "@execbox/protocol";',
    'import "@execbox/protocol";',
    'const late = await import("@execbox/protocol");',
  ]) {
    assert.match(problemsOf("core", dependencies, source).join(), /stands above it/, source);
  }
  assert.deepEqual(
    problemsOf("quickjs", dependencies, 'import { x } from "@execbox/protocol";'),
    [],
  );
});

test("node: in a package for browsers is found, and allowed elsewhere", () => {
  const source = 'import { readFile } from "node:fs";';
  for (const name of ["source", "core", "protocol", "guest", "quickjs"]) {
    assert.match(problemsOf(name, {}, source).join(), /must run in a browser/, name);
  }
  assert.deepEqual(problemsOf("placement", {}, source), []);
});

test("a package that is not declared is found; text that only looks like an import is not", () => {
  assert.match(problemsOf("core", {}, 'import zod from "zod";').join(), /does not name/);
  assert.deepEqual(problemsOf("core", {}, `const word = 'import"x"'; // import "y"`), []);
});

test("this workspace passes", () => {
  assert.deepEqual(checkImports(fileURLToPath(new URL("../", import.meta.url))), []);
});

test("a package must be an ES module, MIT, types first, without install scripts", () => {
  const good = {
    name: "good",
    type: "module",
    license: "MIT",
    exports: { ".": { types: "./a.d.ts", default: "./a.js" } },
  };
  assert.deepEqual(checkManifest(good), []);
  for (const change of [
    { type: "commonjs" },
    { license: "GPL" },
    { exports: { ".": { default: "./a.js", types: "./a.d.ts" } } },
    { scripts: { postinstall: "node evil.js" } },
  ]) {
    assert.equal(checkManifest({ ...good, ...change }).length, 1);
  }
});
