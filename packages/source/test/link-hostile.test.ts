import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LinkError, MAX_GRAPH_CHARACTERS, MAX_GRAPH_MODULES } from "../src/index.js";
import { type Given, linkErrorOf, linkOf } from "./link-support.js";
import { JAVASCRIPT_PRODUCTIONS, TYPESCRIPT_PRODUCTIONS } from "./productions.js";

/** No graph may cost its host more than this, on a machine with other things to do. */
const MAX_MILLISECONDS = 8_000;

function timed<T>(action: () => T): T {
  const started = performance.now();
  const result = action();
  const milliseconds = performance.now() - started;
  assert.ok(milliseconds < MAX_MILLISECONDS, `took ${milliseconds} ms`);
  return result;
}

/** Modules `./0.js` to the last, each made from its number and the next one's specifier. */
function chain(count: number, text: (next: string, id: number) => string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, id) => [`./${id}.js`, text(`./${id + 1}.js`, id)]),
  );
}

describe("a chain of modules", () => {
  const last = MAX_GRAPH_MODULES - 2;
  const links: [what: string, text: (next: string) => string][] = [
    ["export *", (next) => `export * from '${next}'`],
    ["export { x } from", (next) => `export { x } from '${next}'`],
    ["import and export", (next) => `import { x } from '${next}'; export { x }`],
    ["import", (next) => `import '${next}'; export const x = 1`],
  ];
  for (const [what, text] of links) {
    test(`as long as may be: ${what}`, () => {
      const modules = chain(last, text);
      modules[`./${last}.js`] = "export const x = 1; export { x as y }";
      const given = { source: "import { x } from './0.js'", modules };
      const graph = timed(() => linkOf(given));
      assert.equal(graph.modules.length, MAX_GRAPH_MODULES);
    });
  }

  test("in a circle", () => {
    const modules = chain(900, (next, id) => `export * from '${id === 899 ? "./0.js" : next}'`);
    const error = timed(() => linkErrorOf({ source: "import { x } from './0.js'", modules }));
    assert.equal(error.reason, "'./0.js' has no export named 'x'; it exports nothing");
  });
});

describe("a graph is bounded", () => {
  test("in modules", () => {
    const given = { source: "", modules: chain(MAX_GRAPH_MODULES, () => "") };
    assert.match(
      linkErrorOf(given).message,
      /^A run may have 1000 modules with 8388608 characters/,
    );
  });

  test("in characters", () => {
    const big = " ".repeat(2 ** 20);
    const modules = chain(MAX_GRAPH_CHARACTERS / big.length, () => big);
    linkOf({ source: "", modules });
    assert.match(linkErrorOf({ source: " ", modules }).message, /^A run may have 1000 modules/);
  });

  test("in what it re-exports", () => {
    const stars = Array.from({ length: 300 }, (_, id) => `export * from './${id}.js'`).join(";");
    const names = Array.from({ length: 30_000 }, (_, id) => `x${id}`).join(",");
    const modules = chain(300, () => stars);
    const error = timed(() => linkErrorOf({ source: `import {${names}} from './0.js'`, modules }));
    assert.ok(/no export named 'x0'|re-export too much/.test(error.reason), error.reason);
    modules["./299.js"] = `let v; export {${names.replace(/x\d+/g, (name) => `v as ${name}`)}}`;
    const other = timed(() => linkErrorOf({ source: `import {${names}} from './0.js'`, modules }));
    assert.match(other.reason, /re-export too much from each other/);
  });
});

