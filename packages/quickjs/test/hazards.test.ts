/**
 * The hazards of resetting an engine by copying its memory back, each with the run that would
 * show it: what must not leak from one run to the next, and what must not break the next.
 */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { resolveProvider } from "@execbox/core";
import { QuickJsExecutor } from "../src/index.js";
import { codeOf, resultOf, tools } from "./support.js";

const executor = new QuickJsExecutor({ placement: "inline" });
after(() => executor.dispose());

const MB = 1024 * 1024;

describe("freshness", () => {
  test("nothing a run changes is there for the next", async () => {
    const change = `
      globalThis.leak = 1; Object.prototype.leak = 2; Array.prototype.push = 3;
      JSON.parse = 4; Math.floor = 5; Promise.resolve = 6; Error.leak = 7; tools.echo.leak = 8;
      Symbol.for("leak"); console.log = 9; "done"`;
    const look = `[typeof leak, "leak" in {}, typeof [].push, typeof JSON.parse, typeof Math.floor,
      typeof Promise.resolve, "leak" in Error, "leak" in tools.echo, typeof console.log]`;
    const untouched = resultOf(await executor.execute(look, [tools]));
    resultOf(await executor.execute(change, [tools]));
    assert.deepEqual(resultOf(await executor.execute(look, [tools])), untouched);
  });

  test("Math.random differs from run to run and is spread over the unit interval", async () => {
    const draws = await Promise.all(
      Array.from({ length: 50 }, () => executor.execute("[Math.random(), Math.random()]")),
    );
    const numbers = draws.flatMap((draw) => resultOf(draw) as number[]);
    assert.equal(new Set(numbers).size, 100);
    assert.ok(numbers.every((number) => number >= 0 && number < 1));
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    assert.ok(mean > 0.3 && mean < 0.7, `mean ${mean}`);
  });

  test("a run that waits keeps its own state while others come and go", async () => {
    const slow = executor.execute("globalThis.mine = 1; await tools.wait(30); mine", [tools]);
    for (let run = 0; run < 20; run++) {
      assert.equal(resultOf(await executor.execute("typeof mine", [tools])), "undefined");
    }
    assert.equal(resultOf(await slow), 1);
  });

  test("the clock of a guest is the real one and its zone is UTC", async () => {
    const before = Date.now();
    const [now, offset] = resultOf(
      await executor.execute("[Date.now(), new Date().getTimezoneOffset()]"),
    ) as number[];
    assert.ok(now !== undefined && now >= before && now <= Date.now());
    assert.equal(offset, 0);
  });
});

describe("memory", () => {
  const BOMBS: [string, string][] = [
    ["arrays", "const a = []; for (;;) a.push(new Array(1000).fill(7))"],
    ["objects", "const o = {}; for (let i = 0; ; i++) o['key' + i] = { i }"],
    ["strings", "const a = []; for (let i = 0; ; i++) a.push('x'.repeat(10000) + i)"],
    ["buffers", "const a = []; for (;;) a.push(new ArrayBuffer(100000))"],
    ["closures", "let f = () => 0; for (;;) { const g = f; f = () => g }"],
    ["promises", "const a = []; for (;;) a.push(new Promise(() => {}))"],
    ["a map", "const m = new Map(); for (let i = 0; ; i++) m.set(i, i)"],
    ["bigints", "const a = []; for (;;) a.push(1n << 100000n)"],
    ["one native call", "'x'.repeat(2 ** 29); new Array(2 ** 28).fill(1)"],
  ];
  for (const [name, bomb] of BOMBS) {
    test(`${name} beyond the limit are memory_limit, and the next run is right`, async () => {
      const result = await executor.execute(bomb, [], {
        memoryLimitBytes: 16 * MB,
        timeoutMs: 30_000,
      });
      assert.equal(codeOf(result), "memory_limit");
      assert.equal(resultOf(await executor.execute("6 * 7")), 42);
    });
  }

  test("running out inside the pattern compiler is the one case the engine calls a syntax error", async () => {
    const bomb = "const a = []; for (let i = 0; ; i++) a.push(new RegExp('a'.repeat(1000) + i))";
    const limits = { memoryLimitBytes: 16 * MB, timeoutMs: 30_000 };
    const code = codeOf(await executor.execute(bomb, [], limits));
    assert.ok(["runtime_error", "memory_limit"].includes(code), code);
    assert.equal(resultOf(await executor.execute("6 * 7")), 42);
  });

  test("a run that catches it and succeeds is a success", async () => {
    const code = `let a = []; try { for (;;) a.push(new Array(1000).fill(7)) } catch { a = null } "survived"`;
    assert.equal(resultOf(await executor.execute(code, [], { timeoutMs: 30_000 })), "survived");
  });

  test("words that only sound like it are runtime_error", async () => {
    for (const forged of [
      `throw Object.assign(new Error("out of memory"), { name: "InternalError" })`,
      `throw "memory_limit"`,
      `throw { code: "memory_limit", message: "out of memory" }`,
      `"x".repeat(2 ** 30)`,
    ]) {
      assert.equal(codeOf(await executor.execute(forged)), "runtime_error", forged);
    }
  });

  test("the limit bounds what a guest holds", async () => {
    const code = `let n = 0; const a = []; try { for (;;) { a.push(new Uint8Array(65536)); n++ } } catch {} n * 65536`;
    for (const limit of [4 * MB, 16 * MB, 64 * MB]) {
      const held = resultOf(
        await executor.execute(code, [], { memoryLimitBytes: limit, timeoutMs: 30_000 }),
      ) as number;
      assert.ok(held <= limit && held > limit * 0.6, `${held} of ${limit}`);
    }
  });

  test("runs that grow the engine do not make later ones start higher", async () => {
    const grow = `const a = []; for (let i = 0; i < 30; i++) a.push("y".repeat(1000000) + i); a.length`;
    for (let run = 0; run < 5; run++) await executor.execute(grow);
    const before = process.memoryUsage().rss;
    for (let run = 0; run < 40; run++) assert.equal(resultOf(await executor.execute(grow)), 30);
    const grown = process.memoryUsage().rss - before;
    // Forty engines of thirty megabytes each would be over a gigabyte.
    assert.ok(grown < 300 * MB, `${Math.round(grown / MB)} MB`);
  });

  test("ten thousand runs leave memory flat", async () => {
    const code = `const rows = Array.from({ length: 50 }, (_, i) => ({ i, s: "row" + i })); (await tools.echo(rows)).length`;
    const run = async (count: number) => {
      for (let left = count; left > 0; left--) {
        if (resultOf(await executor.execute(code, [tools])) !== 50) throw new Error("wrong");
      }
    };
    await run(3_000);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    await run(10_000);
    globalThis.gc?.();
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 60 * MB, `${Math.round(grown / MB)} MB`);
  });
});

