// Verifies v8.waiting-modules.
// Modules that await something at the top level are functions on V8: they mean what they mean
// natively, and stopping them, wherever they are, costs no more than the run.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { createCodeRunner } from "../src/index.js";
import { withExpendableProcess } from "./v8-native.js";

interface Case {
  what: string;
  source: string;
  modules?: Record<string, string>;
  filename?: string;
}

const SAME: Case[] = [
  { what: "a default value", source: "export default await 3" },
  { what: "a default in brackets", source: "export default (await 1, (2))\nawait 0" },
  {
    what: "unnamed defaults in brackets have their names",
    source: 'import c from "./c.js"; import f from "./f.js"; export default [c.name, f.name]',
    modules: {
      "./c.js": "export default (class {}); await 0",
      "./f.js": "await 0; export default ((() => 1))",
    },
  },
  { what: "a default that is an arrow has its name", source: "export default () => 1; await 0" },
  {
    what: "live bindings of let, changed by a function",
    source: 'import { x, up } from "./a.js"; const b = x; up(); export default [b, x]',
    modules: { "./a.js": "export let x = await 1; export const up = () => { x++ }" },
  },
  {
    what: "live bindings of var, exported by a list under another name",
    source: 'import { y, up } from "./a.js"; const b = y; up(); export default [b, y]',
    modules: { "./a.js": "var x = await 1\nexport const up = () => { x++ }\nexport { x as y }" },
  },
  {
    what: "classes, functions, an unnamed default, all without semicolons",
    source:
      'import d, * as n from "./a.js"; export default [d.name, Object.keys(n), n.C.name, n.f()]',
    modules: {
      "./a.js":
        "await 0\nexport default () => {}\nexport class C {}\nexport function f() { return g() }\nfunction g() { return 7 }",
    },
  },
  {
    what: "an unnamed class and an unnamed function have their names",
    source: 'import c from "./c.js"; import f from "./f.js"; export default [c.name, f.name]',
    modules: {
      "./c.js": "await 0;export default class {}",
      "./f.js": "await 0;export default function () {}",
    },
  },
  {
    what: "a named default function",
    source: 'import d from "./a.js"; export default d.name + d()',
    modules: {
      "./a.js": "await 0;export default function foo() { return bar }\nlet bar = 5",
    },
  },
  {
    what: "values taken apart into names that change",
    source: 'import { a, b, c, z } from "./a.js"; export default [a, b, c, z]',
    modules: {
      "./a.js":
        "const q = await 1\nexport let { a, b: [c] } = { a: q, b: [2] }, b = 9\na = 5; c++\nexport { q as z }",
    },
  },
  {
    what: "a value taken apart at the end of a declaration without a semicolon",
    source: 'import { a, b, up } from "./a.js"; up(); export default [a, b]',
    modules: {
      "./a.js":
        "export let [a] = [await 1]\nexport var { b } = { b: 2 }\nexport const up = () => { a++; b++ }",
    },
  },
  {
    what: "a name that is a string",
    source: 'import { "x-y" as w } from "./a.js"; export default w',
    modules: { "./a.js": "const v = await 8; export { v as 'x-y' }" },
  },
  {
    what: "everything passed on",
    source: 'export * from "./a.js"; export { k as default } from "./a.js"',
    modules: { "./a.js": "export const k = await 11; export const m = 2" },
  },
  {
    what: "an import passed on by a list",
    source: 'import { k } from "./b.js"; export default k',
    modules: {
      "./a.js": "export const k = await 11",
      "./b.js": "import { k } from './a.js'; export { k }",
    },
  },
  {
    what: "order: one that waits begins before the next module",
    source: 'import "./a.js"; import "./b.js"; report("main"); export default 1',
    modules: {
      "./a.js": "report('a1'); await 0; report('a2'); await 0; report('a3')",
      "./b.js": "report('b1'); await 0; report('b2')",
    },
  },
  {
    what: "order: those that need one follow it in the order of their evaluation",
    source: 'import "./c.js"; import "./d.js"; import "./e.js"; report("main"); export default 1',
    modules: {
      "./a.js": "report('a1'); await 0; report('a2')",
      "./c.js": "import './a.js'; report('c')",
      "./d.js": "import './a.js'; report('d'); await 0; report('d2')",
      "./e.js": "import './c.js'; report('e')",
    },
  },
  {
    what: "an error is the importer's, and nobody's body runs",
    source:
      'try { await import("./b.js") } catch (e) { report(e.name + e.message) } export default 1',
    modules: {
      "./a.js": "await 1;\n\n throw new RangeError('in a')",
      "./b.js": "import './a.js'; report('never')",
    },
  },
  {
    what: "import() twice gives one namespace",
    source:
      'const a = await import("./a.js"); const b = await import("./a.js"); export default [a === b, a.x]',
    modules: { "./a.js": "export const x = await 6" },
  },
  { what: "for await", source: "for await (const x of [1, 2]) report(x); export default 0" },
  { what: "this", source: "export default this === undefined; await 0" },
  { what: "import.meta", source: "await 0; export default import.meta.url" },
  { what: "a comment at the end", source: "export default await 1 /* c */ // d" },
  {
    what: "a line that begins with a bracket",
    source: "let a = 1\nexport default a\n;[1].map((x) => x); await 0",
  },
  {
    what: "statements that end where an export, an import or a declaration did",
    source: 'import * as n from "./a.js"; n.set(); export default [n.a === String, n.b, n.c]',
    modules: {
      "./a.js":
        "let a = String\nexport { a }\n(await 1)\nlet b = a\nimport './b.js'\n[1]\nexport { b }\n`x`\nexport let c\n(0)\nexport const set = () => { c = 2; b = b.name }",
      "./b.js": "",
    },
  },
  {
    what: "a circle whose functions are called later",
    source:
      'import { f } from "./a.js"; await 0; export function g() { return 3 } export default f()',
    modules: { "./a.js": "import { g } from './m.js'; export function f() { return g() }" },
    filename: "./m.js",
  },
  {
    what: "whoever imports a part of a circle waits for all of it",
    source: 'import "./m0.js"; import "./m2.js"; report("main"); export default 1',
    modules: {
      "./m0.js": "import './m1.js'; report('m0'); await 0; report('m0 again')",
      "./m1.js": "import './m0.js'; report('m1')",
      "./m2.js": "import './m1.js'; report('m2')",
    },
  },
  {
    what: "import() of a part of a circle waits for all of it",
    source:
      'const all = import("./m0.js"); const { one } = await import("./m1.js"); report(one()); await all; export default 1',
    modules: {
      "./m0.js":
        "import './m1.js'; export let n = 0; await 0; await 0; await 0; await 0; await 0; await 0; n = 7; report('m0')",
      "./m1.js": "import { n } from './m0.js'; export const one = () => n",
    },
  },
  {
    what: "a circle that could not be linked, and then one of its modules",
    source:
      'try { await import("./a.js") } catch (e) { report(e.name) } const { b } = await import("./b.js"); export default b',
    modules: {
      "./a.js": "import './b.js'; import './a.js'; import { nothing } from './b.js'",
      "./b.js": "export const b = await 1",
    },
  },
  { what: "a promise that nothing settles", source: "await new Promise(() => {})" },
  { what: "TypeScript", source: "enum E { A = 1 }\nexport { E }\nawait 0; export default E.A" },
];

