import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readGraph } from "../src/index.js";
import { evaluate, type Given, linkOf, requestOf, resultOfGraph } from "./link-support.js";
import { randomOf } from "./support.js";

describe("a linked graph means what its modules say", () => {
  const cases: [what: string, given: Given, value: unknown][] = [
    [
      "the seed's example",
      {
        source: "import { add } from './math.js';\nexport default add(1, 2);",
        modules: { "./math.js": "export const add = (a, b) => a + b;" },
      },
      3,
    ],
    [
      "bridged imports: named, default, namespace, renamed",
      {
        source:
          "import d, { readFile as r } from 'fs'; import * as ns from 'fs';\n" +
          "export default [d, r, Object.keys(ns)]",
        imports: { fs: ["readFile", "default"] },
      },
      ["fs.default", "fs.readFile", ["default", "readFile"]],
    ],
    [
      "live bindings",
      {
        source:
          "import { n, up } from './n.js'; const before = n; up(); export default [before, n]",
        modules: { "./n.js": "export let n = 1; export const up = () => { n++ }" },
      },
      [1, 2],
    ],
    [
      "a cycle",
      {
        source: "import { even } from './even.js'; export default even(10)",
        modules: {
          "./even.js":
            "import { odd } from './odd.js'; export function even(n) { return n === 0 || odd(n - 1) }",
          "./odd.js":
            "import { even } from './even.js'; export function odd(n) { return n !== 0 && even(n - 1) }",
        },
      },
      true,
    ],
    [
      "a cycle through the entry",
      {
        source: "import { b } from './b.js'; export function a() { return 'a' } export default b",
        filename: "main.js",
        modules: { "./b.js": "import { a } from './main.js'; export const b = a() + 'b'" },
      },
      "ab",
    ],
    [
      "a function of a module that has not run, with import.meta",
      {
        source:
          "import { b } from './b.js'; export function a() { return import.meta.url } export default b",
        filename: "main.js",
        modules: { "./b.js": "import { a } from './main.js'; export const b = a()" },
      },
      "sandbox:main.js",
    ],
    [
      "re-exports, stars, namespaces",
      {
        source:
          "import * as all from './all.js'; export default [Object.keys(all), all.ns.x, all.z]",
        modules: {
          "./all.js":
            "export * from './a.js'; export * as ns from './a.js'; export { y as z } from './b.js'",
          "./a.js": "export const x = 1; export default 0",
          "./b.js": "export const y = 2",
        },
      },
      [["ns", "x", "z"], 1, 2],
    ],
    [
      "a star conflict that nobody asks about",
      {
        source: "import * as all from './all.js'; export default Object.keys(all)",
        modules: {
          "./all.js": "export * from './a.js'; export * from './b.js'",
          "./a.js": "export const x = 1, a = 1",
          "./b.js": "export const x = 2, b = 1",
        },
      },
      ["a", "b"],
    ],
    [
      "a star conflict that a name of one's own settles",
      {
        source: "import { x } from './all.js'; export default x",
        modules: {
          "./all.js": "export * from './a.js'; export * from './b.js'; export const x = 3",
          "./a.js": "export const x = 1",
          "./b.js": "export const x = 2",
        },
      },
      3,
    ],
    [
      "two ways to one binding",
      {
        source: "import { q } from './all.js'; export default q",
        modules: {
          "./all.js": "export * from './a.js'; export * from './b.js'",
          "./a.js": "export { x as q } from './c.js'",
          "./b.js": "export { y as q } from './c.js'",
          "./c.js": "const v = 7; export { v as x, v as y }",
        },
      },
      7,
    ],
    [
      "top-level await, in order",
      {
        source: "import { a } from './a.js'; export default await Promise.resolve(a + 1)",
        modules: { "./a.js": "export const a = await new Promise((done) => done(1))" },
      },
      2,
    ],
    [
      "names in strings, with escapes and of prototypes",
      {
        source:
          "import { 'a-b' as ab, __proto__ as p, constructor as c, \\u0078 } from './a.js';\n" +
          "import { toString } from 'toString';\nexport default [ab, p, c, x, toString]",
        modules: {
          "./a.js":
            "const v = 1; export { v as 'a-b' }; export const __proto__ = 2, constructor = 3, x = 4",
        },
        imports: { toString: ["toString"] },
      },
      [1, 2, 3, 4, "toString.toString"],
    ],
    [
      "names in patterns",
      {
        source: "import { a, b, c, d, e } from './p.js'; export default [a, b, c, d, e]",
        modules: {
          "./p.js":
            "export const { a, x: [, b = 2], ...c } = { a: 1, x: [], y: 3 }, [d, ...e] = [4, 5]",
        },
      },
      [1, 2, { y: 3 }, 4, [5]],
    ],
    [
      "default exports of every kind",
      {
        source:
          "import a from './a.js'; import B from './b.js'; import c from './c.js'; import d from './d.js';\n" +
          "export default [a(), new B().b, c, d.name]",
        modules: {
          "./a.js": "export default function () { return 1 }",
          "./b.js": "export default class { b = 2 }",
          "./c.js": "const c = 3; export { c as default }",
          "./d.js": "export default (class Named {})",
        },
      },
      [1, 2, 3, "Named"],
    ],
    [
      "a hashbang",
      { source: "#!/usr/bin/env node\nexport default import.meta.url" },
      "sandbox:<runCode>",
    ],
    [
      "import() of a module, a bridge, and nothing else",
      {
        source:
          "const say = (e) => e.name + ': ' + e.message;\n" +
          "export default [(await import('./a.js')).a, (await import('fs')).x,\n" +
          "  await import('./b.js').catch(say), await import('./c.js').catch(say),\n" +
          "  await import('https://x.y').catch(say)]",
        modules: {
          "./a.ts": "export const a: number = 1",
          "./c.js": "import { no } from './a.js'",
        },
        imports: { fs: ["x"] },
      },
      [
        1,
        "fs.x",
        "LinkError: Cannot find module './b.js'; the modules of this run are './a.ts', './c.js' (<runCode>)",
        "LinkError: './a.ts' has no export named 'no'; it exports 'a' (./c.js, line 1, column 10)",
        "LinkError: Cannot import 'https://x.y': nothing is loaded from URLs or by scheme; " +
          "import what the host passed to this run (<runCode>)",
      ],
    ],
    [
      "TypeScript on both sides",
      {
        source:
          "import { type Row, total, Kind } from './rows.ts';\nimport type { Nothing } from 'nowhere';\n" +
          "import { Missing } from './rows.ts';\nenum Local { A = 4 }\n" +
          "const rows: Row[] = [{ n: 1 }, { n: 2 }];\nlet m: Missing | Nothing | undefined;\n" +
          "export default [total(rows), Kind.B, Local.A, m] satisfies unknown[];",
        modules: {
          "./rows.ts":
            "export interface Row { n: number }\nexport type Missing = string;\nexport enum Kind { A, B }\n" +
            "export function total(rows: readonly Row[]): number { return rows.reduce((t, r) => t + r.n, 0) }",
        },
      },
      [3, 1, 4, undefined],
    ],
  ];
  for (const [what, given, value] of cases) {
    test(what, async () => assert.deepEqual(await resultOfGraph(given), value));
  }
});

