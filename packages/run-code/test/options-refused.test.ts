/**
 * Host mistakes, refused before anything runs. Verifies code.unknown-option,
 * code.module-relative-keys, time.no-run-code-deadline.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { resolveCodeOptions } from "../src/options.js";

/** Every message names the key (first pattern) and the remedy (second). */
function refused(options: unknown, key: RegExp, remedy: RegExp): void {
  assert.throws(
    () => resolveCodeOptions("", options),
    (error) => {
      assert.ok(error instanceof TypeError, String(error));
      assert.match(error.message, key);
      assert.match(error.message, remedy);
      return true;
    },
  );
}

describe("what is refused", () => {
  test("a source that is no string", () => {
    for (const source of [undefined, null, 1, {}, () => {}]) {
      assert.throws(() => resolveCodeOptions(source, {}), {
        name: "TypeError",
        message: /^source must be a string/,
      });
    }
  });

  test("options that are no object", () => {
    for (const options of [null, 1, "x", [], () => {}]) refused(options, /^options /, /object/);
  });

  test("unknown keys, with the key that was probably meant", () => {
    const meant: [string, RegExp][] = [
      ["global", /globals\?/],
      ["import", /imports\?/],
      ["moduels", /modules\?/],
      ["Globals", /globals\?/],
      ["fileName", /filename\?/],
      ["memoryLimit", /memoryLimitBytes\?/],
      ["lang", /language\?/],
      ["exceute", /execute\?/],
      ["reprot", /report\?/],
      ["onReport", /the options are execute, .*report/],
      ["args", /execute\.args\?/],
      ["console", /globals\.console\?/],
      ["__proto__", /the options are/],
      ["", /the options are/],
    ];
    for (const [key, remedy] of meant) {
      refused(JSON.parse(`{${JSON.stringify(key)}:1}`), new RegExp(`^options\\.${key} `), remedy);
    }
  });

  test("deadlines, which the handle's terminate() is for", () => {
    for (const key of ["timeout", "timeoutMs", "deadline"]) {
      refused({ [key]: 1_000 }, new RegExp(`options\\.${key} `), /terminate\(\) on the handle/);
    }
  });

  test("execute with anything but fn and args", () => {
    refused({ execute: "main" }, /options\.execute /, /object/);
    refused({ execute: { name: "main" } }, /options\.execute\.name/, /args, fn/);
    refused({ execute: { fn: 1 } }, /options\.execute\.fn/, /name of an export/);
    refused({ execute: { args: { 0: 1 } } }, /options\.execute\.args/, /array/);
    refused({ execute: null }, /options\.execute /, /object/);
  });

  test("imports under anything but bare specifiers", () => {
    for (const key of ["./fs", "../fs", ".", ".."]) {
      refused({ imports: { [key]: {} } }, /options\.imports\["\./, /put source text into modules/);
    }
    refused({ imports: { "/etc/x": {} } }, /imports\["\/etc\/x"\]/, /bare specifier/);
    refused({ imports: { "node:fs": {} } }, /imports\["node:fs"\]/, /use "fs"/);
    refused({ imports: { "https://x.dev/a.js": {} } }, /https/, /bare specifier/);
    refused({ imports: { "data:text/javascript,1": {} } }, /data:/, /bare specifier/);
    refused({ imports: { "": {} } }, /imports\[""\]/, /bare specifier/);
    refused({ imports: { "fs\0x": {} } }, /imports\["fs/, /remove/);
    refused({ imports: { "fs\ud800": {} } }, /imports\["fs/, /surrogate/);
  });

  test("imports that are no objects of exports", () => {
    for (const exports of [undefined, null, 1, () => {}, []]) {
      refused({ imports: { fs: exports } }, /options\.imports\["fs"\]/, /object/);
    }
    refused({ imports: { fs: new Map([["a", 1]]) } }, /imports\["fs"\]/, /Object\.fromEntries/);
    refused({ imports: new Map() }, /options\.imports/, /Object\.fromEntries/);
    refused({ imports: [] }, /options\.imports/, /object/);
    refused({ imports: { fs: { "a\0": 1 } } }, /export name of options\.imports/, /remove/);
  });

  test("modules under anything but relative specifiers", () => {
    refused({ modules: { "math.js": "" } }, /modules\["math\.js"\]/, /such as "\.\/math\.js"/);
    refused({ modules: { "/math.js": "" } }, /modules\["\/math\.js"\]/, /such as "\.\/math\.js"/);
    refused({ modules: { "file:///a.js": "" } }, /modules\["file/, /relative/);
    refused({ modules: { ".hidden/a.js": "" } }, /modules\["\.hidden/, /relative/);
    refused({ modules: { "": "" } }, /modules\[""\]/, /relative/);
    for (const key of ["./", "..", "./lib/", "./lib/.."]) {
      refused({ modules: { [key]: "" } }, /options\.modules/, /name a module/);
    }
    refused({ modules: { "./a\n.js": "" } }, /options\.modules/, /remove/);
  });

  test("modules without text, and one module under two keys", () => {
    refused({ modules: { "./a.js": 1 } }, /modules\["\.\/a\.js"\]/, /source text/);
    refused(
      { modules: { "./a.js": "", "./x/../a.js": "" } },
      /same module as "\.\/a\.js"/,
      /remove/,
    );
  });

  test("globals that guest code could not name or must not lose", () => {
    for (const name of ["undefined", "NaN", "Infinity", "await", "class", "eval", "let"]) {
      refused({ globals: { [name]: 1 } }, new RegExp(`globals\\["${name}"\\]`), /choose another/);
    }
    for (const name of ["a-b", "1a", "", "a b", "a.b", "a\u200db"]) {
      refused({ globals: { [name]: 1 } }, /options\.globals\["/, /identifier/);
    }
    refused({ globals: [] }, /options\.globals/, /object/);
  });

  test("a global called report beside the built-in one", () => {
    const report = () => {};
    refused({ report, globals: { report } }, /globals\["report"\]/, /rename/);
    assert.equal(resolveCodeOptions("", { globals: { report } }).globals.get("report"), report);
  });

  test("the rest", () => {
    refused({ language: "python" }, /options\.language/, /"javascript" or "typescript"/);
    for (const bytes of [
      0,
      -1,
      65_535,
      1.5e5 + 0.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      "1e9",
      2 ** 33,
    ]) {
      refused({ memoryLimitBytes: bytes }, /memoryLimitBytes/, /number/);
    }
    for (const filename of ["", 1, null, "a\0b", "a\nb", "a\u2028b", "x".repeat(1_025)]) {
      refused({ filename }, /options\.filename/, /string of 1 to 1024|remove/);
    }
    refused({ report: {} }, /options\.report/, /function/);
  });
});