describe("a module meant to hurt", () => {
  const many = 40_000;
  const list = (each: (id: number) => string, between = ";") =>
    Array.from({ length: many }, (_, id) => each(id)).join(between);
  const cases: [what: string, given: Given][] = [
    [
      "renames in a circle",
      {
        source: `${list((id) => `export{a${id + 1} as a${id}}from"./b.js"`)}`.slice(0, 2 ** 20),
        filename: "a.js",
        modules: { "./b.js": "export * from './a.js'" },
      },
    ],
    [
      "one star under many names",
      {
        source: `import{x}from"./b.js"`,
        modules: {
          "./b.js": Array.from(
            { length: 1_000 },
            (_, n) => `export*from"./${"/".repeat(n)}a.js"`,
          ).join(";"),
          "./a.js": "",
        },
      },
    ],
    ["many declarations", { source: `export let ${list((id) => `a${id}`, ",")}` }],
    ["many exports of what is not there", { source: `export {${list((id) => `a${id}`, ",")}}` }],
    ["a wide pattern", { source: `export let [${",".repeat(500_000)}a] = []` }],
    ["many names for import.meta", { source: `import.meta;${list((id) => `$meta${id}`)}` }],
    ["many import.meta", { source: list(() => "import.meta") }],
    ["escapes without end", { source: `import.meta;"${"\\u{0".repeat(100_000)}` }],
    ["many specifiers", { source: list((id) => `import"./${id}"`), modules: chain(900, () => "") }],
    ["a path that climbs", { source: `import "./${"a/../".repeat(100_000)}a.js"` }],
    [
      "a long path that is not there",
      {
        source: `import "./${"a/".repeat(100_000)}a.js"`,
        modules: chain(900, () => ""),
      },
    ],
    [
      "many near names",
      {
        source: `import { aaaaaaaaaaaaaaaaaaaa } from './a.js'`,
        modules: { "./a.js": `export let ${list((id) => `aaaaaaaaaaaaaa${id}`, ",")}` },
      },
    ],
    [
      "types that are not there",
      {
        source: "import { x } from './a.ts'; export { x }",
        modules: { "./a.ts": `let a: 1; ${"type \n".repeat(10_000)}` },
      },
    ],
  ];
  for (const [what, given] of cases) {
    for (const language of ["javascript", "typescript"] as const) {
      test(`costs its author an error at most: ${what}, ${language}`, () => {
        timed(() => {
          try {
            linkOf({ ...given, language });
          } catch (error) {
            assert.ok(error instanceof LinkError, String(error));
            assert.ok(error.message.length < 1_000);
          }
        });
      });
    }
  }
});

describe("deep text", () => {
  for (const { name, text, flat } of JAVASCRIPT_PRODUCTIONS) {
    test(name, () => {
      const given: Given = { source: "import './deep.js'", modules: { "./deep.js": text(20_000) } };
      for (const language of ["javascript", "typescript"] as const) {
        try {
          linkOf({ ...given, language });
          assert.ok(flat, "was taken");
        } catch (error) {
          assert.ok(error instanceof LinkError, String(error));
          assert.equal(error.filename, "./deep.js");
        }
      }
    });
  }

  for (const { name, text } of TYPESCRIPT_PRODUCTIONS) {
    test(name, () => {
      for (const depth of [60, 2_000]) {
        try {
          linkOf({ source: text(depth) });
        } catch (error) {
          assert.ok(error instanceof LinkError, String(error));
        }
      }
    });
  }

  test("imports inside imports", () => {
    const deep = (depth: number) => `${"import(".repeat(depth)}''${")".repeat(depth)}`;
    linkOf({ source: deep(100), language: "javascript" });
    assert.match(linkErrorOf({ source: deep(600) }).reason, /nested too deeply/);
  });
});

describe("a module that waits is made plain in time", () => {
  const links = { specifier: "execbox:x", secret: "0123456789abcdef01234567", numberOf: () => 0 };
  const sources: [what: string, source: string][] = [
    ["import.meta and declarations", many(40_000, (n) => `import.meta;let a${n};`)],
    ["import.meta and import()", many(40_000, () => "import.meta;import(0);")],
    ["exports that change", many(20_000, (n) => `export let a${n}=0;a${n}++;`)],
    ["lists of exports", many(30_000, (n) => `let a${n};export{a${n}};`)],
    ["a wide pattern", `export let [${",".repeat(500_000)}a] = []; a++`],
    ["names like ours", many(60_000, (n) => `$${n.toString(16)};`)],
  ];
  for (const [what, source] of sources) {
    test(what, () => {
      const graph = linkOf({ source: `await 1;${source}` });
      const plain = timed(() => graph.get(graph.entry)?.plain(links));
      assert.ok((plain?.ahead ?? 0) > 0);
    });
  }
});

function many(count: number, text: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => text(n)).join("");
}
