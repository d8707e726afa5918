import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import type { RequirementId } from "../../requirements/index.js";
import { defineSuite } from "../../verify.js";

const SOURCE = "touch(); export default 1";

/** Options that make no sense, and what the message names. */
const mistakes: readonly [id: RequirementId, options: unknown, names: RegExp][] = [
  ["code.unknown-option", { nonsense: 1 }, /options\.nonsense/],
  ["code.unknown-option", { global: {} }, /options\.global\b.*globals/],
  ["time.no-run-code-deadline", { timeout: 1_000 }, /options\.timeout\b.*terminate/],
  ["time.no-run-code-deadline", { timeoutMs: 1_000 }, /options\.timeoutMs\b.*terminate/],
  ["code.unknown-option", { execute: { name: "x" } }, /options\.execute\.name/],
  ["refuse.run-code-throws", { execute: "main" }, /options\.execute\b/],
  ["refuse.run-code-throws", { execute: { fn: 1 } }, /options\.execute\.fn/],
  ["refuse.run-code-throws", { execute: { args: "ab" } }, /options\.execute\.args/],
  ["code.import-bare-only", { imports: { "./fs": {} } }, /options\.imports\["\.\/fs"\]/],
  ["code.import-bare-only", { imports: { "../fs": {} } }, /options\.imports\["\.\.\/fs"\]/],
  ["code.import-bare-only", { imports: { "/fs": {} } }, /options\.imports\["\/fs"\]/],
  ["code.import-bare-only", { imports: { "https://x.dev/a": {} } }, /imports\["https:/],
  ["code.import-bare-only", { imports: { "node:fs": {} } }, /imports\["node:fs"\]/],
  ["code.import-bare-only", { imports: { "": {} } }, /options\.imports\[""\]/],
  ["refuse.run-code-throws", { imports: { fs: 1 } }, /options\.imports\["fs"\]/],
  ["refuse.run-code-throws", { imports: { fs: null } }, /options\.imports\["fs"\]/],
  ["refuse.run-code-throws", { imports: [] }, /options\.imports/],
  ["code.module-relative-keys", { modules: { "math.js": "" } }, /options\.modules\["math\.js"\]/],
  ["code.module-relative-keys", { modules: { "/math.js": "" } }, /modules\["\/math\.js"\]/],
  ["code.module-relative-keys", { modules: { "https://x/a": "" } }, /modules\["https:/],
  ["code.module-relative-keys", { modules: { "./": "" } }, /options\.modules\["\.\/"\]/],
  ["refuse.run-code-throws", { modules: { "./a.js": 1 } }, /options\.modules\["\.\/a\.js"\]/],
  ["refuse.run-code-throws", { modules: { "./a.js": "", "./b/../a.js": "" } }, /same module/],
  ["module.globals-names", { globals: { undefined: 1 } }, /options\.globals\["undefined"\]/],
  ["module.globals-names", { globals: { NaN: 1 } }, /options\.globals\["NaN"\]/],
  ["module.globals-names", { globals: { Infinity: 1 } }, /options\.globals\["Infinity"\]/],
  ["module.globals-names", { globals: { await: 1 } }, /options\.globals\["await"\]/],
  ["module.globals-names", { globals: { class: 1 } }, /options\.globals\["class"\]/],
  ["module.globals-names", { globals: { eval: 1 } }, /options\.globals\["eval"\]/],
  ["module.globals-names", { globals: { "a-b": 1 } }, /options\.globals\["a-b"\]/],
  ["module.globals-names", { globals: { "": 1 } }, /options\.globals\[""\]/],
  ["module.globals-names", { globals: { "a = 1; leak": 1 } }, /options\.globals\["a = 1; leak"\]/],
  ["refuse.run-code-throws", { globals: { report: 1 }, report: () => {} }, /globals\["report"\]/],
  ["refuse.run-code-throws", { language: "python" }, /options\.language/],
  ["refuse.run-code-throws", { memoryLimitBytes: "64MB" }, /options\.memoryLimitBytes/],
  ["refuse.run-code-throws", { memoryLimitBytes: -1 }, /memoryLimitBytes/],
  ["refuse.run-code-throws", { memoryLimitBytes: Number.NaN }, /memoryLimitBytes/],
  ["refuse.run-code-throws", { filename: "" }, /options\.filename/],
  ["refuse.run-code-throws", { filename: "a\nb" }, /options\.filename/],
  ["refuse.run-code-throws", { report: [] }, /options\.report/],
  ["refuse.run-code-throws", null, /options/],
  ["refuse.run-code-throws", "fast", /options/],
];

/** A host's mistakes, refused before anything runs. */
export const codeRefusals = defineSuite<CodeContext>("refusals", ({ test }) => {
  for (const [index, [id, options, names]] of mistakes.entries()) {
    test(
      [id, "refuse.run-code-throws"],
      `${index + 1}: ${JSON.stringify(options)} is a TypeError that says so`,
      ({ startAnything }) => {
        assert.throws(() => startAnything(SOURCE, options), { name: "TypeError", message: names });
      },
    );
  }

  for (const source of [undefined, null, 1, {}, ["export default 1"], () => 1]) {
    test("refuse.run-code-throws", `${String(source)} is no source`, ({ startAnything }) => {
      assert.throws(() => startAnything(source), { name: "TypeError", message: /source/ });
    });
  }

  test(
    "refuse.run-code-throws",
    "options left undefined are left out",
    async ({ startAnything }) => {
      const handle = startAnything("export default 1", {
        ...{ execute: undefined, imports: undefined, modules: undefined, globals: undefined },
        ...{ language: undefined, memoryLimitBytes: undefined, filename: undefined },
        report: undefined,
      });
      assert.equal(((await handle) as { result: unknown }).result, 1);
    },
  );
});
