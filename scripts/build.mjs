// Builds everything: the code that runs inside the sandbox as one string, then every package,
// then what is made by running them.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const root = new URL("../", import.meta.url);
const at = (path) => fileURLToPath(new URL(path, root));

buildGuest();
run("tsc", ["-b", "--pretty"]);
bundlePackages();
await buildEngineFiles();
buildBodyPrograms();
await buildRunnerSchema();

/** The guest runtime as an expression: evaluating it leaves no name behind in the realm. */
function buildGuest() {
  run("tsc", ["-p", "packages/guest/runtime", "--pretty"]);
  const { outputFiles } = buildSync({
    entryPoints: [at("packages/guest/runtime/index.ts")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "execbox",
    target: "es2023",
    charset: "ascii",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
  });
  const runtime = `(()=>{"use strict";${outputFiles[0].text.trim()};return execbox.boot})()`;
  write(
    "packages/guest/src/generated/runtime.ts",
    [
      "/** The guest runtime as one ASCII expression whose value is its `boot` function. */",
      `export const GUEST_RUNTIME: string = ${JSON.stringify(runtime)};`,
      "",
    ].join("\n"),
  );
}

/**
 * Each package as one file. Node takes longer to find and read a hundred small modules than to
 * run everything in them; tests import the small ones.
 */
function bundlePackages() {
  for (const name of readdirSync(at("packages"))) {
    const manifest = JSON.parse(readFileSync(at(`packages/${name}/package.json`), "utf8"));
    const entries = entriesOf(manifest).map((path) => at(`packages/${name}/${path}`));
    // Chunks are named after their content: those of the last build must not be packed.
    rmSync(at(`packages/${name}/dist/bundle/chunks`), { recursive: true, force: true });
    buildSync({
      entryPoints: entries,
      outdir: at(`packages/${name}/dist/bundle`),
      outbase: at(`packages/${name}/dist/src`),
      bundle: true,
      splitting: entries.length > 1,
      chunkNames: "chunks/[name]-[hash]",
      external: externalsOf(manifest),
      minifySyntax: true,
      minifyWhitespace: true,
      format: "esm",
      platform: "neutral",
      target: "es2023",
      sourcemap: true,
    });
  }
}

/** The compiled files that a package's exports and commands are bundled from. */
function entriesOf({ exports, bin = {} }) {
  return [
    ...Object.values(exports).map(({ types }) => types.replace(/\.d\.ts$/, ".js")),
    ...Object.values(bin).map((path) => path.replace("dist/bundle/", "dist/src/")),
  ];
}

/** What stays an import: Node, our packages, and whatever users install beside them. */
function externalsOf({ dependencies, peerDependencies, optionalDependencies }) {
  const names = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
  // acorn goes along: finding and reading it as a file of its own costs more than running it.
  return ["@execbox/*", "node:*", ...names.filter((name) => name !== "acorn")];
}

/** What threads and children start from: programs in one file each, and QuickJS with its booted image. */
async function buildEngineFiles() {
  for (const engine of ["quickjs", "isolated-vm"]) bundlePrograms(engine);
  await buildQuickJsImage();
}

function bundlePrograms(engine) {
  const program = {
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    // Native, and loaded only when guest code is TypeScript.
    external: ["oxc-transform"],
    logOverride: { "empty-import-meta": "silent", "ignored-bare-import": "silent" },
  };
  buildSync({
    ...program,
    entryPoints: [at(`packages/${engine}/dist/src/worker-entry.js`)],
    outfile: at(`packages/${engine}/dist/bundle/worker.cjs`),
    format: "cjs",
  });
  buildSync({
    ...program,
    entryPoints: [at(`packages/${engine}/dist/src/process-entry.js`)],
    outfile: at(`packages/${engine}/dist/bundle/process.js`),
    format: "esm",
  });
}

async function buildQuickJsImage() {
  const load = (name) => import(new URL(`packages/quickjs/dist/src/${name}.js`, root));
  const [{ patchEngine }, { EXPORT_NAMES }, { bootFrom }, { encodeImage }] = await Promise.all(
    ["wasm-patch", "binding", "load-wasm", "image-file"].map(load),
  );
  const require = createRequire(new URL("packages/quickjs/package.json", root));
  const shipped = readFileSync(require.resolve("quickjs-wasi/quickjs.wasm"));
  const { base } = await bootFrom(shipped);
  write("packages/quickjs/dist/bundle/engine.wasm", patchEngine(shipped, EXPORT_NAMES));
  write("packages/quickjs/dist/bundle/base.image", encodeImage(base));
}

/** What runs inside the process of a runner's body: files that need nothing beside them. */
function buildBodyPrograms() {
  buildSync({
    entryPoints: ["module-body", "type-hooks"].map((name) =>
      at(`packages/runner/dist/src/body/${name}.js`),
    ),
    outdir: at("packages/runner/dist/bundle/body"),
    // There is no package.json beside them where they run.
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    platform: "node",
    target: "node20",
    format: "esm",
  });
}

/** The JSON Schema of the runner block, for whoever checks manifests without our code. */
async function buildRunnerSchema() {
  const { runnerSchema } = await import(
    new URL("packages/runner/dist/src/block/schema-file.js", root)
  );
  write("packages/runner/RUNNER.schema.json", `${JSON.stringify(runnerSchema(), null, 2)}\n`);
}

/** Writes a file, or leaves it alone when nothing changed: incremental builds stay incremental. */
function write(path, content) {
  const file = at(path);
  mkdirSync(fileURLToPath(new URL(".", new URL(path, root))), { recursive: true });
  if (!Buffer.from(content).equals(read(file))) writeFileSync(file, content);
}

function read(file) {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

function run(command, args) {
  const { status } = spawnSync(at(`node_modules/.bin/${command}`), args, {
    stdio: "inherit",
    cwd: fileURLToPath(root),
  });
  if (status !== 0) process.exit(status ?? 1);
}