/** A guest that takes the thread, from a builtin which nothing interrupts on into JavaScript. */
const BUSY =
  "const big = Float64Array.from({ length: 1e6 }, (_, i) => (i * 7919) % 1000003); report(1); big.sort(); Math.max(1, 2); (() => {})();";
const LOOP = "report(1); for (;;) {}";

/** Programs that are stopped after they have reported, and killed their process when V8 did the waiting. */
const STOPPED: [what: string, a: string, main: string][] = [
  ["an importer of what has waited loops", "await 1", `import "./a.js"; ${LOOP}`],
  ["an importer of what has waited computes", "await 1", `import "./a.js"; ${BUSY}`],
  ["what one that waits imports loops", LOOP, 'import "./a.js"; await 1'],
  ["what one that waits imports computes", BUSY, 'import "./a.js"; await 1'],
  ["one that has waited computes", `await 1; ${BUSY}`, 'import "./a.js"; await 1'],
  ["one that has waited loops", `await 1; ${LOOP}`, 'import "./a.js"'],
];

const TRAPS = [
  'Object.defineProperty(Promise.prototype, "constructor", { get() { throw new Error("mine") } })',
  'Object.defineProperty(Promise, Symbol.species, { get() { throw new Error("mine") } })',
  "Promise.prototype.constructor = { [Symbol.species]: function () { throw 2 } }",
  'Object.defineProperty(Promise.prototype, "constructor", { get() { for (;;) {} } })',
  "Promise.prototype.then = () => { throw 3 }",
];

