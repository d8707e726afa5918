import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { globSync } from "./glob.mjs";

/** Who may import whom; each layer sees the ones before it. DESIGN: imports go one way. */
const LAYERS = [
  ["source"],
  ["core"],
  ["protocol"],
  ["guest", "quickjs", "isolated-vm", "placement"],
  ["remote", "nats", "run-code", "runner", "mcp"],
  ["conformance"],
  ["execbox"],
  ["trials"],
];

/** Packages that must run in a browser. */
const BROWSER_SAFE = ["source", "core", "protocol", "guest", "quickjs"];

/** Imports that point backwards or sideways where they must not, and `node:` where it must not be. */
export function checkImports(root) {
  const problems = [];
  for (const name of readdirSync(join(root, "packages"))) {
    const folder = join(root, "packages", name);
    const declared = readDependencies(folder);
    for (const file of globSync(folder, sourceFolders(folder), /\.ts$/)) {
      const where = relative(root, file);
      for (const specifier of importsOf(file)) {
        const problem = judge(name, specifier, declared);
        if (problem !== undefined) problems.push(`${where}: ${problem}`);
      }
    }
  }
  return problems;
}

function sourceFolders(folder) {
  return ["src", "runtime"].filter((name) => existsSync(join(folder, name)));
}

function judge(name, specifier, declared) {
  if (specifier.startsWith(".")) return undefined;
  if (specifier.startsWith("node:")) {
    return BROWSER_SAFE.includes(name)
      ? `imports ${specifier}, but this package must run in a browser`
      : undefined;
  }
  const target = /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)[0];
  if (!declared.has(target)) return `imports ${target}, which its package.json does not name`;
  const ours = /^(?:@execbox\/)?(.+)$/.exec(target)[1];
  if (!target.startsWith("@execbox/") && target !== "execbox") return undefined;
  return layerOf(ours) <= layerOf(name) ? undefined : `imports ${target}, which stands above it`;
}

function layerOf(name) {
  const layer = LAYERS.findIndex((names) => names.includes(name));
  if (layer < 0) throw new Error(`packages/${name} has no layer in check-imports.mjs`);
  return layer;
}

function readDependencies(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return new Set([
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
    ...Object.keys(manifest.optionalDependencies ?? {}),
  ]);
}

function importsOf(file) {
  const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  // Statements begin a line; `import("…")` may stand anywhere.
  const pattern =
    /^\s*import\s+"([^"\n]+)"|^\s*(?:import|export)\b[^;"]*?\bfrom\s+"([^"\n]+)"|\bimport\("([^"\n]+)"\)/gm;
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3]);
}
