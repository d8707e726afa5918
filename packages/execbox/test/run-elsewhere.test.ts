// `run` with another engine and in other places, each seen to be the one that was asked for.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { findIsolatedVm } from "@execbox/isolated-vm";
import { folderWith } from "./folder.js";
import { execbox } from "./support.js";

const MODULE = "export default () => ";
/** QuickJS is built without internationalisation; V8 has it. */
const WHICH = `typeof Intl === "object" ? "V8" : "QuickJS"`;

const withoutV8 = findIsolatedVm() === undefined && "isolated-vm is missing: npm run native";
const withoutPodman =
  spawnSync("podman", ["--version"]).status !== 0 &&
  "podman is not installed: apt-get install podman";

for (const placement of ["inline", "worker", "process"]) {
  test(`--placement ${placement} runs snippets and modules`, async () => {
    const args = ["--placement", placement];
    for (const code of [WHICH, MODULE + WHICH]) {
      const ran = await execbox(["run", "-e", code, ...args]);
      assert.deepEqual(ran, { code: 0, out: "QuickJS\n", err: "" });
    }
  });

  test(`--engine isolated-vm --placement ${placement} is V8`, { skip: withoutV8 }, async () => {
    const args = ["--engine", "isolated-vm", "--placement", placement];
    for (const code of [WHICH, MODULE + WHICH]) {
      const ran = await execbox(["run", "-e", code, ...args]);
      assert.deepEqual(ran, { code: 0, out: "V8\n", err: "" });
    }
    const failed = await execbox(["run", "-e", "const x = 1;\n  foo.bar()", ...args]);
    assert.equal(failed.code, 1);
    assert.match(failed.err, /foo is not defined[\s\S]*> 2 \| {3}foo\.bar\(\)\n {4}\| {3}\^\n/);
  });
}

/** A tool that looks, from outside, at what runs the program that calls it. */
const WITNESS = {
  "tools.mjs": `import { execFileSync } from "node:child_process";
const list = () => execFileSync("podman", ["ps", "--format", "{{.Names}}"], { encoding: "utf8" });
export const machine = { tools: { containers: { execute: () => list().trim().split("\\n") } } };
`,
};

test("--placement container runs in one, and leaves none", {
  skip: withoutPodman,
}, async (context) => {
  const folder = await folderWith(context, WITNESS);
  const args = ["--placement", "container", "--timeout", "60s", "--json"];
  const tools = ["--tools", join(folder, "tools.mjs")];
  const code = "await machine.containers()";
  const ran = await execbox(["run", "-e", code, ...args, ...tools]);
  assert.equal(ran.code, 0, ran.err);
  const [name = ""] = JSON.parse(ran.out).result;
  assert.match(name, /^execbox-/);
  const list = spawnSync("podman", ["ps", "--all", "--format", "{{.Names}}"], { encoding: "utf8" });
  assert.equal(list.stdout.includes(name), false);
});
