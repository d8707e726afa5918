import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, TOOLS } from "./folder.js";
import { execbox } from "./support.js";

test("types prints the declarations of every provider", async (context) => {
  const folder = await folderWith(context, TOOLS);
  const { out, code } = await execbox(["types", "--tools", join(folder, "tools.ts")]);
  assert.equal(code, 0);
  assert.match(
    out,
    /declare namespace shop \{\n {2}\/\*\* Orders of a customer \*\/\n {2}function orders\(input: \{ customer: string \}\)/,
  );
  assert.match(out, /declare namespace codemode \{\n {2}function add\(/);
  assert.equal((await execbox(["types"])).code, 64);
});

test("init writes a project whose program runs and checks as its scripts say", async (context) => {
  const folder = await folderWith(context);
  const home = join(folder, "My Sandbox");
  const { out, code } = await execbox(["init", home]);
  assert.equal(code, 0);
  assert.match(out, /npm install && npm start/);
  const manifest = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  assert.equal(manifest.name, "my-sandbox");
  assert.match(manifest.dependencies.execbox, /^\^\d/);
  const inside = (script: string) =>
    script
      .replace(/^execbox /, "")
      .split(" ")
      .map((word) => (/\.(?:ts|json)$/.test(word) ? join(home, word) : word));
  const started = await execbox(inside(manifest.scripts.start));
  assert.deepEqual(started, { code: 0, out: "{ customer: 'ada', eur: 94 }\n", err: "orders: 2\n" });
  assert.match((await execbox(inside(manifest.scripts.check))).out, /no problem found/);
  assert.match((await execbox(inside(manifest.scripts.types))).out, /declare namespace shop/);
  for (const file of await readdir(home)) assert.ok(out.includes(file), file);
});

test("init overwrites nothing", async (context) => {
  const folder = await folderWith(context, { "tools.ts": "mine" });
  const { code, err } = await execbox(["init", folder]);
  assert.equal(code, 1);
  assert.match(err, /has tools\.ts already; nothing was written/);
  assert.deepEqual(await readdir(folder), ["tools.ts"]);
});
