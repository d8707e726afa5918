import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/** What would go wrong for someone who installs our packages: files, exports, types. */
export async function checkPackages(root) {
  const problems = [];
  const typeChecks = [];
  for (const name of readdirSync(join(root, "packages"))) {
    const folder = join(root, "packages", name);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    problems.push(...checkManifest(manifest));
    if (manifest.private) continue;
    const { messages, pkg } = await publint({
      pkgDir: folder,
      level: "warning",
      strict: true,
      pack: false,
    });
    for (const message of messages) {
      problems.push(`${manifest.name}: ${formatMessage(message, pkg)}`);
    }
    typeChecks.push(checkTypes(root, folder, manifest.name));
  }
  return [...problems, ...(await Promise.all(typeChecks)).flat()];
}

/** Whether the types of the packed package resolve for whoever imports it. */
function checkTypes(root, folder, name) {
  const attw = join(root, "node_modules/.bin/attw");
  const args = ["--pack", folder, "--profile", "esm-only", "--format", "ascii", "--no-emoji"];
  return new Promise((resolve) => {
    execFile(attw, args, { cwd: root }, (error, stdout) => {
      resolve(error === null ? [] : [`${name}: its types do not resolve\n${stdout}`]);
    });
  });
}

/** What is wrong with a manifest of ours. */
export function checkManifest(manifest) {
  const problems = [];
  const entry = manifest.exports?.["."];
  if (manifest.type !== "module") problems.push(`${manifest.name} is not an ES module package`);
  if (manifest.license !== "MIT") problems.push(`${manifest.name} names no MIT license`);
  if (Object.keys(entry ?? {})[0] !== "types") {
    problems.push(`${manifest.name}: "types" must come first in its exports`);
  }
  for (const hook of ["preinstall", "install", "postinstall"]) {
    if (manifest.scripts?.[hook] !== undefined) {
      problems.push(`${manifest.name} has an install script; users get none from us`);
    }
  }
  return problems;
}
