/** The first failure, with file and field. Verifies block.validate. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { validateRunner } from "../src/index.js";

const workspace = mkdtempSync(join(tmpdir(), "execbox-validate-"));
after(() => rmSync(workspace, { recursive: true }));

function manifest(name: string, text: string): string {
  const path = join(workspace, name);
  writeFileSync(path, text);
  return path;
}

test("Markdown, YAML and JSON manifests are read", async () => {
  for (const [name, text] of [
    ["TOOL.md", "---\nrun: main.ts\nrunner: { engine: sandbox }\n---\n# Tool\n"],
    ["tool.yaml", "runner:\n  engine: sandbox\n"],
    ["tool.json", '{ "runner": { "engine": "sandbox" } }'],
  ] as const) {
    const file = manifest(name, text);
    assert.deepEqual(await validateRunner(file), {
      ok: true,
      file,
      runner: { engine: "sandbox" },
      warnings: [],
    });
  }
});

test("a manifest without a runner is fine; a legacy one warns", async () => {
  const plain = await validateRunner(manifest("a.yaml", "name: x\n"));
  assert.deepEqual([plain.ok, plain.warnings], [true, []]);
  const legacy = await validateRunner(manifest("b.yaml", "runtime: { mode: sandbox }\n"));
  assert.equal(legacy.ok && legacy.runner?.engine, "subprocess");
  assert.equal(legacy.warnings.length, 2);
});

test("the first failure is reported with its file and field", async () => {
  manifest("RUNNER.md", "---\nneeds: { native: [ok, 'not ok'] }\n---\n");
  const failures: [text: string, file: string, path: string][] = [
    ["runner: { engine: vm }", "tool.yaml", "runner.engine"],
    ["runner: { limits: { env: 1 }, image: 7 }", "tool.yaml", "runner.limits.env"],
    ["runner: { file: RUNNER.md }", "RUNNER.md", "runner.needs.native[1]"],
    ["runner: { file: ../x.md }", "tool.yaml", "runner.file"],
    ["runner: { engine: sandbox, image: nope }", "tool.yaml", "runner.image"],
    ["run: a.py\nrunner: { needs: { language: node } }", "tool.yaml", "runner.needs.language"],
    ["runtime: { mode: vm }", "tool.yaml", "runtime.mode"],
    ["runner: [", "tool.yaml", "YAML"],
    ["- 1", "tool.yaml", "manifest"],
  ];
  for (const [text, file, path] of failures) {
    const report = await validateRunner(manifest("tool.yaml", text));
    assert.ok(!report.ok, text);
    assert.equal(report.file.split("/").at(-1), file);
    assert.equal(report.path, path);
    assert.ok(report.message.includes(path), report.message);
  }
});

test("a file that is not there is a report, not an exception", async () => {
  const report = await validateRunner(join(workspace, "absent.md"));
  assert.ok(!report.ok && /ENOENT/.test(report.message));
});

test("a ref is accepted unresolved, and checked where the host resolves it", async () => {
  const file = manifest("ref.yaml", "runner: { ref: '@a/b' }\n");
  const open = await validateRunner(file);
  assert.ok(open.ok && open.runner === undefined);
  const checked = await validateRunner(file, { resolveRef: () => ({ engine: "vm" }) });
  assert.ok(!checked.ok && checked.path === "runner.ref(@a/b).engine");
});