describe("import.meta", () => {
  test("has a url and nothing else, and is one object for each module", async () => {
    const each =
      "export const meta = import.meta; export const same = meta === import.meta;\n" +
      "export const keys = Reflect.ownKeys(meta), proto = Object.getPrototypeOf(meta), url = meta.url;";
    const value = await resultOfGraph({
      source:
        "import * as a from './lib/a.js'; import * as b from './b.ts';\n" +
        "export default [a, b].map((m) => [m.same, m.keys, m.proto, m.url]).concat([[a.meta === b.meta]])",
      modules: { "./lib/a.js": each, "./b.ts": `let x: number;\n${each}` },
    });
    assert.deepEqual(value, [
      [true, ["url"], null, "sandbox:./lib/a.js"],
      [true, ["url"], null, "sandbox:./b.ts"],
      [false],
    ]);
  });

  const expressions: [code: string, value: unknown][] = [
    ["import.meta.url", "sandbox:m.js"],
    ["import\n  .\r\n meta /* c */ . url", "sandbox:m.js"],
    ["import /* a\n b */ .meta.url", "sandbox:m.js"],
    ["import.meta?.url", "sandbox:m.js"],
    ["import.meta['url']", "sandbox:m.js"],
    ["delete import.meta", true],
    ["delete import.meta.url && import.meta.url", undefined],
    ["typeof import.meta", "object"],
    ["(import.meta.F = class { v = 5 }, new import.meta.F().v)", 5],
    ["(import.meta.F = class { v = 6 }, new import.meta.F).v", 6],
    ["(import.meta.t = (s) => s[0], import.meta.t`x`)", "x"],
    ["(import.meta.n = 1, import.meta.n++, import.meta.n)", 2],
    ["([import.meta.a] = [3], import.meta.a)", 3],
    ["(() => { for (import.meta.i of [4]); return import.meta.i })()", 4],
    [`\`\${import.meta.url}\${\`\${import.meta.url}\`}\``, "sandbox:m.jssandbox:m.js"],
    ["((url = import.meta.url) => url)()", "sandbox:m.js"],
    ["'import.meta.url'", "import.meta.url"],
    ["/import.meta/.source", "import.meta"],
    ["(await import(import.meta.url.slice(-4) && './a.js')).a", 1],
  ];
  for (const [code, value] of expressions) {
    test(code, async () => {
      const source = `export default ${code}`;
      const modules = { "./a.js": "export const a = 1" };
      assert.deepEqual(await resultOfGraph({ source, filename: "m.js", modules }), value);
    });
  }

  test("does not continue the line before it", async () => {
    const source = "let a = (x) => 'called'\nlet b = a\nimport.meta.url\nexport default b === a";
    assert.equal(await resultOfGraph({ source }), true);
  });

  const taken = [
    "const $meta = 1; export default [$meta, import.meta.url]",
    "const \\u0024meta = 1; export default [$\\u{6d}eta, import.meta.url]",
    "const \\u{00024}meta = 1; const $meta1 = 2; export default [\\u{24}meta, import.meta.url]",
  ];
  for (const source of taken) {
    test(`takes no name that is taken: ${source}`, async () => {
      assert.deepEqual(await resultOfGraph({ source }), [1, "sandbox:<runCode>"]);
    });
  }

  test("bears any file name", async () => {
    for (const filename of [`a"b\\c\${}'.js`, "<émoji 😀>", "</script>"]) {
      const value = await resultOfGraph({ source: "export default import.meta.url", filename });
      assert.equal(value, `sandbox:${filename}`);
    }
  });

  test("is left alone where nobody mentions it", () => {
    const source = "export default 1 // a comment";
    assert.equal(linkOf({ source }).get("<runCode>")?.code, source);
  });
});

