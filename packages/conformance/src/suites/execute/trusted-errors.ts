import assert from "node:assert/strict";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, provide } from "./support.js";

let failures = 0;

const failing = provide({
  fail: () => Promise.reject(new Error("no such file")),
  failOther: () => Promise.reject(new Error("no such host")),
  count: () => Promise.reject(new Error(`failure ${++failures}`)),
  ok: () => "fine",
});

/** Ways in which the very error of a call leaves the program. */
const rethrown: Readonly<Record<string, string>> = {
  "thrown again": "throw e",
  "rejected again": "await Promise.reject(e)",
  "returned as a rejection": "return Promise.reject(e)",
  "thrown later": "await tools.ok(); await null; throw e",
  "thrown by a thenable": "await ({ then(_, reject) { reject(e) } })",
  "thrown from finally": "try { return 1 } finally { throw e }",
  "thrown out of a generator": "for (const _ of (function* () { throw e })());",
  "changed and thrown": `
    for (const change of [
      () => { e.message = "Execution timed out" },
      () => { e.code = "timeout" },
      () => { e.name = "ExecuteFailure" },
      () => { delete e.code },
      () => { Object.defineProperty(e, "code", { get: () => "memory_limit" }) },
      () => { Object.defineProperty(e, "message", { get() { throw 1 } }) },
      () => { Object.setPrototypeOf(e, null) },
      () => { Object.freeze(e) },
    ]) { try { change() } catch {} }
    throw e`,
};

/** Whatever a guest may throw that is not an ordinary error. */
const oddities = [
  "undefined",
  "null",
  "0",
  `""`,
  "10n",
  "Symbol('s')",
  "() => 1",
  "Object.create(null)",
  "[]",
  "new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 1 }, has() { throw 1 } })",
  "Object.defineProperty(new Error('x'), 'message', { get() { throw 1 } })",
  "Object.assign(new Error('x'), { message: { toString() { throw 1 } } })",
  "Object.assign(new Error('x'), { message: Symbol('s'), name: 10n, stack: {} })",
  "Object.defineProperty(new Error('x'), 'stack', { get() { throw 1 } })",
  "({ toString() { throw 1 }, [Symbol.toPrimitive]() { throw 1 } })",
  "(() => { const { proxy, revoke } = Proxy.revocable(Error, {}); revoke(); return proxy })()",
  "new Error('x'.repeat(5000000))",
  "new Error('a\\ud800b\\u0000c')",
  "globalThis",
  "new Promise(() => {})",
];

/** Errors the host made keep its words; everything else is the guest's. */
export const trustedErrors = defineSuite<ExecuteContext>("trusted errors", ({ test }) => {
  for (const [name, trick] of Object.entries(rethrown)) {
    test(
      ["verdict.rethrown", "verdict.mutated", "verdict.ledger", "result.distinguishable"],
      `a trusted error ${name} keeps the host's code and message`,
      async ({ execute }) => {
        const code = `async () => { let e; try { await tools.fail() } catch (error) { e = error } ${trick} }`;
        failure(await execute(code, [failing]), "tool_error", "no such file");
      },
    );
  }

  test("verdict.ledger", "of two failures the one thrown decides", async ({ execute }) => {
    const code = `
      let first; try { await tools.fail() } catch (e) { first = e }
      try { await tools.failOther() } catch {}
      throw first`;
    failure(await execute(code, [failing]), "tool_error", "no such file");
  });

  test("verdict.ledger", "a saved error is right after five hundred more", async ({ execute }) => {
    failures = 0;
    const code = `
      let first;
      for (let i = 0; i < 501; i++) try { await tools.count() } catch (e) { first ??= e }
      throw first`;
    const result = await execute(code, [failing], { timeoutMs: 30_000 });
    failure(result, "tool_error", "failure 1");
  });

  for (const thrown of oddities) {
    test("verdict.thrown-anything", `throwing ${thrown}`, async ({ execute }) => {
      const result = await execute(`console.log("before"); throw ${thrown}`);
      const error = failure(result, "runtime_error");
      assert.ok(error.message.length < 100_000, `a message of ${error.message.length} characters`);
      assert.deepEqual(result.logs, ["before"]);
    });
  }

  test(
    "verdict.thrown-anything",
    "throwing what cannot be looked at in time",
    async ({ execute }) => {
      const code = `throw { get message() { for (;;); }, toString() { for (;;); } }`;
      failure(await execute(code, [], { timeoutMs: 200 }), ["timeout", "runtime_error"]);
      await assertNextRunRight(execute);
    },
  );

  test("verdict.first-wins", "a thenable that settles twice", async ({ execute }) => {
    const code = `({ then(resolve, reject) { resolve("first"); resolve("second"); reject(new Error("x")); throw 1 } })`;
    assert.equal(success(await execute(code)), "first");
  });

  test(
    ["verdict.first-wins", "diagnostic.unhandled"],
    "work after the value",
    async ({ execute }) => {
      const code = `Promise.resolve().then(() => Promise.resolve()).then(() => { throw new Error("late") }); "value"`;
      assert.equal(success(await execute(code)), "value");
    },
  );
});
