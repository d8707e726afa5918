import assert from "node:assert/strict";
import type { CodeContext, CodeOptions } from "../../code-subject.js";
import type { RequirementId } from "../../requirements/index.js";
import { defineSuite } from "../../verify.js";
import { errorOf, value } from "./support.js";

/** A graph that must come to a value. */
interface Graph extends CodeOptions {
  ids: RequirementId | readonly RequirementId[];
  source: string;
  result: unknown;
}

const graphs: Record<string, Graph> = {
  "a sibling": {
    ids: "code.module-siblings",
    source: "import { add } from './math.js'; export const result = add(1, 2)",
    execute: { fn: "result" },
    modules: { "./math.js": "export const add = (a, b) => a + b;" },
    result: 3,
  },
  "a nested module that imports its sibling and its parent": {
    ids: "code.module-siblings",
    source: "import all from './lib/deep/a.js'; export default all",
    modules: {
      "./lib/deep/a.js":
        "import b from './b.js'; import c from '../c.js'; import d from '../../d.js'; export default [b, c, d]",
      "./lib/deep/b.js": "export default 'b'",
      "./lib/c.js": "export default 'c'",
      "./d.js": "export default 'd'",
    },
    result: ["b", "c", "d"],
  },
  "imports that resolve from the filename": {
    ids: ["code.module-from-filename", "code.filename"],
    source: "import a from './a.js'; import b from '../b.js'; export default [a, b]",
    filename: "src/app/main.ts",
    modules: {
      "./src/app/a.js": "export default 'near'",
      "./src/b.js": "export default 'above'",
      "./a.js": "export default 'root'",
      "./b.js": "export default 'root'",
    },
    result: ["near", "above"],
  },
  "the root when there is no filename": {
    ids: "code.module-from-filename",
    source: "import a from './a.js'; export default a",
    modules: { "./a.js": "export default 'root'" },
    result: "root",
  },
  "a cycle of functions": {
    ids: "code.cycles",
    source: "import { even } from './even.js'; export default [even(10), even(7)]",
    modules: {
      "./even.js":
        "import { odd } from './odd.js'; export const even = (n) => n === 0 || odd(n - 1)",
      "./odd.js":
        "import { even } from './even.js'; export const odd = (n) => n !== 0 && even(n - 1)",
    },
    result: [true, false],
  },
  "a cycle in which a name is read too early": {
    ids: "code.cycles",
    source: "import { seen } from './a.js'; export default seen",
    modules: {
      "./a.js": "import { early } from './b.js'; export const late = 1; export const seen = early",
      "./b.js":
        "import { late } from './a.js'; export let early; try { early = late } catch (e) { early = e.name }",
    },
    result: "ReferenceError",
  },
  "a module that imports itself": {
    ids: "code.cycles",
    source: "import * as me from './main.js'; export const n = 1; export default () => me.n",
    filename: "main.js",
    result: 1,
  },
  "order of evaluation, each module once": {
    ids: ["code.module-same-sandbox", "code.cycles"],
    source: "import './b.js'; import './a.js'; export default globalThis.order.join()",
    modules: {
      "./a.js": "import './b.js'; (globalThis.order ??= []).push('a')",
      "./b.js": "import './c.js'; (globalThis.order ??= []).push('b')",
      "./c.js": "await null; (globalThis.order ??= []).push('c')",
    },
    result: "c,b,a",
  },
  "one realm for all modules": {
    ids: "code.module-same-sandbox",
    source: `import { list, Made, made, symbol } from './m.js';
      export default [list instanceof Array, made instanceof Made, globalThis.left, symbol === Symbol.for("s")]`,
    modules: {
      "./m.js":
        "export const list = []; export class Made {}; export const made = new Made(); globalThis.left = 5; export const symbol = Symbol.for('s')",
    },
    result: [true, true, 5, true],
  },
  "live bindings": {
    ids: "code.module-same-sandbox",
    source:
      "import { count, up } from './c.js'; const before = count; up(); export default [before, count]",
    modules: { "./c.js": "export let count = 1; export const up = () => { count++ }" },
    result: [1, 2],
  },
  "all the ways to export from another module": {
    ids: ["code.module-siblings", "code.module"],
    source: `import * as all from './all.js'; export default [Object.keys(all), all.inner.z, all.zed, all.main]`,
    modules: {
      "./all.js":
        "export * from './b.js'; export * as inner from './b.js'; export { z as zed, default as main } from './b.js'",
      "./b.js": "export const z = 1; export default 2",
    },
    result: [["inner", "main", "z", "zed"], 1, 1, 2],
  },
  "an export that comes through from a bridged module": {
    ids: "code.module-siblings",
    source: "export * from 'host'; export { answer as default } from './m.js'",
    imports: { host: { given: 1 } },
    modules: { "./m.js": "export { given as answer } from 'host'" },
    result: 1,
  },
  "TypeScript modules": {
    ids: ["code.module-siblings", "code.ts-default"],
    source: `import { type Point, area, Kind } from './shape.ts'; import type { Gone } from './gone.ts';
      const p: Point = { x: 2, y: 3 }; export default [area(p), Kind.Round]`,
    modules: {
      "./shape.ts": `export interface Point { x: number; y: number }
        export enum Kind { Square, Round }
        export function area({ x, y }: Point): number { return x * y }`,
    },
    result: [6, 1],
  },
};

