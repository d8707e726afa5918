import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { ECMASCRIPT_GLOBALS, FOREIGN_GLOBALS, NEWER_GLOBALS } from "../execute/global-tables.js";
import { errorOf, value } from "./support.js";

const ADDED = ["structuredClone", "queueMicrotask"];

/** Ways to a function that makes code from text. */
const makers = [
  ...["Function", "(() => {}).constructor", "(async () => {}).constructor"],
  ...["(function* () {}).constructor", "(async function* () {}).constructor"],
  ...["(class {}).constructor", "Object.getPrototypeOf(async () => {}).constructor"],
  ...["Reflect.get(Map, 'constructor')", "bridge.constructor", "console.log.constructor"],
  ...["Promise.prototype.then.constructor", "report.constructor", "host.f.constructor"],
];

/** What guests have, and what they do not have. */
export const limitations = defineSuite<CodeContext>("limitations", ({ test }) => {
  test("code.globals-intrinsics", "globalThis holds the language and no more", async ({ run }) => {
    const source = `export default {
      names: Object.getOwnPropertyNames(globalThis),
      symbols: Object.getOwnPropertySymbols(globalThis).filter((s) => s !== Symbol.toStringTag).map(String),
      missing: [${ECMASCRIPT_GLOBALS.map((name) => `"${name}"`).join()}].filter((name) => !(name in globalThis)),
      types: [typeof structuredClone, typeof queueMicrotask],
    }`;
    const found = value(await run(source)) as Record<string, string[]>;
    const known = [...ECMASCRIPT_GLOBALS, ...NEWER_GLOBALS, ...ADDED];
    assert.deepEqual(
      found["names"]?.filter((name) => !known.includes(name)),
      [],
    );
    assert.deepEqual([found["symbols"], found["missing"]], [[], []]);
    assert.deepEqual(found["types"], ["function", "function"]);
  });

  test(
    ["code.globals-intrinsics", "code.microtasks", "code.no-shared-memory"],
    "nothing of a host platform has a name",
    async ({ run }) => {
      const names = [...FOREIGN_GLOBALS, "global", "postMessage", "navigator", "__dirname"];
      const source = `import { inModule } from './m.js';
        export default [...[${names.map((name) => `["${name}", typeof ${name}]`).join()}].filter(([, type]) => type !== "undefined"), ...inModule]`;
      const modules = {
        "./m.js": `export const inModule = [${names.map((name) => `"${name}"`).join()}].filter((name) => name in globalThis)`,
      };
      assert.deepEqual(value(await run(source, { modules, language: "javascript" })), []);
    },
  );

  test("code.globals-intrinsics", "any of them can be bridged in", async ({ run }) => {
    const globals = { setTimeout: () => "mine", fetch: async () => "fetched", process: { pid: 7 } };
    const source = "export default [setTimeout(), await fetch(), process.pid, globalThis.fetch]";
    const result = await run(source, { globals });
    assert.deepEqual(value(result), ["mine", "fetched", 7, undefined]);
  });

  for (const code of [`eval("1")`, `(0, eval)("1")`, `globalThis.eval("1")`, `[eval][0]("1")`]) {
    test("code.no-eval", `${code} throws`, async ({ run }) => {
      errorOf(await run(`export default () => ${code}`), "error");
    });
  }

  for (const path of makers) {
    test("code.no-constructors", `${path} makes no code`, async ({ run }) => {
      const source = `import * as host from 'host'; const outcomes = [];
        const make = ${path};
        for (const attempt of [() => make("return 1"), () => new make("return 1"), () => Reflect.construct(make, ["return 1"])])
          try { outcomes.push("made " + typeof attempt()) } catch { outcomes.push("threw") }
        export default outcomes`;
      const f = () => 1;
      const options = { globals: { bridge: f }, imports: { host: { f } }, report: () => {} };
      assert.deepEqual(value(await run(source, options)), ["threw", "threw", "threw"]);
    });
  }

  test("code.no-shared-memory", "there is nothing to share", async ({ run }) => {
    const source = `let grown; try { grown = new ArrayBuffer(1, { maxByteLength: 2 }).constructor.name } catch { grown = "none" }
      export default [typeof SharedArrayBuffer, typeof Atomics, typeof WebAssembly, typeof postMessage, typeof MessageChannel]`;
    assert.deepEqual(value(await run(source)), Array(5).fill("undefined"));
  });

  test("code.microtasks", "promises and queueMicrotask run in order", async ({ run }) => {
    const source = `const order = [];
      queueMicrotask(() => { order.push("microtask"); queueMicrotask(() => order.push("nested")) });
      Promise.resolve().then(() => order.push("then"));
      (async () => { await null; order.push("await") })();
      order.push("now");
      for (let i = 0; i < 5; i++) await null;
      export default [order, typeof setTimeout, typeof setInterval, typeof setImmediate]`;
    assert.deepEqual(value(await run(source)), [
      ["now", "microtask", "then", "await", "nested"],
      ...["undefined", "undefined", "undefined"],
    ]);
  });

  test("code.nondeterminism", "the clock and chance work", async ({ run }) => {
    const source = `export default [Date.now(), new Date().getTime(), Math.random(), Math.random()]`;
    const [first, second] = await Promise.all([run(source), run(source)]);
    const [now, date, ...chance] = value(first as NonNullable<typeof first>) as number[];
    for (const time of [now, date]) assert.ok(Math.abs(Number(time) - Date.now()) < 5_000);
    const all = [...chance, ...(value(second as NonNullable<typeof second>) as number[]).slice(2)];
    assert.equal(new Set(all).size, 4, `chance repeats: ${all}`);
    for (const number of all) assert.ok(number >= 0 && number < 1);
  });

  test(
    ["code.fresh", "code.module"],
    "nothing of a run is there in the next one",
    async ({ run }) => {
      const spoil = `
        globalThis.leak = 1; Array.prototype.leak = 1; Object.prototype.leaked = 1;
        JSON.parse = () => "spoilt"; Promise.prototype.then = () => {}; Math.max = null;
        delete globalThis.Map; Symbol.for("leak"); (globalThis.count ??= []).push(1);
        import { up } from './m.js'; up(); export default up()`;
      const modules = { "./m.js": "let n = 0; export const up = () => ++n" };
      const look = `import { up } from './m.js';
        export default [typeof leak, "leak" in [], "leaked" in {}, JSON.parse("1"), typeof Math.max, typeof Map,
          typeof count, up(), await Promise.resolve(5)]`;
      for (let round = 0; round < 3; round++) {
        assert.equal(value(await run(spoil, { modules })), 2);
        assert.deepEqual(value(await run(look, { modules })), [
          ...["undefined", false, false, 1, "function", "function", "undefined", 1, 5],
        ]);
      }
    },
  );

  test("code.globals-intrinsics", "reading any property of a builtin ends", async ({ run }) => {
    const source = `let read = 0; const visited = new Set();
      const walk = (of) => {
        if ((typeof of !== "object" && typeof of !== "function") || of === null || visited.has(of)) return;
        visited.add(of);
        for (const key of Reflect.ownKeys(of)) { try { walk(of[key]) } catch (e) { if (e instanceof RangeError) throw e } read++ }
      };
      walk(globalThis); void Error.prototype.stack; export default read > 500`;
    assert.equal(value(await run(source)), true);
  });

  test("code.fresh", "replaced builtins do not change what crosses", async ({ run }) => {
    const source = `
      JSON.stringify = () => '"forged"'; Array.isArray = () => false; Map.prototype.get = () => "forged";
      Object.keys = () => ["forged"]; Object.prototype.toJSON = () => "forged"; Array.prototype.map = () => [];
      Reflect.apply = () => "forged"; Function.prototype.call = () => "forged"; Error.prototype.message = "forged";
      console.log({ a: [1] }); report(new Map([[1, 2]]));
      export default [echo({ a: [1n] }), new Map([["k", 1]]), [1, 2]]`;
    const globals = { echo: (given: unknown) => given };
    const result = await run(source, { globals, report: () => {} });
    assert.deepEqual(value(result), [{ a: [1n] }, new Map([["k", 1]]), [1, 2]]);
    assert.deepEqual([result.reports, result.logs[0]?.args], [[new Map([[1, 2]])], [{ a: [1] }]]);
  });
});
