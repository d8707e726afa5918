import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertGraphNames, assertImportKey, assertModuleKey, readGraph } from "../src/index.js";
import { type Given, linkOf, requestOf } from "./link-support.js";

function refusalOf(action: () => void): string {
  try {
    action();
  } catch (error) {
    assert.ok(error instanceof TypeError, `threw ${String(error)}`);
    return error.message;
  }
  assert.fail("nothing was thrown");
}

describe("a key of modules", () => {
  for (const key of ["./a.js", "./lib/math.ts", "./lib/../a.js", "./constructor", "./a b.js"]) {
    test(`may be ${key}`, () => assertModuleKey(key));
  }

  const refused: [key: string, reason: string][] = [
    ["math.js", 'is not a relative specifier; write "./math.js", or pass values in imports'],
    ["", 'is not a relative specifier; write one such as "./lib/math.js"'],
    [
      "/math.js",
      'is not a relative specifier; keys start at the root of the graph; write "./math.js"',
    ],
    [
      "https://a.b/c.js",
      'is not a relative specifier; nothing is fetched; pass the text under a key such as "./lib/math.js"',
    ],
    ["__proto__", 'is not a relative specifier; write "./__proto__", or pass values in imports'],
    ...["../a.js", "./../a.js", "./", ".", "./lib/", "./lib/.."].map((key): [string, string] => [
      key,
      'names no file inside the graph; keys start at its root, such as "./lib/math.js"',
    ]),
    ["./a\0.js", "holds a control character or half a character; use plain text"],
    ["./\ud800.js", "holds a control character or half a character; use plain text"],
  ];
  for (const [key, reason] of refused) {
    test(`may not be ${JSON.stringify(key)}`, () => {
      assert.equal(
        refusalOf(() => assertModuleKey(key)),
        `modules[${JSON.stringify(key)}] ${reason}`,
      );
    });
  }
});

describe("a key of imports", () => {
  for (const key of ["fs", "supervisor", "@scope/pkg", "pkg/sub", "__proto__", "#x", "a.js"]) {
    test(`may be ${key}`, () => assertImportKey(key));
  }

  const refused: [key: string, reason: string][] = [
    ["", "is empty; name it as guests will import it"],
    ["./a.js", "is a relative specifier; pass its source in modules instead"],
    ["..", "is a relative specifier; pass its source in modules instead"],
    ["/a.js", 'is an absolute path; use a bare name such as "files"'],
    ["node:fs", 'has a scheme; use a bare name such as "fs"'],
    ["https://a.b/c", 'has a scheme; use a bare name such as "a.b/c"'],
    ["data:", 'has a scheme; use a bare name such as "files"'],
    ["f\ns", "holds a control character or half a character; use plain text"],
  ];
  for (const [key, reason] of refused) {
    test(`may not be ${JSON.stringify(key)}`, () => {
      assert.equal(
        refusalOf(() => assertImportKey(key)),
        `imports[${JSON.stringify(key)}] ${reason}`,
      );
    });
  }
});

describe("the names of a graph", () => {
  const refused: [what: string, given: Given, reason: string][] = [
    [
      "one module twice",
      { source: "", modules: { "./a.js": "", "./lib/../a.js": "" } },
      'modules["./lib/../a.js"] and modules["./a.js"] are the same module; keep one',
    ],
    [
      "the entry's name for another text",
      { source: "1", filename: "src/main.ts", modules: { "./src/main.ts": "2" } },
      'modules["./src/main.ts"] has the filename of the entry but another text; rename one',
    ],
    [
      "the entry's name for an import",
      { source: "1", filename: "fs", imports: { fs: [] } },
      'imports["fs"] has the name that filename gives the entry; rename one',
    ],
    [
      "a name that no engine could print",
      { source: "1", filename: "a\nb" },
      "filename holds a control character or half a character; use plain text",
    ],
  ];
  for (const [what, given, reason] of refused) {
    test(`may not be ${what}`, () => {
      const request = requestOf(given);
      assert.equal(
        refusalOf(() => readGraph(request)),
        reason,
      );
      const names = { ...request, filename: given.filename ?? "<runCode>" };
      assert.equal(
        refusalOf(() => assertGraphNames(names)),
        reason,
      );
    });
  }

  test("may hold the entry among the modules", () => {
    const source = "import './b.js'";
    const files = { "./main.ts": source, "./b.js": "import './main.ts'" };
    const { entry, modules } = linkOf({ source, filename: "main.ts", modules: files });
    assert.equal(entry, "main.ts");
    assert.deepEqual(
      modules.map(({ name }) => name),
      ["./b.js", "main.ts"],
    );
  });
});

describe("a specifier finds", () => {
  const modules = {
    "./a.js": "",
    "./only.ts": "",
    "./both.ts": "",
    "./both.js": "",
    "./lib/a.js": "",
    "./lib/m.mts": "",
    "./exact": "",
    "./exact.ts": "",
    "./data.v1.ts": "",
  };
  const cases: [from: string, specifier: string, name: string][] = [
    ["<runCode>", "./a.js", "./a.js"],
    ["<eval> in /a/b", "./a.js", "./a.js"],
    ["main.ts", "./a.js", "./a.js"],
    ["lib/main.ts", "./a.js", "./lib/a.js"],
    ["lib/main.ts", "../a.js", "./a.js"],
    ["./lib/main.ts", "./a.js", "./lib/a.js"],
    ["./lib/x/../main.ts", "./a.js", "./lib/a.js"],
    ["/home/me/main.ts", "./a.js", "./a.js"],
    ["file:///home/main.ts", "./a.js", "./a.js"],
    ["../main.ts", "./a.js", "./a.js"],
    ["C:\\src\\main.ts", "./a.js", "./a.js"],
    ["<runCode>", "./lib/../lib//./a.js", "./lib/a.js"],
    ["<runCode>", "./only.js", "./only.ts"],
    ["<runCode>", "./only", "./only.ts"],
    ["<runCode>", "./both.js", "./both.js"],
    ["<runCode>", "./both", "./both.ts"],
    ["<runCode>", "./lib/m.mjs", "./lib/m.mts"],
    ["<runCode>", "./lib/m", "./lib/m.mts"],
    ["<runCode>", "./exact", "./exact"],
    ["<runCode>", "./data.v1", "./data.v1.ts"],
    ["<runCode>", "pkg/sub", "pkg/sub"],
    ["<runCode>", "__proto__", "__proto__"],
  ];
  const imports = JSON.parse('{ "pkg/sub": [], "__proto__": [] }');
  for (const [filename, specifier, name] of cases) {
    test(`${name} as ${specifier} from ${filename}`, () => {
      const graph = linkOf({ source: `import '${specifier}'`, filename, modules, imports });
      const entry = graph.get(filename);
      assert.deepEqual([...(entry?.imports ?? [])], [[specifier, name]]);
      assert.equal(graph.resolve(filename, specifier), name);
    });
  }
});
