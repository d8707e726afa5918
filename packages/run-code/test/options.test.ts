/** What the options of a run become. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { resolveCodeOptions } from "../src/options.js";

const resolve = (options: unknown) => resolveCodeOptions("export default 1", options);

describe("what the options become", () => {
  test("nothing given means the documented defaults, every field present", () => {
    for (const options of [undefined, {}]) {
      assert.deepEqual(resolve(options), {
        source: "export default 1",
        execute: { fn: "default", args: [] },
        imports: new Map(),
        modules: new Map(),
        globals: new Map(),
        language: "typescript",
        memoryLimitBytes: undefined,
        filename: "<runCode>",
        report: undefined,
      });
    }
  });

  test("an explicit undefined is the same as nothing", () => {
    const keys = Object.keys(resolve({})).filter((key) => key !== "source");
    assert.deepEqual(
      resolve(Object.fromEntries(keys.map((key) => [key, undefined]))),
      resolve(undefined),
    );
  });

  test("everything given comes out, in the order it was given", () => {
    const report = () => {};
    const readFile = () => {};
    const options = resolve({
      execute: { fn: "scan", args: [1, undefined] },
      imports: { fs: { readFile, default: 1, "not an identifier": 2 }, "@scope/pkg": {} },
      modules: { "./lib/math.js": "export {}", "../up.js": "" },
      globals: { console: {}, Math: 1, Date: 2, globalThis: 3, async: 4, ünïcode: 5 },
      language: "javascript",
      memoryLimitBytes: 65_536,
      filename: "./main.ts",
      report,
    });
    assert.deepEqual(options.execute, { fn: "scan", args: [1, undefined] });
    assert.deepEqual([...options.imports.keys()], ["fs", "@scope/pkg"]);
    assert.deepEqual(
      [...(options.imports.get("fs") ?? [])],
      [
        ["readFile", readFile],
        ["default", 1],
        ["not an identifier", 2],
      ],
    );
    assert.deepEqual([...options.modules.keys()], ["./lib/math.js", "../up.js"]);
    assert.equal(options.globals.size, 6);
    assert.equal(options.report, report);
    assert.equal(options.memoryLimitBytes, 65_536);
    assert.equal(options.filename, "./main.ts");
  });

  test("names that mean something on every object are only names", () => {
    const imports = JSON.parse('{"__proto__":{"__proto__":1,"constructor":2}}');
    const exports = resolve({ imports }).imports.get("__proto__");
    assert.deepEqual(
      [...(exports ?? [])],
      [
        ["__proto__", 1],
        ["constructor", 2],
      ],
    );
    assert.deepEqual(resolve({ globals: { constructor: 1 } }).globals.get("constructor"), 1);
  });

  test("changes after the call change nothing", () => {
    const args = [1];
    const globals: Record<string, unknown> = { a: 1 };
    const options = resolve({ execute: { args }, globals });
    args.push(2);
    globals["b"] = 2;
    assert.deepEqual(options.execute.args, [1]);
    assert.equal(options.globals.has("b"), false);
  });

  test("every getter is read once", () => {
    const reads = new Map<string, number>();
    const counted = (path: string, value: object): object => {
      const counting = {};
      for (const [key, inner] of Object.entries(value)) {
        const get = () => {
          reads.set(`${path}.${key}`, (reads.get(`${path}.${key}`) ?? 0) + 1);
          return typeof inner === "object" && !Array.isArray(inner)
            ? counted(`${path}.${key}`, inner)
            : inner;
        };
        Object.defineProperty(counting, key, { get, enumerable: true });
      }
      return counting;
    };
    resolve(
      counted("options", {
        execute: { fn: "a", args: [] },
        imports: { fs: { readFile: 1 } },
        modules: { "./a.js": "" },
        globals: { input: 1 },
        language: "javascript",
        memoryLimitBytes: 1e6,
        filename: "x",
        report: () => {},
      }),
    );
    assert.equal(reads.size, 14);
    assert.deepEqual(
      [...reads.values()].filter((count) => count !== 1),
      [],
    );
  });
});
