// Installs the native V8 engine for the Node that runs this, beside what package.json names. Most
// people never need it, and on Node 20 it is compiled; so it is no dependency of the workspace.
import { spawnSync } from "node:child_process";
import {
  findNative,
  loadNative,
  versionFor,
} from "../packages/isolated-vm/dist/src/load-native.js";

if (isThere()) {
  console.log(`isolated-vm for Node ${process.versions.node} is there`);
  process.exit();
}
const wanted = `isolated-vm@${versionFor(process.versions.node)}`;
console.log(`installing ${wanted} for Node ${process.versions.node}`);
const { status } = spawnSync(
  "npm",
  ["install", "--no-save", "--no-fund", "--no-audit", "--no-package-lock", wanted],
  { stdio: "inherit", cwd: new URL("../", import.meta.url) },
);
process.exitCode = status ?? 1;

/** Whether one is there that this Node can load. */
function isThere() {
  try {
    loadNative(findNative());
    return true;
  } catch {
    return false;
  }
}
