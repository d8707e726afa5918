import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { errorOf, value } from "./support.js";

/** Host values that guests see as free identifiers. */
export const givenGlobals = defineSuite<CodeContext>("given globals", ({ test }) => {
  test("code.globals-free", "they are free identifiers in every module", async ({ run }) => {
    const source = `import { fromModule } from './m.js';
      const nested = () => () => input.length;
      class Uses { static size = input.length; field = input.length }
      export default [input, nested()(), Uses.size, new Uses().field, fromModule, typeof input]`;
    const modules = { "./m.js": "export const fromModule = input[0]" };
    const result = await run(source, { modules, globals: { input: [7, 8] } });
    assert.deepEqual(value(result), [[7, 8], 2, 2, 2, 7, "object"]);
  });

  test("code.globals-free", "any identifier is a name for one", async ({ run }) => {
    const globals = { $: 1, _: 2, ünïcode: 3, 変数: 4, async: 5, of: 6, get: 7, __proto: 8 };
    const source = "export default [$, _, ünïcode, 変数, async, of, get, __proto]";
    assert.deepEqual(value(await run(source, { globals })), [1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test(
    ["code.globals-hidden", "global.run-code-console"],
    "they are not on globalThis, and cannot be enumerated",
    async ({ run }) => {
      const source = `
        const names = ["getMessage", "console", "report", "token"];
        const chain = (of) => of === null ? [] : [...Reflect.ownKeys(of), ...chain(Object.getPrototypeOf(of))];
        export default [names.filter((name) => name in globalThis), names.filter((name) => chain(globalThis).includes(name)),
          globalThis.console, typeof console.log, await getMessage(), Object.keys(globalThis), typeof this?.token]`;
      const globals = { getMessage: async () => "message", token: "secret" };
      const result = await run(source, { globals, report: () => {} });
      assert.deepEqual(value(result), [[], [], undefined, "function", "message", [], "undefined"]);
    },
  );

  test(
    ["module.globals-shadow", "code.globals-free"],
    "a module's own names come first, in that module alone",
    async ({ run }) => {
      const source = `import { there } from './m.js';
        const input = "mine"; function helper() { return "mine too" }
        export default [input, helper(), there, ((input) => input)("parameter")]`;
      const modules = { "./m.js": "export const there = [input, helper()]" };
      const globals = { input: "given", helper: () => "given too" };
      assert.deepEqual(value(await run(source, { modules, globals })), [
        ...["mine", "mine too", ["given", "given too"], "parameter"],
      ]);
    },
  );

  test("module.globals-shadow", "an import shadows one too", async ({ run }) => {
    const source = "import { input } from 'host'; export default input";
    const options = { globals: { input: "global" }, imports: { host: { input: "import" } } };
    assert.equal(value(await run(source, options)), "import");
  });

  test(
    ["module.globals-shadow", "code.nondeterminism"],
    "Math, Date and console can be replaced, and the language goes on working",
    async ({ run }) => {
      const globals = {
        Math: { random: () => 4 },
        Date: { now: () => 1_000 },
        JSON: null,
        Object: "gone",
        console: { log: () => "mine" },
      };
      const source = `import { there } from './m.js';
        export default [Math.random(), Date.now(), JSON, Object, console.log(), there,
          globalThis.Math.max(1, 2), typeof globalThis.Date, [3, 1].sort(), { a: 1 }.toString()]`;
      const modules = { "./m.js": "export const there = Math.random()" };
      const result = await run(source, { globals, modules });
      assert.deepEqual(value(result), [
        ...[4, 1_000, null, "gone", "mine", 4, 2, "function", [1, 3], "[object Object]"],
      ]);
    },
  );

  test(
    "module.globals-const",
    "they are constants that are there before any module",
    async ({ run }) => {
      const source = `import { first } from './m.js';
        let outcome; try { input = 2; outcome = "assigned" } catch (e) { outcome = e.name }
        export default [first, outcome, input]`;
      const options = {
        globals: { input: 1 },
        modules: { "./m.js": "export const first = input" },
      };
      assert.deepEqual(value(await run(source, options)), [1, "TypeError", 1]);
      const kept = `globalThis.input = "planted"; export default [input, globalThis.input]`;
      assert.deepEqual(value(await run(kept, options)), [1, "planted"]);
    },
  );

  test("code.globals-free", "a value of one is the guest's to change", async ({ run }) => {
    const list = [1];
    const result = await run("list.push(2); export default list", { globals: { list } });
    assert.deepEqual([value(result), list], [[1, 2], [1]]);
  });

  test("code.globals-free", "undefined is a value", async ({ run }) => {
    const source = "export default [typeof nothing, nothing === undefined]";
    const globals = { nothing: undefined };
    assert.deepEqual(value(await run(source, { globals })), ["undefined", true]);
  });

  test("code.globals-hidden", "one run's globals are no other run's", async ({ run }) => {
    assert.equal(value(await run("export default only", { globals: { only: 1 } })), 1);
    assert.equal(errorOf(await run("export default only"), "error").name, "ReferenceError");
  });
});
