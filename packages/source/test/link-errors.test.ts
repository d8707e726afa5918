import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type GraphReading, LinkError, readGraph, type TypeEraser } from "../src/index.js";
import {
  type Given,
  linkErrorIn,
  linkErrorOf,
  linkOf,
  placeOf,
  requestOf,
} from "./link-support.js";

type Place = [specifier: string | undefined, filename: string, line?: number, column?: number];
type Case = [what: string, given: Given, reason: string, place: Place];

function table(cases: Case[]): void {
  for (const [what, given, reason, place] of cases) {
    test(what, () => {
      const error = linkErrorOf(given);
      assert.equal(error.reason, reason);
      assert.deepEqual(
        placeOf(error),
        place.length === 2 ? [...place, undefined, undefined] : place,
      );
    });
  }
}

const ENTRY = "<runCode>";

describe("a specifier that leads nowhere", () => {
  table([
    [
      "a bare one that was not passed",
      { source: "import x from 'lodash';", imports: { fs: [], supervisor: [] } },
      "Cannot find 'lodash'; the imports of this run are 'fs', 'supervisor'",
      ["lodash", ENTRY, 1, 15],
    ],
    [
      "a bare one when nothing was passed",
      { source: "\n\n  import 'lodash';" },
      "Cannot find 'lodash'; this run has no imports",
      ["lodash", ENTRY, 3, 10],
    ],
    [
      "a bare one that is nearly another",
      { source: "import 'supervizor'", imports: { supervisor: [] } },
      "Cannot find 'supervizor'; did you mean 'supervisor'?",
      ["supervizor", ENTRY, 1, 8],
    ],
    [
      "a module without its dot and slash",
      { source: "import 'helpers.js'", modules: { "./helpers.js": "" } },
      "Cannot find 'helpers.js'; did you mean './helpers.js'?",
      ["helpers.js", ENTRY, 1, 8],
    ],
    [
      "a module without its dot and slash, from a folder",
      { source: "import 'helpers'", modules: { "./helpers.ts": "" }, filename: "src/main.ts" },
      "Cannot find 'helpers'; did you mean '../helpers.ts'?",
      ["helpers", "src/main.ts", 1, 8],
    ],
    [
      "an empty one",
      { source: "import ''" },
      "Cannot find ''; this run has no imports",
      ["", ENTRY, 1, 8],
    ],
    [
      "an absolute path",
      { source: "import '/etc/passwd'" },
      "Cannot import '/etc/passwd': absolute paths lead nowhere here; begin it with './' or '../'",
      ["/etc/passwd", ENTRY, 1, 8],
    ],
    [
      "a scheme whose rest was passed",
      { source: "import { readFile } from 'node:fs'", imports: { fs: ["readFile"] } },
      "Cannot import 'node:fs': nothing is loaded from URLs or by scheme; did you mean 'fs'?",
      ["node:fs", ENTRY, 1, 26],
    ],
    [
      "a module that is not there",
      { source: "import './x.js'", modules: { "./alpha.js": "", "./beta.js": "" } },
      "Cannot find module './x.js'; the modules of this run are './alpha.js', './beta.js'",
      ["./x.js", ENTRY, 1, 8],
    ],
    [
      "a module when there are none",
      { source: "import './x.js'" },
      "Cannot find module './x.js'; this run has no modules",
      ["./x.js", ENTRY, 1, 8],
    ],
    [
      "many modules, of which a message lists some",
      {
        source: "import './x.js'",
        modules: Object.fromEntries("abcdefg".split("").map((name) => [`./${name}${name}.js`, ""])),
      },
      "Cannot find module './x.js'; " +
        "the modules of this run are './aa.js', './bb.js', './cc.js', './dd.js', './ee.js', ...",
      ["./x.js", ENTRY, 1, 8],
    ],
    [
      "the other extension, in JavaScript",
      { source: "import './a.js'", modules: { "./a.ts": "" }, language: "javascript" },
      "Cannot find module './a.js'; did you mean './a.ts'?",
      ["./a.js", ENTRY, 1, 8],
    ],
    [
      "no extension, in JavaScript",
      { source: "import './a'", modules: { "./a.js": "" }, language: "javascript" },
      "Cannot find module './a'; did you mean './a.js'?",
      ["./a", ENTRY, 1, 8],
    ],
    [
      "a .ts that is a .js",
      { source: "import './a.ts'", modules: { "./a.js": "" } },
      "Cannot find module './a.ts'; did you mean './a.js'?",
      ["./a.ts", ENTRY, 1, 8],
    ],
    [
      "other letters",
      { source: "import './Helpers.js'", modules: { "./helpers.js": "" } },
      "Cannot find module './Helpers.js'; did you mean './helpers.js'?",
      ["./Helpers.js", ENTRY, 1, 8],
    ],
    [
      "a folder",
      { source: "import './lib'", modules: { "./lib/index.ts": "" } },
      "Cannot find module './lib'; did you mean './lib/index.ts'?",
      ["./lib", ENTRY, 1, 8],
    ],
    [
      "a folder with its slash",
      { source: "import './lib/'", modules: { "./lib/index.ts": "" } },
      "Cannot find module './lib/'; the modules of this run are './lib/index.ts'",
      ["./lib/", ENTRY, 1, 8],
    ],
    [
      "another folder's module",
      {
        source: "import './lib/a.js'",
        modules: { "./lib/a.js": "import './math.js'", "./math.js": "" },
      },
      "Cannot find module './math.js'; did you mean '../math.js'?",
      ["./math.js", "./lib/a.js", 1, 8],
    ],
    [
      "a path above the root",
      { source: "import '../a.js'", modules: { "./a.js": "" } },
      "Cannot find module '../a.js': it lies above the root of the module graph; use fewer '../'",
      ["../a.js", ENTRY, 1, 8],
    ],
    [
      "a path above the root that comes back",
      { source: "import './../../x/a.js'", modules: { "./a.js": "" }, filename: "src/main.ts" },
      "Cannot find module './../../x/a.js': it lies above the root of the module graph; use fewer '../'",
      ["./../../x/a.js", "src/main.ts", 1, 8],
    ],
    [
      "the root itself",
      { source: "import '.'", modules: { "./a.js": "" } },
      "Cannot find module '.'; the modules of this run are './a.js'",
      [".", ENTRY, 1, 8],
    ],
    [
      "re-exported names and stars",
      { source: "let a;\nexport {} from './x.js'" },
      "Cannot find module './x.js'; this run has no modules",
      ["./x.js", ENTRY, 2, 16],
    ],
    [
      "behind the type eraser",
      { source: "type A = 1;\n\nlet a: A = 1;   export *   from   './x.js'" },
      "Cannot find module './x.js'; this run has no modules",
      ["./x.js", ENTRY, 3, 35],
    ],
    [
      "a dependency's specifier, not ours",
      {
        source: "import './a.ts'",
        modules: { "./a.ts": "interface A {}\nimport { b } from 'bee';\nexport const c: A = b;" },
      },
      "Cannot find 'bee'; this run has no imports",
      ["bee", "./a.ts", 2, 19],
    ],
    [
      "names of prototypes",
      { source: "import 'constructor'; import '__proto__'" },
      "Cannot find 'constructor'; this run has no imports",
      ["constructor", ENTRY, 1, 8],
    ],
    [
      "text that would break a message's line",
      { source: "import 'a\\n\\u2028b'" },
      "Cannot find 'a\\n\\u2028b'; this run has no imports",
      ["a\n\u2028b", ENTRY, 1, 8],
    ],
  ]);

  for (const scheme of ["https://a.b/c.js", "http://a.b", "file:///a.js", "blob:x", "node:fs"]) {
    test(`a URL: ${scheme}`, () => {
      const error = linkErrorOf({ source: `import '${scheme}'`, modules: { "./c.js": "" } });
      assert.equal(
        error.reason,
        `Cannot import '${scheme}': nothing is loaded from URLs or by scheme; ` +
          "import what the host passed to this run",
      );
      assert.deepEqual(placeOf(error), [scheme, ENTRY, 1, 8]);
    });
  }

  test("is repeated in short, but reported whole", () => {
    const long = "x".repeat(10_000);
    const error = linkErrorOf({ source: `import '${long}'` });
    assert.equal(error.specifier, long);
    assert.ok(error.message.length < 300);
  });
});