describe("positions", () => {
  const cases: [what: string, source: string][] = [
    ["in plain JavaScript", "let a;\n  fail(a)"],
    ["before import.meta on its line", "fail(); import.meta.url"],
    ["behind import.meta on its line", "import.meta.url; import.meta; fail()"],
    ["behind a broken import.meta", "import\n.meta.url; fail(import\n.meta)"],
    ["in TypeScript", "interface A {\n a: 1 }\nconst a: A = { a: 1 };\n   fail(a as unknown)"],
    ["behind import.meta in TypeScript", "const a: string = import.meta.url; fail(a!)"],
    ["behind astral characters", "const a: string = '😀😀' + import.meta.url; fail(a)"],
    ["behind a hashbang", "#!x\nimport.meta; fail()"],
  ];
  for (const [what, source] of cases) {
    test(what, () => {
      const module = linkOf({ source }).get("<runCode>");
      assert.ok(module);
      const here = placeIn(module.code, "fail");
      assert.deepEqual(module.positionOf(here.line, here.column), placeIn(source, "fail"));
    });
  }

  test("of what the author did not write are unknown", () => {
    const module = linkOf({ source: "import.meta.url" }).get("<runCode>");
    assert.equal(module?.positionOf(1, 1), undefined);
    assert.equal(module?.positionOf(5, 1), undefined);
    const here = placeIn(module?.code ?? "", "$meta().url");
    assert.deepEqual(module?.positionOf(here.line, here.column + 3), { line: 1, column: 1 });
  });

  test("are the engine's lines", async () => {
    const source = "import './a.js';\nimport.meta; \n\n   throw new Error('here')";
    const { error } = await evaluate({ source, modules: { "./a.js": "" } });
    assert.match(error?.stack ?? "", /<runCode>:4:10/);
  });

  function placeIn(text: string, word: string) {
    const lines = text.slice(0, text.indexOf(word)).split("\n");
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  }
});

