import assert from "node:assert/strict";
import type { CodeContext, CodeOptions } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { errorOf, value } from "./support.js";

const TWO = `export function increment(n: number): number { return n + 1 }
             export default function fallback() { return 123 }`;

/** Which export becomes the result, and how. */
export const selection = defineSuite<CodeContext>("selection of the export", ({ test }) => {
  const chosen: [execute: CodeOptions["execute"], result: unknown][] = [
    [{ fn: "increment", args: [100] }, 101],
    [{ fn: "default" }, 123],
    [{ args: [] }, 123],
    [{}, 123],
  ];
  for (const [execute, expected] of chosen) {
    test(
      ["code.execute-named", "code.execute-default", "code.execute-function"],
      `${JSON.stringify(execute)} gives ${expected}`,
      async ({ run }) => {
        assert.equal(value(await run(TWO, execute === undefined ? {} : { execute })), expected);
      },
    );
  }

  test("code.execute-default", "without execute the default export runs", async ({ run }) => {
    assert.equal(value(await run(TWO)), 123);
    const count = "export default function (...given) { return [given.length, typeof this] }";
    assert.deepEqual(value(await run(count)), [0, "undefined"]);
  });

  const fourWays = [
    "export default 42;",
    "export default async () => 42;",
    "export default () => Promise.resolve(42);",
    "export default Promise.resolve(42);",
  ];
  for (const source of fourWays) {
    test("code.export-four-ways", `${source} gives 42`, async ({ run }) => {
      assert.equal(value(await run(source)), 42);
    });
  }

  const thenables: Record<string, string> = {
    "a thenable": "export default { then(done) { done(7) } }",
    "a thenable of a thenable":
      "const of = (x) => ({ then(done) { done(x) } }); export default of(of(of(7)))",
    "a function that returns a thenable": "export default () => ({ then(done) { done(7) } })",
    "a promise of a thenable": "export default Promise.resolve({ then(done) { done(7) } })",
    "an async function's thenable": "export default async () => ({ then(done) { done(7) } })",
    "a thenable class": "class T { then(done) { done(7) } } export default new T()",
  };
  for (const [name, source] of Object.entries(thenables)) {
    test("code.export-thenables", `${name} is awaited to its end`, async ({ run }) => {
      assert.equal(value(await run(source)), 7);
    });
  }

  test("code.export-thenables", "a thenable that rejects is an error", async ({ run }) => {
    const source = "export default { then(_, fail) { fail(new RangeError('no')) } }";
    assert.equal(errorOf(await run(source), "error", "no").name, "RangeError");
  });

  test("code.execute-function", "a function of a function's is not called", async ({ run }) => {
    errorOf(await run("export default () => () => 1"), "error", /function/);
  });

  test("code.execute-value", "a value is the result as it is", async ({ run }) => {
    const source = `export const list = [1, { a: "b" }]; export let nothing; export const nil = null;
      export { list as renamed }; export class Made {}`;
    const results = await Promise.all(
      ["list", "nothing", "nil", "renamed"].map(async (fn) =>
        value(await run(source, { execute: { fn } })),
      ),
    );
    assert.deepEqual(results, [[1, { a: "b" }], undefined, null, [1, { a: "b" }]]);
    errorOf(await run(source, { execute: { fn: "Made" } }), "error");
  });

  test(
    "code.execute-value",
    "the export is read after the module has run to its end",
    async ({ run }) => {
      const source = "export let state = 'early'; await null; state = 'late'";
      assert.equal(value(await run(source, { execute: { fn: "state" } })), "late");
    },
  );

  test("code.execute-args-misplaced", "a value takes no arguments", async ({ run }) => {
    const given = { execute: { fn: "list", args: [1] } };
    const error = errorOf(await run("export const list = [1]", given), "error", /list/);
    assert.equal(error.name, "TypeError");
    const none = { execute: { fn: "list", args: [] } };
    assert.deepEqual(value(await run("export const list = [1]", none)), [1]);
    const promised = { execute: { args: [1] } };
    errorOf(await run("export default Promise.resolve((x) => x)", promised), "error", /default/);
  });

  test(
    ["code.execute-missing", "code.link-error", "module.export-after"],
    "a missing export is link_error, and what the module said and reported is kept",
    async ({ run }) => {
      const source = "console.warn('here', 1); report('kept'); export const other = 1";
      const result = await run(source, { execute: { fn: "wanted" }, report: () => {} });
      errorOf(result, "link_error", /wanted/);
      assert.deepEqual(result.reports, ["kept"]);
      assert.deepEqual(
        result.logs.map(({ level, args }) => [level, args]),
        [["warn", ["here", 1]]],
      );
    },
  );

  for (const fn of ["default", "toString", "__proto__", "constructor", "then", ""]) {
    test("code.execute-missing", `"${fn}" is no export unless it is one`, async ({ run }) => {
      errorOf(await run("export const other = 1", { execute: { fn } }), "link_error");
    });
  }

  test("code.execute-missing", "a module that throws has failed before that", async ({ run }) => {
    errorOf(await run("throw new Error('first')", { execute: { fn: "x" } }), "error", "first");
  });

  const throwing: Record<string, string> = {
    "a function that throws": "export default () => { throw new TypeError('thrown') }",
    "an async function that throws": "export default async () => { throw new TypeError('thrown') }",
    "a promise that rejects": "export default Promise.reject(new TypeError('thrown'))",
    "a function that returns a rejected promise":
      "export default () => Promise.reject(new TypeError('thrown'))",
    "a module that throws": "throw new TypeError('thrown')",
    "a module that awaits a rejection": "await Promise.reject(new TypeError('thrown'))",
  };
  for (const [name, source] of Object.entries(throwing)) {
    test("code.export-throws", `${name} is status error`, async ({ run }) => {
      assert.equal(errorOf(await run(source), "error", "thrown").name, "TypeError");
    });
  }

  test("code.args-marshalled", "args cross like every other value", async ({ run }) => {
    const args = [new Map([["k", 1n]]), (n: number) => n * 2, Promise.resolve("late"), undefined];
    const source = `export default async function (map, double, late) {
      return [map.get("k"), double(21), await late, arguments.length];
    }`;
    assert.deepEqual(value(await run(source, { execute: { args } })), [1n, 42, "late", 4]);
    const shared = { n: 1 };
    const same = "export default (a, b) => { a.n = 2; return [a === b, b.n] }";
    assert.deepEqual(value(await run(same, { execute: { args: [shared, shared] } })), [true, 2]);
    assert.deepEqual(shared, { n: 1 });
  });
});