describe("a name that is not exported", () => {
  const math = { "./math.js": "export const add = 1, subtract = 2; export default 3;" };
  table([
    [
      "is told what there is",
      { source: "import { x } from './math.js'", modules: math },
      "'./math.js' has no export named 'x'; it exports 'add', 'subtract', 'default'",
      ["./math.js", ENTRY, 1, 10],
    ],
    [
      "is told what comes close",
      { source: "import d,\n  { add, substract as minus } from './math.js'", modules: math },
      "'./math.js' has no export named 'substract'; did you mean 'subtract'?",
      ["./math.js", ENTRY, 2, 10],
    ],
    [
      "default",
      { source: "import  a from './a.js'", modules: { "./a.js": "export const a = 1" } },
      "'./a.js' has no default export; it exports 'a'",
      ["./a.js", ENTRY, 1, 9],
    ],
    [
      "default in braces",
      { source: "import { default as a } from './a.js'", modules: { "./a.js": "" } },
      "'./a.js' has no default export; it exports nothing",
      ["./a.js", ENTRY, 1, 10],
    ],
    [
      "default is not passed on by a star",
      {
        source: "import a from './a.js'",
        modules: { "./a.js": "export * from './b.js'", "./b.js": "export default 1; export let b" },
      },
      "'./a.js' has no default export; it exports 'b'",
      ["./a.js", ENTRY, 1, 8],
    ],
    [
      "of a bridged import",
      { source: "import { readfile } from 'fs'", imports: { fs: ["readFile"] } },
      "'fs' has no export named 'readfile'; did you mean 'readFile'?",
      ["fs", ENTRY, 1, 10],
    ],
    [
      "the default of a bridged import",
      { source: "import fs from 'fs'", imports: { fs: ["readFile"] } },
      "'fs' has no default export; it exports 'readFile'",
      ["fs", ENTRY, 1, 8],
    ],
    [
      "of a bridged import, through a star",
      {
        source: "import { nope } from './a.js'",
        modules: { "./a.js": "export * from 'fs'" },
        imports: { fs: ["readFile"] },
      },
      "'./a.js' has no export named 'nope'; it exports 'readFile'",
      ["./a.js", ENTRY, 1, 10],
    ],
    [
      "re-exported: the module that passes it on is wrong",
      {
        source: "import { x } from './a.js'",
        modules: { "./a.js": "\nexport { y as x } from './b.js'", "./b.js": "export let z" },
      },
      "'./b.js' has no export named 'y'; it exports 'z'",
      ["./b.js", "./a.js", 2, 10],
    ],
    [
      "imported and exported again",
      {
        source: "export { x as y }; import { x } from './a.js'",
        modules: { "./a.js": "" },
      },
      "'./a.js' has no export named 'x'; it exports nothing",
      ["./a.js", ENTRY, 1, 29],
    ],
    [
      "in a circle of two",
      {
        source: "import { x } from './a.js'",
        modules: { "./a.js": "export { x } from './b.js'", "./b.js": "export { x } from './a.js'" },
      },
      "'x' of './a.js' is re-exported in a circle; declare it somewhere",
      ["./a.js", "./b.js", 1, 10],
    ],
    [
      "from itself",
      { source: "export { x } from './me.js'", filename: "./me.js" },
      "'x' of './me.js' is re-exported in a circle; declare it somewhere",
      ["./me.js", "./me.js", 1, 10],
    ],
    [
      "in a circle of imports, by a module that is checked before the one to blame",
      {
        source: "export { x } from './c.js'",
        filename: "./b.js",
        modules: { "./c.js": "import './a.js'", "./a.js": "import { x } from './b.js'" },
      },
      "'./c.js' has no export named 'x'; it exports nothing",
      ["./b.js", "./a.js", 1, 10],
    ],
    [
      "in a circle of stars",
      {
        source: "import { x } from './a.js'",
        modules: {
          "./a.js": "export * from './b.js'; export let y",
          "./b.js": "export * from './a.js'",
        },
      },
      "'./a.js' has no export named 'x'; it exports 'y'",
      ["./a.js", ENTRY, 1, 10],
    ],
    [
      "ambiguous",
      {
        source: "import { x } from './all.js'",
        modules: {
          "./all.js": "export * from './a.js'; export * from './b.js'; export * from './c.js'",
          "./a.js": "",
          "./b.js": "export const x = 1",
          "./c.js": "export const x = 2",
        },
      },
      "'./all.js' exports 'x' from './b.js' and from './c.js'; import it from one of them",
      ["./all.js", ENTRY, 1, 10],
    ],
    [
      "a string",
      { source: "import { 'a-b' as c } from './a.js'", modules: { "./a.js": "" } },
      "'./a.js' has no export named 'a-b'; it exports nothing",
      ["./a.js", ENTRY, 1, 10],
    ],
    [
      "a name of a prototype",
      {
        source: "import { toString } from './a.js'",
        modules: { "./a.js": "export let __proto__, b" },
      },
      "'./a.js' has no export named 'toString'; it exports '__proto__', 'b'",
      ["./a.js", ENTRY, 1, 10],
    ],
    [
      "a name of a prototype, bridged",
      { source: "import { constructor } from 'fs'", imports: { fs: [] } },
      "'fs' has no export named 'constructor'; it exports nothing",
      ["fs", ENTRY, 1, 10],
    ],
    [
      "an escaped name",
      { source: "import { \\u0078 } from './a.js'", modules: { "./a.js": "export let y" } },
      "'./a.js' has no export named 'x'; it exports 'y'",
      ["./a.js", ENTRY, 1, 10],
    ],
    [
      "a type, passed on as if it were a value",
      {
        source: "import './b.ts'",
        modules: {
          "./types.ts": "export interface Row { a: 1 }\nexport type Other = 1;",
          "./b.ts": "let a: 1;\nexport { load,   Row } from './types.ts'",
        },
      },
      "'./types.ts' has no export named 'load'; it exports nothing",
      ["./types.ts", "./b.ts", 2, 10],
    ],
    [
      "a type, and what to write instead",
      {
        source: "let a: 1;\nexport {   Row } from './types.ts'",
        modules: { "./types.ts": "export interface Row { a: 1 }" },
      },
      "'./types.ts' has no export named 'Row': it is a type there; write 'import type' or 'export type'",
      ["./types.ts", ENTRY, 2, 12],
    ],
    [
      "in TypeScript, where the author wrote it",
      {
        source:
          "interface A {}\n'😀'; import   {  add,  x   } from './math.js'; let a: A = x + add",
        modules: math,
      },
      "'./math.js' has no export named 'x'; it exports 'add', 'subtract', 'default'",
      ["./math.js", ENTRY, 2, 25],
    ],
  ]);
});

