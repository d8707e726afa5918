import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { CAUGHT, errorOf, value } from "./support.js";

/** What makes source a module and not a script. */
export const moduleSemantics = defineSuite<CodeContext>("module semantics", ({ test }) => {
  test("code.module", "the source is a strict module of its own scope", async ({ run }) => {
    const source = `
      var declared = 1; function named() { return this }
      let strict; try { undeclared = 1 } catch (e) { strict = e.name }
      export default [this === undefined, named() === undefined, strict, "declared" in globalThis,
        "named" in globalThis, typeof arguments, typeof require, typeof module, typeof exports]`;
    assert.deepEqual(value(await run(source)), [
      ...[true, true, "ReferenceError", false, false],
      ...["undefined", "undefined", "undefined", "undefined"],
    ]);
  });

  test("code.module-top-level-await", "await works at the top level", async ({ run }) => {
    const source = `
      import { ready } from './m.js';
      const a = await later("a");
      const list = []; for await (const n of [Promise.resolve(1), 2]) list.push(n);
      export default [ready, a, list]; export { a };`;
    const modules = { "./m.js": "export let ready = 'no'; await null; await null; ready = 'yes'" };
    const later = async (given: string) => given;
    const result = await run(source, { modules, globals: { later } });
    assert.deepEqual(value(result), ["yes", "a", [1, 2]]);
  });

  test("code.module-top-level-await", "a rejection of a module is the run's", async ({ run }) => {
    const modules = { "./m.js": "await null; throw new RangeError('in the module')" };
    const result = await run("import './m.js'; export default 1", { modules });
    const error = errorOf(result, "error", "in the module");
    assert.deepEqual([error.name, error.filename], ["RangeError", "./m.js"]);
  });

  test(
    "code.module-top-level-await",
    "a promise that nothing can settle ends the run",
    async ({ run }) => {
      errorOf(await run("await new Promise(() => {}); export default 1"), "error", /settle/);
      errorOf(await run("export default () => new Promise(() => {})"), "error", /settle/);
    },
  );

  const urls: [filename: string | undefined, url: string][] = [
    [undefined, "sandbox:<runCode>"],
    ["main.ts", "sandbox:main.ts"],
    ["src/app/main.ts", "sandbox:src/app/main.ts"],
  ];
  for (const [filename, url] of urls) {
    test(
      ["code.module-meta", "code.filename"],
      `import.meta.url is ${url} and there is nothing else`,
      async ({ run }) => {
        const source = `const meta = import.meta;
          export default [Reflect.ownKeys(meta), meta.url, Object.getPrototypeOf(meta), typeof meta.resolve]`;
        const result = await run(source, filename === undefined ? {} : { filename });
        assert.deepEqual(value(result), [["url"], url, null, "undefined"]);
      },
    );
  }

  test("code.module-meta", "a module has a URL of its own, and no host path", async ({ run }) => {
    const modules = { "./lib/m.js": "export default import.meta.url" };
    const url = value(await run("import u from './lib/m.js'; export default u", { modules }));
    assert.match(String(url), /^sandbox:(\.\/)?lib\/m\.js$/);
  });

  test("code.import-dynamic", "import() finds what is in the graph", async ({ run }) => {
    const source = `
      export default async () => {
        const name = "./lib/" + "m.js";
        const [host, m, again] = await Promise.all([import('host'), import(name), import(name)]);
        return [host.given, m.value, m === again, m.default, await m.up()];
      }`;
    const options = {
      imports: { host: { given: 1 } },
      modules: {
        "./lib/m.js":
          "export const value = 'v'; export default 'd'; export const up = async () => (await import('../up.js')).default",
        "./up.js": "export default 'above'",
      },
    };
    assert.deepEqual(value(await run(source, options)), [1, "v", true, "d", "above"]);
  });

  test(
    ["code.import-dynamic", "code.import-url", "code.import-unknown"],
    "import() of anything else rejects, and the guest can catch it",
    async ({ run }) => {
      const source = `
        const outcomes = [];
        for (const name of ["nope", "./nope.js", "../m.js", "https://x.dev/a.js", "node:fs", "fs", "", "data:text/javascript,1"])
          try { await import(name); outcomes.push("loaded " + name) } catch (e) { outcomes.push(${CAUGHT}) }
        export default outcomes`;
      const modules = { "./m.js": "export default 1" };
      const outcomes = value(await run(source, { modules })) as [boolean, string, string][];
      assert.equal(outcomes.length, 8);
      for (const [isError, , message] of outcomes) {
        assert.equal(isError, true);
        assert.match(message, /^Cannot (find|import)/);
      }
    },
  );

  test("code.import-dynamic", "a specifier that throws rejects", async ({ run }) => {
    const source = `
      let caught; try { await import({ toString() { throw new RangeError("mine") } }) } catch (e) { caught = e.message }
      export default caught`;
    assert.equal(value(await run(source)), "mine");
  });

  test("code.import-dynamic", "a broken module rejects only its importers", async ({ run }) => {
    const source = `
      const outcomes = [];
      for (const name of ["./throws.js", "./throws.js"])
        try { await import(name) } catch (e) { outcomes.push(e.message) }
      export default outcomes`;
    const modules = {
      "./throws.js": "globalThis.n = (globalThis.n ?? 0) + 1; throw new Error('run ' + n)",
    };
    assert.deepEqual(value(await run(source, { modules })), ["run 1", "run 1"]);
  });

  test("code.module", "a module may export what looks like a promise", async ({ run }) => {
    const source = "export function then() { throw new Error('called') } export default 3";
    assert.equal(value(await run(source)), 3);
  });
});
