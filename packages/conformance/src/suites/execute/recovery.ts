import assert from "node:assert/strict";
import type { ExecuteErrorCode } from "@execbox/core";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, provide } from "./support.js";

/** Ways to run out of stack, in guest code and inside builtins. */
const recursions: Readonly<Record<string, string>> = {
  "a function": "const f = () => f() + 1; f()",
  "a getter": "const o = { get a() { return o.a + 1 } }; o.a",
  "a toString": "const o = { toString: () => String(o) }; String(o)",
  "a proxy": "let p = {}; for (let i = 0; i < 100000; i++) p = new Proxy(p, {}); p.x",
  "a sort": "const f = () => [2, 1].sort(f); f()",
  "a replace": `const f = () => "aa".replace(/a/g, f); f()`,
  "a constructor": "class A { constructor() { this.a = new A() } } new A()",
  "a spread": "const f = (...all) => f(...all, 1); f()",
  "a join": "let a = []; for (let i = 0; i < 100000; i++) a = [a]; String(a)",
  "a stringify": "let a = []; for (let i = 0; i < 100000; i++) a = [a]; JSON.stringify(a)",
  "a parse": `JSON.parse("[".repeat(100000))`,
  "a flat": "let a = []; for (let i = 0; i < 100000; i++) a = [a]; a.flat(Infinity)",
  "a regular expression": `new RegExp("(".repeat(50000) + ")".repeat(50000)).test("x")`,
  backtracking: `/^(?:(?:a|b)*)*$/.test("ab".repeat(50000) + "c")`,
  "a bound function": "let f = () => 1; for (let i = 0; i < 100000; i++) f = f.bind(); f()",
  "an instanceof": "const f = { [Symbol.hasInstance]: (x) => x instanceof f }; 1 instanceof f",
};

const ANY_OWN_END: ExecuteErrorCode[] = ["runtime_error", "timeout", "memory_limit"];

/** Whatever a run did, the next one is right. */
export const recovery = defineSuite<ExecuteContext>("recovery", ({ test, needs }) => {
  for (const [name, code] of Object.entries(recursions)) {
    test(
      ["realm.trap", "realm.no-stale-handles"],
      `endless recursion by ${name} is followed by a right run`,
      async ({ execute }) => {
        const result = await execute(`console.log("before"); ${code}; 1`, [], { timeoutMs: 2_000 });
        // An engine may be clever enough to get through; it may not fail in another way.
        if (!result.ok) failure(result, ANY_OWN_END);
        assert.deepEqual(result.logs, ["before"]);
        await assertNextRunRight(execute);
      },
    );
  }

  test("realm.trap", "endless recursion of a function is runtime_error", async ({ execute }) => {
    failure(await execute("const f = () => f() + 1; f()"), "runtime_error");
    await assertNextRunRight(execute);
  });

  needs("catchableRecursion")(
    "realm.recursion",
    "a guest can catch its own endless recursion",
    async ({ execute }) => {
      const code = `
        let depth = 0, caught;
        const f = () => { depth++; f() };
        try { f() } catch (e) { caught = e instanceof RangeError || e.name }
        [caught, depth > 50, [1, 2, 3].map((n) => n * 2)]`;
      assert.deepEqual(success(await execute(code)), [true, true, [2, 4, 6]]);
    },
  );

  test(
    ["realm.trap", "realm.no-stale-handles"],
    "a run that traps with calls open is followed by a right run",
    async ({ execute }) => {
      const provider = provide({ slow: () => new Promise((resolve) => setTimeout(resolve, 20)) });
      const code = "tools.slow(); tools.slow(); await null; const f = () => f() + 1; f()";
      const result = await execute(code, [provider]);
      failure(result, "runtime_error");
      await assertNextRunRight(execute);
    },
  );

  test(
    ["memory.next-run", "realm.after-growth", "realm.one-run"],
    "fifty bad runs in a row leave the executor as it was",
    async ({ execute }) => {
      const options = { timeoutMs: 50, memoryLimitBytes: 8 * 1024 * 1024 };
      const bad = [
        "for (;;);",
        "const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1));",
        "const f = () => f() + 1; f()",
        "throw 1",
        "[10n]",
        "for (;;) await null;",
        "const a = ;",
        "await new Promise(() => {})",
        "for (;;) console.log('x'.repeat(1000));",
        "Object.prototype.leak = 1; globalThis.leak = 1; throw leak",
      ];
      for (let run = 0; run < 50; run++) {
        const result = await execute(String(bad[run % bad.length]), [], options);
        assert.equal(result.ok, false);
      }
      await assertNextRunRight(execute);
    },
  );

  test(
    ["verdict.timeout-reserved", "verdict.memory-reserved"],
    "a verdict is that of its own run",
    async ({ execute }) => {
      failure(await execute("for (;;);", [], { timeoutMs: 50 }), "timeout");
      failure(await execute("throw 1"), "runtime_error");
      const bomb = "const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1));";
      failure(await execute(bomb, [], { timeoutMs: 10_000 }), "memory_limit");
      failure(await execute("throw 1"), "runtime_error");
      assert.equal(success(await execute("1")), 1);
    },
  );
});