/** Modules given as source text. */
export const modules = defineSuite<CodeContext>("modules", ({ test }) => {
  for (const [name, { ids, source, result, ...options }] of Object.entries(graphs)) {
    test(ids, `a graph with ${name}`, async ({ run }) => {
      assert.deepEqual(value(await run(source, options)), result);
    });
  }

  const nowhere: [specifier: string, filename: string][] = [
    ["./nope.js", "main.js"],
    ["../a.js", "main.js"],
    ["../../a.js", "lib/main.js"],
    ["./A.js", "main.js"],
    ["./lib", "main.js"],
    ["./package.json", "main.js"],
    ["../../../../../../etc/passwd", "main.js"],
  ];
  for (const [specifier, filename] of nowhere) {
    test(
      ["code.import-unknown", "code.module-no-files", "module.link-position"],
      `${specifier} from ${filename} leads nowhere`,
      async ({ run }) => {
        const modules = { "./a.js": "export default 1", "./lib/x.js": "" };
        const source = `\n\nimport x from "${specifier}"; export default 1`;
        const result = await run(source, { modules, filename, language: "javascript" });
        const error = errorOf(result, "link_error", /Cannot find module/);
        assert.deepEqual(
          [error.specifier, error.filename, error.line, error.column],
          [specifier, filename, 3, 15],
        );
      },
    );
  }

  test(
    ["module.link-position", "code.link-error"],
    "an error of a module is at its place in that module's own text",
    async ({ run }) => {
      const entry = "import './lib/m.ts'; export default 1";
      const at = async (text: string) => {
        const { specifier, filename, line } = errorOf(
          await run(entry, { modules: { "./lib/m.ts": text } }),
          "link_error",
        );
        return [specifier, filename, line];
      };
      const types = "interface Gone {\n  a: number;\n}\n";
      assert.deepEqual(await at(`${types}import 'x'`), ["x", "./lib/m.ts", 4]);
      assert.deepEqual(await at(`${types}const = 1`), [undefined, "./lib/m.ts", 4]);
      assert.deepEqual(await at(`${types}import { z } from './m.ts'; z()`), [
        "./m.ts",
        "./lib/m.ts",
        4,
      ]);
    },
  );

  test("code.import-missing-name", "a module lacks what it does not export", async ({ run }) => {
    const options = { modules: { "./m.js": "export const a = 1; const b = 2" } };
    const error = errorOf(await run("import { b } from './m.js'", options), "link_error", /'b'/);
    assert.deepEqual([error.specifier, error.line, error.column], ["./m.js", 1, 10]);
  });

  test("code.module-no-files", "a supplied module has no more rights", async ({ run }) => {
    for (const text of ["import 'fs'", "import 'node:fs'", "import 'https://x.dev/a.js'"]) {
      const result = await run("import './m.js'", { modules: { "./m.js": text } });
      assert.equal(errorOf(result, "link_error").filename, "./m.js");
    }
  });
});
