// Everything that is checked without running the code: format and lint, the direction of
// imports, what may run in a browser, what packages export, and that public names are documented.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { checkDocumented } from "./check-documented.mjs";
import { checkImports } from "./check-imports.mjs";
import { checkPackages } from "./check-packages.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

const problems = [
  ...checkFormat(),
  ...checkImports(root),
  ...checkDocumented(root),
  ...(await checkPackages(root)),
];
for (const problem of problems) console.error(`check: ${problem}`);
if (problems.length > 0) process.exit(1);
console.log("check: format, imports, exports and documentation are in order");

function checkFormat() {
  const { status } = spawnSync("node_modules/.bin/biome", ["check", "--error-on-warnings", "."], {
    cwd: root,
    stdio: "inherit",
  });
  return status === 0 ? [] : ["biome found something; `npm run format` mends most of it"];
}