describe("a text that is no module", () => {
  table([
    [
      "the entry",
      { source: "let a = 1;\nlet b = ;" },
      "Unexpected token",
      [undefined, ENTRY, 2, 9],
    ],
    [
      "a dependency",
      { source: "import './lib/a.js'", modules: { "./lib/../lib/a.js": "\n  a = ;" } },
      "Unexpected token",
      [undefined, "./lib/a.js", 2, 7],
    ],
    [
      "types in JavaScript",
      { source: "let a: number", language: "javascript" },
      "Unexpected token",
      [undefined, ENTRY, 1, 6],
    ],
    [
      "exported twice",
      { source: "export let a;\nlet b; export { b as a }", language: "javascript" },
      "Duplicate export 'a'",
      [undefined, ENTRY, 2, 22],
    ],
    [
      "exported twice by default",
      { source: "export default 1;\nexport default 2", language: "javascript" },
      "Duplicate export 'default'",
      [undefined, ENTRY, 2, 8],
    ],
    [
      "exported, never declared",
      { source: "export { a }", language: "javascript" },
      "Export 'a' is not defined",
      [undefined, ENTRY, 1, 10],
    ],
    [
      "imported twice",
      { source: "import { a } from 'x'; let a", language: "javascript" },
      "Identifier 'a' has already been declared",
      [undefined, ENTRY, 1, 28],
    ],
    [
      "import attributes",
      {
        source: "import j from './j.json'\n with { type: 'json' }; j",
        modules: { "./j.json": "1" },
      },
      "Import attributes are not supported; every module here is source text",
      ["./j.json", ENTRY, 2, 2],
    ],
    [
      "empty import attributes",
      { source: "export * from './j.js' /**/ with {}", modules: { "./j.js": "1" } },
      "Import attributes are not supported; every module here is source text",
      ["./j.js", ENTRY, 1, 29],
    ],
    [
      "import options",
      { source: "import('./j.json', { with: { type: 'json' } })" },
      "Import options are not supported; every module here is source text",
      [undefined, ENTRY, 1, 20],
    ],
    [
      "import attributes in TypeScript",
      { source: "let a: 1; import j from './j.json' with { type: 'json' }; a = j" },
      "Import attributes are not supported; every module here is source text",
      ["./j.json", ENTRY, 1, 41],
    ],
    [
      "source phase imports",
      { source: "import source x from './x.wasm'; x", language: "javascript" },
      "Unexpected token",
      [undefined, ENTRY, 1, 15],
    ],
    [
      "a return",
      { source: "return 1", language: "javascript" },
      "'return' outside of function",
      [undefined, ENTRY, 1, 1],
    ],
    [
      "an escaped meta",
      { source: "import.m\\u0065ta", language: "javascript" },
      "'import.meta' must not contain escaped characters",
      [undefined, ENTRY, 1, 1],
    ],
  ]);

  test("a type error of TypeScript is none", () => {
    linkOf({ source: "let a: number = 'text'; export default a" });
  });

  test("one that is too large", () => {
    const error = linkErrorOf({
      source: "import './a.js'",
      modules: { "./a.js": "x".repeat(2 ** 20 + 1) },
    });
    assert.match(error.reason, /larger than 1048576 bytes/);
    assert.deepEqual(placeOf(error), [undefined, "./a.js", undefined, undefined]);
  });

  test("the message ends with the place", () => {
    const { message, name } = linkErrorOf({ source: "\na = ;", filename: "a b.ts" });
    assert.equal(message, "Unexpected token (a b.ts, line 2, column 5)");
    assert.equal(name, "LinkError");
  });
});

