import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { errorOf, value } from "./support.js";

/** Modules made of host values. */
export const imports = defineSuite<CodeContext>("imports", ({ test }) => {
  const fs = { readFile: async (path: string) => `text of ${path}`, limit: 3 };

  test("code.import-named", "named exports are imported, also renamed", async ({ run }) => {
    const source = `import { readFile, limit as most } from 'fs';
      export default async () => [await readFile('/a'), most]`;
    assert.deepEqual(value(await run(source, { imports: { fs } })), ["text of /a", 3]);
  });

  test("code.import-namespace", "a namespace import sees the same", async ({ run }) => {
    const source = `import { readFile } from 'fs'; import * as all from 'fs';
      export default async () =>
        [Object.keys(all), all.limit, all.readFile === readFile, await all.readFile('/b')]`;
    assert.deepEqual(value(await run(source, { imports: { fs } })), [
      ["limit", "readFile"],
      3,
      true,
      "text of /b",
    ]);
  });

  test("code.import-default", "the key default is the default export", async ({ run }) => {
    const greeter = { default: (name: string) => `hi, ${name}` };
    const source = "import greet from 'greeter'; export default greet('Ada')";
    assert.equal(value(await run(source, { imports: { greeter } })), "hi, Ada");
    const none = await run("import x from 'fs'; export default x", { imports: { fs } });
    assert.equal(errorOf(none, "link_error", /default/).specifier, "fs");
  });

  test("code.import-named", "any name can be exported and imported", async ({ run }) => {
    // biome-ignore lint/suspicious/noThenProperty: a name like any other, and a trap for promises.
    const odd = { "a-b": 1, class: 2, await: 3, then: 4, constructor: 5, $: 6, "": 7, "1": 8 };
    const source = `import { "a-b" as a, class as b, await as c, then as d, constructor as e, $, "" as f, "1" as g }
      from '@scope/pkg/sub.js'; export default [a, b, c, d, e, $, f, g]`;
    const result = await run(source, { imports: { "@scope/pkg/sub.js": odd } });
    assert.deepEqual(value(result), [1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("code.import-named", "a getter and __proto__ are exports like others", async ({ run }) => {
    let reads = 0;
    const host = Object.defineProperty(JSON.parse(`{"__proto__": "own"}`), "once", {
      enumerable: true,
      get: () => ++reads,
    });
    const source = `import { once, __proto__ as own } from 'host'; import * as ns from 'host';
      export default [once, ns.once, own, Object.keys(ns).length]`;
    assert.deepEqual(value(await run(source, { imports: { host } })), [1, 1, "own", 2]);
  });

  test(
    ["code.module-synthetic-frozen", "code.cross-mutation"],
    "the namespace is a copy that nobody can change",
    async ({ run }) => {
      const host: Record<string, unknown> = { a: 1, list: [1] };
      const source = `import * as ns from 'host';
        const outcomes = [];
        for (const change of [
          () => { ns.a = 2 }, () => { ns.b = 2 }, () => { delete ns.a },
          () => Object.defineProperty(ns, "a", { value: 2 }), () => Object.setPrototypeOf(ns, {}),
        ]) try { change(); outcomes.push("changed") } catch (e) { outcomes.push(e.name) }
        ns.list.push(2);
        host2();
        export default [outcomes, ns.a, ns.list, Object.isExtensible(ns)]`;
      const host2 = () => {
        host["a"] = "changed at the host";
      };
      const result = value(await run(source, { imports: { host }, globals: { host2 } }));
      assert.deepEqual(result, [Array(5).fill("TypeError"), 1, [1, 2], false]);
      assert.deepEqual(host["list"], [1]);
    },
  );

  test("code.import-named", "every module of the graph has them, once", async ({ run }) => {
    const source = `import { box } from 'host'; import { seen, put } from './m.js';
      put(); export default [box.n, seen === box]`;
    const modules = {
      "./m.js":
        "import { box } from 'host'; export const seen = box; export const put = () => { box.n = 5 }",
    };
    const imports = { host: { box: { n: 1 } } };
    assert.deepEqual(value(await run(source, { imports, modules })), [5, true]);
  });

  test(
    ["module.imports-traceless", "code.import-no-resolver"],
    "imported values leave no trace on the global object",
    async ({ run }) => {
      const source = `import { secret } from 'host';
        const reach = (of) => Reflect.ownKeys(of).filter((key) => {
          try { return of[key] === secret } catch { return false }
        });
        export default [Reflect.ownKeys(globalThis).map(String).sort(), reach(globalThis), typeof host, typeof secret]`;
      const [names, found, host, own] = value(
        await run(source, { imports: { host: { secret: "the secret" } } }),
      ) as [string[], string[], string, string];
      assert.deepEqual([found, host, own], [[], "undefined", "string"]);
      const bare = "export default Reflect.ownKeys(globalThis).map(String).sort()";
      assert.deepEqual(names, value(await run(bare)));
    },
  );

  for (const specifier of ["nope", "FS", "fs/promises", "lodash", "typescript", "@execbox/core"]) {
    test(
      ["code.import-unknown", "code.import-no-resolver", "code.link-error", "module.link-position"],
      `'${specifier}' is unknown unless it was given`,
      async ({ run }) => {
        const source = `const a: number = 1;\nimport * as x from '${specifier}';\nexport default [a, x];`;
        const result = await run(source, { imports: { fs }, filename: "entry.ts" });
        const { filename, line, column, ...error } = errorOf(result, "link_error", /Cannot find/);
        assert.deepEqual([filename, line, column], ["entry.ts", 2, 20]);
        assert.equal(error.specifier, specifier);
        assert.ok(error.message.includes(specifier));
      },
    );
  }

  const urls = ["https://example.com/a.js", "http://x/a.js", "data:text/javascript,1", "node:fs"];
  for (const specifier of [
    ...urls,
    "file:///etc/passwd",
    "blob:x",
    "//example.com/a.js",
    "/a.js",
  ]) {
    test(
      ["code.import-url", "code.link-error", "code.import-bare-only"],
      `'${specifier}' fails at link time`,
      async ({ run }) => {
        const source = `import '${specifier}'; touch(); export default 1`;
        const calls: number[] = [];
        const globals = { touch: () => calls.push(1) };
        const result = await run(source, { globals, imports: { fs } });
        assert.equal(errorOf(result, "link_error").specifier, specifier);
        assert.deepEqual(calls, []);
      },
    );
  }

  const missing: Record<string, string> = {
    "an import": "import { nope } from 'fs'; export default 1",
    "a renamed import": "import { nope as limit } from 'fs'; export default 1",
    "an export from": "export { nope } from 'fs'; export default 1",
    "an inherited name": "import { toString as nope } from 'fs'; export default 1",
  };
  for (const [name, source] of Object.entries(missing)) {
    test(
      ["code.import-missing-name", "code.link-error"],
      `${name} of a name that is not exported fails at link time`,
      async ({ run }) => {
        const error = errorOf(await run(`touch();\n${source}`, { imports: { fs } }), "link_error");
        assert.match(error.message, /no export named/);
        assert.deepEqual([error.specifier, error.line], ["fs", 2]);
      },
    );
  }
});