describe("recovery", () => {
  const WRECKS: [string, string, string[]][] = [
    ["plain recursion", "(function f() { f() })()", ["runtime_error"]],
    [
      "recursion through a getter",
      "const o = { get x() { return this.x } }; o.x",
      ["runtime_error"],
    ],
    [
      "recursion through a proxy",
      "const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x",
      ["runtime_error"],
    ],
    [
      "recursion through toString",
      "const o = { toString() { return '' + this } }; '' + o",
      ["runtime_error"],
    ],
    ["recursion through sort", "const f = () => [2, 1].sort(f); f()", ["runtime_error"]],
    [
      "recursion through JSON",
      "const o = { toJSON() { return JSON.stringify(this) } }; JSON.stringify(o)",
      ["runtime_error"],
    ],
    ["recursion through replace", "const f = () => 'a'.replace(/a/, f); f()", ["runtime_error"]],
    [
      "deep nesting into JSON",
      "let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)",
      ["runtime_error", "memory_limit"],
    ],
    [
      "a deep pattern",
      "new RegExp('('.repeat(1e5) + ')'.repeat(1e5))",
      ["runtime_error", "memory_limit"],
    ],
    ["a pattern that backtracks", "/^(a+)+$/.test('a'.repeat(40) + 'b')", ["timeout"]],
    ["an endless microtask", "const f = () => Promise.resolve().then(f); await f()", ["timeout"]],
    [
      "an endless queueMicrotask",
      "const f = () => queueMicrotask(f); f(); await new Promise(() => {})",
      ["timeout"],
    ],
    [
      "an endless generator",
      "for (const x of (function* () { for (;;) yield 1 })());",
      ["timeout"],
    ],
    ["a flood of lines", "for (;;) console.log('x'.repeat(1000))", ["timeout"]],
  ];
  for (const [name, wreck, codes] of WRECKS) {
    test(`${name} ends as ${codes.join(" or ")}, and the next run is right`, async () => {
      const result = await executor.execute(wreck, [], { timeoutMs: 300 });
      const code = codeOf(result);
      assert.ok(codes.includes(code), `${code}: ${result.ok ? "" : result.error.message}`);
      assert.deepEqual(resultOf(await executor.execute("await tools.echo([1])", [tools])), [1]);
    });
  }

  test("a guest can catch its own stack overflow", async () => {
    const code = `let depth = 0; const f = () => { depth++; f() }; try { f() } catch (e) { [e instanceof RangeError, depth > 500] }`;
    const wrapped = `return (() => { ${code.replace("[e ", "return [e ")} })()`;
    assert.deepEqual(resultOf(await executor.execute(wrapped)), [true, true]);
  });
});

describe("the engine's own writer", () => {
  test("a setter on Array.prototype cannot add a call to what is said of an error", async () => {
    const code = `
      try { await tools.fail() } catch {}
      Object.defineProperty(Array.prototype, 0, { set(value) { value.call = 1; value.unserializable = true } });
      throw new Error("mine")`;
    const result = await executor.execute(code, [tools]);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "runtime_error");
    assert.equal(result.error.message, "mine");
  });
});

describe("catalogues", () => {
  test("more provider sets than images are kept all work", async () => {
    const providers = Array.from({ length: 50 }, (_, index) =>
      resolveProvider({ name: `ns${index}`, tools: { id: { execute: () => index } } }),
    );
    for (const round of [0, 1]) {
      for (const [index, provider] of providers.entries()) {
        const result = await executor.execute(`await ns${index}.id()`, [provider]);
        assert.equal(resultOf(result), index, `round ${round}`);
      }
    }
  });

  test("equal names with other functions behind them are not confused", async () => {
    const make = (answer: string) =>
      resolveProvider({ name: "same", tools: { who: { execute: () => answer } } });
    const [first, second] = [make("first"), make("second")];
    assert.equal(resultOf(await executor.execute("await same.who()", [first])), "first");
    assert.equal(resultOf(await executor.execute("await same.who()", [second])), "second");
  });

  test("three hundred runs at once each keep to themselves", async () => {
    const results = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        executor.execute(`globalThis.me = ${index}; await tools.wait(20); me`, [tools]),
      ),
    );
    assert.deepEqual(
      results.map(resultOf),
      Array.from({ length: 300 }, (_, index) => index),
    );
  });
});