describe("without an eraser", () => {
  test("JavaScript links, whatever its language is said to be", () => {
    const given = { source: "import './a.js'", modules: { "./a.js": "export let a = 1 < 2" } };
    const reading = readGraph(requestOf(given));
    assert.equal(reading.needsEraser, false);
    assert.equal(reading.link().modules.length, 2);
  });

  test("TypeScript is refused by name, where it begins", () => {
    const error = linkErrorIn(() =>
      readGraph(
        requestOf({ source: "import './a.ts'", modules: { "./a.ts": "let a;\nlet b: 1" } }),
      ).link(),
    );
    assert.match(error.reason, /^TypeScript needs a type eraser, and none is installed here/);
    assert.deepEqual(placeOf(error), [undefined, "./a.ts", 2, 6]);
  });
});

describe("whether an eraser is needed", () => {
  const cases: [what: string, given: Given, needed: boolean][] = [
    ["not for JavaScript", { source: "import 'x'; export default 1" }, false],
    ["for types in the entry", { source: "let a: 1" }, true],
    ["for what may be a generic call", { source: "f<T>(x)" }, true],
    [
      "for types in a dependency",
      { source: "import './a.ts'", modules: { "./a.ts": "let a: 1" } },
      true,
    ],
    ["not for a module nobody imports", { source: "1", modules: { "./a.ts": "let a: 1" } }, false],
    [
      "for any module once import() is used",
      { source: "import(x)", modules: { "./a.ts": "let a: 1" } },
      true,
    ],
    [
      "for any module once a dependency uses import()",
      { source: "import './b.js'", modules: { "./a.ts": "let a: 1", "./b.js": "import(x)" } },
      true,
    ],
    ["never in JavaScript", { source: "let a: 1", language: "javascript" }, false],
    ["not for what is too large", { source: `let a: 1;${" ".repeat(2 ** 20)}` }, false],
  ];
  for (const [what, given, needed] of cases) {
    test(what, () => assert.equal(readGraph(requestOf(given)).needsEraser, needed));
  }

  test("JavaScript never meets the eraser", () => {
    const trap: TypeEraser = { erase: () => assert.fail("the eraser was asked") };
    const reading: GraphReading = readGraph(
      requestOf({ source: "export default [1].map((x) => x)" }),
    );
    reading.link(trap);
  });
});

