// Runs the tests on every version of Node we support, and the contract of execute() on Bun and Deno.
//   npm run test:matrix                    everything: the whole test command on each Node
//   npm run test:matrix -- --quick         the contract only, inline and worker, on each of them
//   npm run test:matrix -- node24 deno     some of them
//   npm run test:matrix -- node24 quickjs  the tests with "quickjs" in their path
import { spawnSync } from "node:child_process";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { copyWorkspace, installNode } from "./workspace-copy.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const installed = (path) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));

const RUNTIMES = {
  node20: { command: [installed("node20/bin/node")] },
  node22: { command: [installed("node22/bin/node")] },
  node24: { command: [installed("node24/bin/node")] },
  node26: { command: [installed("node26/bin/node")] },
  bun: { command: [installed(".bin/bun")] },
  deno: { command: [installed(".bin/deno"), "run", "--allow-all"] },
};

const args = process.argv.slice(2);
const quick = args.includes("--quick");
const wanted = args.filter((arg) => arg in RUNTIMES);
const words = args.filter((arg) => !(arg in RUNTIMES) && arg !== "--quick");
const outcomes = [];
for (const [name, runtime] of Object.entries(RUNTIMES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  if (name.startsWith("node") && !quick) runTests(name, runtime);
  else for (const placement of ["inline", "worker"]) runContract(name, runtime, placement);
}
for (const { what, ok } of outcomes) console.log(`${ok ? "passed" : "FAILED"}  ${what}`);
process.exit(outcomes.every(({ ok }) => ok) ? 0 : 1);

/**
 * The whole test command, with this Node for every child that asks for one, in a copy of the
 * workspace: each Node needs a native module of its own, and none sees what is built meanwhile.
 */
function runTests(name, { command: [program] }) {
  const workspace = copyWorkspace(root, name);
  try {
    const bin = installNode(program, workspace.beside);
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
    const native = ["node", "scripts/native.mjs"];
    record(`${name}, native module`, native, env, workspace.folder);
    record(`${name}, every test`, ["node", "scripts/test.mjs", ...words], env, workspace.folder);
  } finally {
    workspace.remove();
  }
}

function runContract(name, { command }, placement) {
  const line = [...command, "scripts/matrix/contract.mjs", placement];
  record(`${name}, contract, ${placement}`, line, process.env);
}

function record(what, [program, ...line], env, cwd = root) {
  console.log(`\n== ${what}`);
  const { status } = spawnSync(program, line, { cwd, env, stdio: "inherit" });
  outcomes.push({ what, ok: status === 0 });
}
