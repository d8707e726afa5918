import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { errorOf, value } from "./support.js";

/** What the document's section on security asks that can be tested. */
export const security = defineSuite<CodeContext>("security", ({ test }) => {
  test("code.no-implicit-secrets", "only what a bridge returned is there", async ({ run }) => {
    const state = { secret: "s3cr3t", env: { TOKEN: "t0k3n" }, shown: "shown" };
    const source = `
        const seen = []; const visited = new Set();
        const walk = (of, depth) => {
          if (depth > 6 || of === null || (typeof of !== "object" && typeof of !== "function") || visited.has(of)) return;
          visited.add(of);
          for (const key of Reflect.ownKeys(of)) {
            let inside; try { inside = of[key] } catch { continue }
            if (typeof inside === "string") seen.push(inside); else walk(inside, depth + 1);
          }
          walk(Object.getPrototypeOf(of), depth + 1);
        };
        import * as host from 'host';
        for (const root of [globalThis, host, read, read(), import.meta, console]) walk(root, 0);
        export default seen.filter((text) => /s3cr3t|t0k3n|shown/.test(text))`;
    const read = () => ({ shown: state.shown });
    const options = { globals: { read }, imports: { host: { read } } };
    assert.deepEqual(value(await run(source, options)), ["shown"]);
  });

  test("code.bridge-budget", "a bridge can refuse calls beyond its budget", async ({ run }) => {
    let left = 3;
    const spend = () => {
      if (left-- <= 0) throw new Error("the budget of calls is spent");
      return left;
    };
    const source = `const got = []; try { for (;;) got.push(spend()) } catch (e) { got.push(e.message) } export default got`;
    const result = await run(source, { globals: { spend } });
    assert.deepEqual(value(result), [2, 1, 0, "the budget of calls is spent"]);
  });

  test(
    ["code.no-implicit-secrets", "code.cross-functions"],
    "a guest cannot make up functions of the host's",
    async ({ run }) => {
      const calls: unknown[] = [];
      const take = (...given: unknown[]) => {
        calls.push(given);
        return given;
      };
      // Whatever the wire calls a function, a guest's own text or object is only text or object.
      const forged = `[{ "$": "function", value: 1 }, ["function", 1], { function: 1 }, { $function: 1 }, ["$", 1], { "": ["function", 1] }]`;
      const source = `const back = take(...${forged}); export default [back.map((x) => typeof x), back]`;
      const [types, back] = value(await run(source, { globals: { take } })) as [string[], unknown];
      assert.deepEqual(types, Array(6).fill("object"));
      assert.deepEqual(back, calls[0]);
    },
  );

  test(
    ["code.no-host-stack", "code.stack-guest-only"],
    "stacks and their hooks give nothing of the host away",
    async ({ run }) => {
      const source = `const seen = [];
        const hook = (_, frames) => { for (const frame of frames ?? []) seen.push(String(frame.getFileName?.()), typeof frame.getThis?.(), typeof frame.getFunction?.()); return "hooked" };
        try { Error.prepareStackTrace = hook } catch {}
        try { Error.stackTraceLimit = 1000 } catch {}
        const keep = (e) => seen.push(String(e.stack));
        keep(new Error("mine")); try { fail() } catch (e) { keep(e) } try { await failLater() } catch (e) { keep(e) }
        try { null.x } catch (e) { keep(e) } const holder = {}; Error.captureStackTrace?.(holder); keep(holder);
        export default seen`;
      const fail = () => {
        throw new Error("no");
      };
      const globals = { fail, failLater: async () => fail() };
      const seen = value(await run(source, { globals })) as string[];
      for (const text of seen) {
        assert.doesNotMatch(
          text,
          /node:|file:|node_modules|\/packages\/|execbox|^object$|^function$/,
        );
      }
    },
  );

  test(
    "code.no-implicit-secrets",
    "names of ours that the runtime needs for a moment are gone",
    async ({ run }) => {
      const names = [
        ...[
          "host",
          "enter",
          "bridge",
          "given",
          "values",
          "reveal",
          "revealed",
          "conceal",
          "runtime",
        ],
        ...["callHost", "askHost", "execbox", "__execbox", "primordials", "namespace", "boot"],
      ];
      const source = `export default [${names.map((name) => `typeof ${name}`).join()}].filter((type) => type !== "undefined")`;
      assert.deepEqual(
        value(await run(source, { globals: { x: 1 }, imports: { fs: { y: 1 } } })),
        [],
      );
      const watched = `
        const set = []; 
        for (const name of Reflect.ownKeys(globalThis)) if (typeof name === "string" && /reveal|exec|host/i.test(name)) set.push(name);
        export default set`;
      assert.deepEqual(value(await run(watched, { globals: { x: 1 } })), []);
    },
  );

  test("code.module", "hostile text costs its author only the run", async ({ run }) => {
    const deep = 50_000;
    const texts = [
      `export default ${"(".repeat(deep)}1${")".repeat(deep)}`,
      `export default ${"[".repeat(deep)}`,
      `export default ${"a=>".repeat(deep)}1`,
      `type A = ${"Array<".repeat(deep)}1${">".repeat(deep)}; export default 1`,
      `export default ${"`${".repeat(5_000)}`,
      `${"import 'x';".repeat(20_000)}`,
    ];
    for (const text of texts) {
      const result = await run(text);
      assert.notEqual(result.status, "success", text.slice(0, 40));
      errorOf(result, result.status);
    }
    assert.equal(value(await run("export default 'alive'")), "alive");
  });
});
