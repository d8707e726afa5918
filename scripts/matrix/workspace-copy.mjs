// A copy of the built workspace, and a Node beside it that is whole.
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

/** What no test reads: the tools of other scripts, and the history. */
const LEFT_OUT = [".git", "bench/node_modules", "scripts/matrix/node_modules", "site/node_modules"];

/** Copies the workspace at `root`; whoever asked for it removes it. */
export function copyWorkspace(root, name) {
  const home = mkdtempSync(join(realpathSync(tmpdir()), `execbox-${name}-`));
  const folder = join(home, "workspace");
  cpSync(root, folder, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !LEFT_OUT.includes(relative(root, path)),
  });
  const remove = () => rmSync(home, { recursive: true, force: true });
  return { folder, beside: join(home, "node"), remove };
}

/**
 * Puts a Node where an installer would, with the npm that runs this script beside it: the one on
 * the registry comes alone. Gives the folder for `PATH`.
 */
export function installNode(program, prefix) {
  const bin = join(prefix, "bin");
  mkdirSync(bin, { recursive: true });
  place(realpathSync(program), join(bin, "node"));
  const npm = dirname(dirname(realpathSync(process.env.npm_execpath)));
  cpSync(npm, join(prefix, "lib/node_modules/npm"), { recursive: true, verbatimSymlinks: true });
  for (const name of ["npm", "npx"]) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name));
  }
  return bin;
}

/** A second name for the file where that is possible: Node is a hundred megabytes. */
function place(file, path) {
  try {
    linkSync(file, path);
  } catch {
    cpSync(file, path);
  }
}
