import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { HostileReport } from "./hostile-child.js";
import { JAVASCRIPT_PRODUCTIONS, TYPESCRIPT_PRODUCTIONS } from "./productions.js";

const child = fileURLToPath(new URL("hostile-child.js", import.meta.url));

/** No hostile text may cost its host more than this, on a machine with other things to do. */
const MAX_MILLISECONDS = 8_000;

for (const place of ["main", "worker"]) {
  describe(`hostile text on the ${place} thread`, () => {
    const run = spawnSync(process.execPath, [child, place], {
      encoding: "utf8",
      maxBuffer: 2 ** 26,
      timeout: 180_000,
      killSignal: "SIGKILL",
    });
    const reports = run.stdout
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line): HostileReport => JSON.parse(line));

    test("never ends the process", () => {
      assert.equal(run.status, 0, `${run.signal}: ${run.stderr.slice(0, 2_000)}`);
      const expected =
        JAVASCRIPT_PRODUCTIONS.length +
        3 * (JAVASCRIPT_PRODUCTIONS.length + TYPESCRIPT_PRODUCTIONS.length);
      assert.equal(reports.length, expected);
    });

    test("is refused when it nests, and only then", () => {
      const flat = new Set(JAVASCRIPT_PRODUCTIONS.filter((p) => p.flat).map((p) => p.name));
      for (const { language, name, outcome } of reports) {
        if (language !== "javascript") continue;
        assert.equal(outcome, flat.has(name) ? "accepted" : "refused", name);
      }
    });

    test("ends in a GuestSyntaxError or a program, nothing else", () => {
      for (const { language, name, outcome } of reports) {
        assert.match(outcome, /^(accepted|refused)$/, `${language}: ${name}`);
      }
    });

    test("takes bounded time", () => {
      for (const { language, name, milliseconds } of reports) {
        assert.ok(milliseconds < MAX_MILLISECONDS, `${language}: ${name} took ${milliseconds} ms`);
      }
    });
  });
}