describe("modules that nobody imports statically", () => {
  const given: Given = {
    source: "import('./bad.js')",
    filename: "src/main.ts",
    modules: {
      "./bad.js": "\n  a = ;",
      "./needs-bad.js": "import './bad.js'",
      "./wrong.js": "import { x } from './fine.js'",
      "./fine.js": "export default 1",
      "./lonely.ts": "export const a: number = 1",
    },
    imports: { fs: [] },
  };

  test("do not fail the run", () => {
    assert.deepEqual(
      linkOf(given).modules.map(({ name }) => name),
      ["src/main.ts"],
    );
  });

  test("fail when they are asked for, in the same words each time", () => {
    const graph = linkOf(given);
    const first = linkErrorIn(() => graph.get("./bad.js"));
    assert.equal(first.message, "Unexpected token (./bad.js, line 2, column 7)");
    assert.equal(
      linkErrorIn(() => graph.get("./bad.js")),
      first,
    );
    assert.equal(linkErrorIn(() => graph.get("./needs-bad.js")).message, first.message);
    assert.equal(
      linkErrorIn(() => graph.get("./wrong.js")).message,
      "'./fine.js' has no export named 'x'; it exports 'default' (./wrong.js, line 1, column 10)",
    );
    assert.equal(graph.get("./fine.js")?.code, "export default 1");
    assert.match(graph.get("./lonely.ts")?.code ?? "", /^export const a = 1;/);
  });

  test("are found from where the importer stands", () => {
    const graph = linkOf(given);
    assert.equal(graph.resolve("src/main.ts", "../fine.js"), "./fine.js");
    assert.equal(graph.resolve("./wrong.js", "./fine.js"), "./fine.js");
    assert.equal(graph.resolve("./wrong.js", "./lonely.js"), "./lonely.ts");
    assert.equal(graph.resolve("./wrong.js", "./src/main.ts"), "src/main.ts");
    assert.equal(graph.resolve("./wrong.js", "fs"), "fs");
    assert.equal(graph.get("fs"), undefined);
  });

  test("or are not, with a reason", () => {
    const error = linkOf(given).resolve("./wrong.js", "https://a.b/c.js");
    assert.ok(error instanceof LinkError);
    assert.match(error.message, /^Cannot import 'https:\/\/a\.b\/c\.js': .* \(\.\/wrong\.js\)$/);
    assert.deepEqual(placeOf(error), ["https://a.b/c.js", "./wrong.js", undefined, undefined]);
  });
});
