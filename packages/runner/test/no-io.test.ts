/** Importing a module that defines runners does nothing else. Verifies block.no-io. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const PACKAGES = fileURLToPath(new URL("../../../..", import.meta.url));

test("under a permission model that allows reading alone, it imports in silence", () => {
  const folder = mkdtempSync(join(tmpdir(), "execbox-no-io-"));
  const entry = join(folder, "tool.mjs");
  const library = new URL("../../dist/bundle/index.js", import.meta.url);
  writeFileSync(
    entry,
    `import fs from "node:fs";
     import { syncBuiltinESMExports } from "node:module";
     const { defineRunner } = await import(${JSON.stringify(library.href)});
     // From here on even reading is noticed.
     for (const name of ["readFileSync", "openSync", "readFile", "open", "statSync"]) {
       fs[name] = () => { throw new Error("I/O: " + name) };
     }
     syncBuiltinESMExports();
     const handle = defineRunner({ engine: "sandbox", needs: { native: ["ffmpeg"] } });
     handle.resolveForOrigin("workspace");
     await new Promise(setImmediate);
     const left = process.getActiveResourcesInfo().filter((name) => !name.includes("Pipe"));
     if (left.length > 0) throw new Error("left: " + left);`,
  );
  const flag =
    Number(process.versions.node.split(".")[0]) >= 24
      ? "--permission"
      : "--experimental-permission";
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [flag, "--no-warnings", `--allow-fs-read=${PACKAGES}`, `--allow-fs-read=${folder}`, entry],
    { encoding: "utf8", env: {} },
  );
  rmSync(folder, { recursive: true });
  assert.equal(stdout + stderr, "");
  assert.equal(status, 0);
});