describe("modules of a graph", () => {
  test("come after what they import, and only those that are reached", () => {
    const { modules, entry } = linkOf({
      source: "import './a.js'; import './b.js'",
      modules: {
        "./b.js": "import './c.js'",
        "./a.js": "import './c.js'",
        "./c.js": "import './b.js'",
        "./unused.js": "let 1",
      },
    });
    assert.equal(entry, "<runCode>");
    assert.deepEqual(
      modules.map(({ name }) => name),
      ["./b.js", "./c.js", "./a.js", "<runCode>"],
    );
  });
});

describe("V8 agrees", () => {
  /** A random graph of a few modules that import and export a few names. */
  function randomGraph(seed: number): Given {
    const random = randomOf(seed);
    const pick = <T>(list: readonly [T, ...T[]]): T => list[random(list.length)] ?? list[0];
    const count = 2 + random(4);
    const target = () => (random(8) === 0 ? "fs" : `./${random(count)}.js`);
    const name = () => pick(["x", "y", "z", "default"]);
    const text = (id: number, statements: number) => {
      const lines: string[] = [];
      for (let at = 0; at < statements; at++) {
        const local = `l${id}_${at}`;
        lines.push(
          pick([
            `export * from '${target()}';`,
            `export * from '${target()}';`,
            `export { ${name()} as ${name()} } from '${target()}';`,
            `import { ${name()} as ${local} } from '${target()}';`,
            `import { ${name()} as ${local} } from '${target()}'; export { ${local} as ${name()} };`,
            `import * as ${local} from '${target()}'; export { ${local} as ${name()} };`,
            `export * as ${name()} from '${target()}';`,
            `const ${local} = 1; export { ${local} as ${name()} };`,
            `const ${local} = 1; export { ${local} as ${name()} };`,
          ]),
        );
      }
      return lines.join("\n");
    };
    const modules = Object.fromEntries(
      Array.from({ length: count }, (_, id) => [`./${id}.js`, text(id, 1 + random(4))]),
    );
    return { source: text(99, 1 + random(3)), modules, imports: { fs: ["x", "default"] } };
  }

  test("on which of 3,000 random graphs link", async () => {
    let linked = 0;
    for (let seed = 1; seed <= 3_000; seed++) {
      const given = { ...randomGraph(seed), language: "javascript" as const };
      let ours: unknown;
      try {
        readGraph(requestOf(given)).link();
        linked++;
      } catch (error) {
        ours = error;
      }
      // What ran into a dead zone had been linked.
      const { error } = await evaluate(given, "native");
      const theirs = error?.name === "SyntaxError" ? error : undefined;
      // ECMAScript skips a star that leads back to where the search began; V8 gives up there.
      if (ours === undefined && theirs?.message.startsWith("Detected cycle")) continue;
      assert.equal(
        ours === undefined,
        theirs === undefined,
        `${seed}: ${ours} against ${theirs?.message}\n${JSON.stringify(given, undefined, 1)}`,
      );
    }
    assert.ok(linked > 300 && linked < 2_700, `${linked} linked: too few of one kind`);
  });
});
