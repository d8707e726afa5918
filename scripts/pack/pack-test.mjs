// As a new user, in a clean folder, from packed tarballs: install, and every command of the README.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { codeBlocks } from "../docs/code-blocks.mjs";
import { openRegistry } from "./registry.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "execbox-user-"));
const readme = readFileSync(join(root, "README.md"), "utf8");
let registry;

before(async () => {
  const packages = readdirSync(join(root, "packages")).map(pack);
  const upstream = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
  registry = await openRegistry(packages, upstream);
  writeFileSync(
    join(home, ".npmrc"),
    `registry=${registry.url}\nfund=false\naudit=false\nreplace-registry-host=never\ncache=${join(home, ".cache")}\n`,
  );
  writeFileSync(
    join(home, "package.json"),
    '{ "name": "new-user", "private": true, "type": "module" }',
  );
});

after(() => {
  registry?.close();
  rmSync(home, { recursive: true, force: true });
});

function pack(name) {
  const folder = join(root, "packages", name);
  const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--pack-destination", home], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { manifest, tarball: join(home, filename) };
}

/** Runs a line as a shell would, in the user's folder; resolves to what it printed. */
function shell(line, { expect = 0, cwd = home, input = "" } = {}) {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], {
    cwd,
    encoding: "utf8",
    input,
    timeout: 180_000,
  });
  assert.equal(status, expect, `${line}\nexit ${status}\n${stdout}\n${stderr}`);
  return { stdout, stderr };
}

test("npm install execbox, and how much that is", () => {
  shell("npm install execbox");
  const ours =
    sizeOf(join(home, "node_modules/@execbox")) + sizeOf(join(home, "node_modules/execbox"));
  const all = sizeOf(join(home, "node_modules"));
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  console.log(`installed: ${megabytes(all)} MB, of which ours ${megabytes(ours)} MB`);
  const [, stated] = /installs? (\d+) MB/.exec(readme) ?? [];
  assert.ok(stated !== undefined, "the README states the installed size: installs N MB");
  assert.ok(all / 1e6 <= Number(stated), `the README says ${stated} MB, it is ${megabytes(all)}`);
  const optional = ["isolated-vm", "@modelcontextprotocol", "yaml", "typescript"];
  const there = readdirSync(join(home, "node_modules"));
  assert.deepEqual(
    optional.filter((name) => there.includes(name)),
    [],
  );
});

test("the README's first example prints what it says", () => {
  const [first] = codeBlocks(readme).filter(({ language }) => language === "ts");
  writeFileSync(join(home, "first.mjs"), first.code);
  assert.match(shell("node first.mjs").stdout, /ok: true,[\s\S]*result: 42/);
});

test("execbox runs, checks what is missing, and makes a project that starts", () => {
  assert.equal(shell("npx execbox run -e '[1, 2, 3].map((n) => n * 2)'").stdout, "[ 2, 4, 6 ]\n");
  assert.match(shell("npx execbox check -e 1", { expect: 69 }).stderr, /npm install typescript/);
  assert.match(shell("npx execbox doctor").stdout, /quickjs, worker +works/);
  shell("npx execbox init shop");
  writeFileSync(join(home, "shop/.npmrc"), readFileSync(join(home, ".npmrc")));
  const cwd = join(home, "shop");
  shell("npm install", { cwd });
  assert.match(shell("npm start", { cwd }).stdout, /\{ customer: 'ada', eur: 94 \}/);
  assert.match(shell("npm run check", { cwd }).stdout, /no problem found/);
  assert.match(shell("node embed.mjs", { cwd }).stdout, /JavaScript is \d+ years old/);
});

test("what is marked for a new user in the README runs as it stands", () => {
  const blocks = codeBlocks(readme).filter(({ marks }) => marks.has("user"));
  assert.ok(blocks.length > 0, "the README has blocks for a new user");
  for (const { code, line, marks } of blocks) {
    if (marks.has("file")) {
      writeFileSync(join(home, marks.get("file")), code);
      continue;
    }
    const result = spawnSync("sh", ["-ec", code], {
      cwd: home,
      encoding: "utf8",
      input: "",
      timeout: 300_000,
    });
    assert.equal(
      result.status,
      0,
      `README.md:${line}\n${code}\n${result.stdout}\n${result.stderr}`,
    );
  }
});

function sizeOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