withExpendableProcess(import.meta.url, () => {
  const native = createCodeRunner({ placement: "inline" });
  after(() => native.dispose());
  for (const placement of ["inline", "worker"] as const) {
    describe(`modules that wait, ${placement}`, () => {
      const runner = createCodeRunner({ engine: "isolated-vm", placement });
      after(() => runner.dispose());

      for (const { what, source, ...options } of SAME) {
        test(what, async () => {
          const [ours, theirs] = await Promise.all(
            [runner, native].map(async ({ runCode }) => {
              const said: unknown[] = [];
              const report = (value: unknown) => said.push(value);
              const outcome = await runCode(source, { ...options, report });
              const result = outcome.status === "success" ? outcome.result : outcome.error?.message;
              return [outcome.status, typeof result === "function" ? "" : result, said];
            }),
          );
          assert.deepEqual(ours, theirs);
        });
      }

      test("errors name the author's line and column", async () => {
        const sources = [
          ["await 1; null.x", 1, 15],
          ["await 1;\n\n  null.x", 3, 8],
          ["export default await 1; null.x", 1, 30],
        ] as const;
        for (const [source, line, column] of sources) {
          const outcome = await runner.runCode(source);
          assert.ok(outcome.status === "error", JSON.stringify(outcome));
          assert.deepEqual([outcome.error?.line, outcome.error?.column], [line, column], source);
        }
      });

      for (const [what, a, main] of STOPPED) {
        test(`stopped while ${what}`, async () => {
          const run = runner.runCode(main, {
            modules: { "./a.js": a },
            report: () => void setTimeout(() => run.terminate("enough"), 20),
          });
          assert.equal((await run).status, "terminated");
          assert.deepEqual((await runner.runCode("export default 1")).status, "success");
        });
      }

      test("stopped as it begins", async () => {
        for (let round = 0; round < 60; round++) {
          const run = runner.runCode("await wait()", {
            globals: { wait: () => new Promise(() => {}) },
          });
          if (round % 2 === 0) await new Promise((resolve) => setTimeout(resolve, round / 12));
          run.terminate("enough");
          assert.equal((await run).status, "terminated");
        }
      });

      for (const trap of TRAPS) {
        test(`with ${trap.slice(0, 60)}`, async () => {
          const run = runner.runCode('import "./a.js"; await 1; export default 1', {
            modules: { "./a.js": trap },
          });
          const timer = setTimeout(() => run.terminate("enough"), 1_000);
          assert.equal((await run).status, "success");
          clearTimeout(timer);
        });
      }

      test("a text that V8 refuses is an error", async () => {
        // Older engines do not know `using`; the parser does.
        const refused = await runner.runCode("using x = null; export default await 1");
        assert.ok(["success", "error"].includes(refused.status), refused.status);
      });
    });
  }
});
