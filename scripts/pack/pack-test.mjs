// As a new user, in a clean folder, from packed tarballs: install, and every command of the README.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { codeBlocks } from "../docs/code-blocks.mjs";
import { pages } from "../docs/pages.mjs";
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
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
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

/** Runs lines as a shell would, in the user's folder; the registry answers meanwhile. */
async function shell(lines, { expect = 0, cwd = home } = {}) {
  const child = spawn("sh", ["-ec", lines], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), 240_000);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  clearTimeout(timer);
  assert.equal(status, expect, `${lines}\nexit ${status}\n${stdout}\n${stderr}`);
  return { stdout, stderr };
}

test("npm install execbox, and how much that is", async () => {
  await shell("npm install execbox");
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

test("the README's first example prints what it says", async () => {
  const [first] = codeBlocks(readme).filter(({ language }) => language === "ts");
  writeFileSync(join(home, "first.mjs"), first.code);
  assert.match((await shell("node first.mjs")).stdout, /ok: true,[\s\S]*result: 42/);
});

test("execbox runs, checks what is missing, and makes a project that starts", async () => {
  assert.equal(
    (await shell("npx execbox run -e '[1, 2, 3].map((n) => n * 2)'")).stdout,
    "[ 2, 4, 6 ]\n",
  );
  assert.match(
    (await shell("npx execbox check -e 1", { expect: 69 })).stderr,
    /npm install typescript/,
  );
  assert.match((await shell("npx execbox doctor")).stdout, /quickjs, worker +works/);
  await shell("npx execbox init shop");
  writeFileSync(join(home, "shop/.npmrc"), readFileSync(join(home, ".npmrc")));
  const cwd = join(home, "shop");
  await shell("npm install", { cwd });
  assert.match((await shell("npm start", { cwd })).stdout, /\{ customer: 'ada', eur: 94 \}/);
  assert.match((await shell("npm run check", { cwd })).stdout, /no problem found/);
  assert.match((await shell("node embed.mjs", { cwd })).stdout, /JavaScript is \d+ years old/);
});

for (const { path, blocks } of pages()) {
  const forUsers = blocks.filter(({ marks }) => marks.has("user"));
  if (forUsers.length === 0) continue;
  test(`what ${path} marks for a new user runs as it stands`, async () => {
    for (const { code, line, marks } of forUsers) {
      if (marks.has("file")) {
        writeFileSync(join(home, marks.get("file")), code);
        continue;
      }
      try {
        await shell(code);
      } catch (error) {
        throw new Error(`${path}:${line}: ${error.message}`, { cause: error });
      }
    }
  });
}

function sizeOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
