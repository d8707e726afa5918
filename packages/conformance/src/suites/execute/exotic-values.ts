import assert from "node:assert/strict";
import type { ExecuteResult } from "@execbox/core";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, echoTools, provide } from "./support.js";
import { makeDeep } from "./value-tables.js";

/** Getters, proxies and the like: the contract leaves open whether they cross. */
const exotic = [
  "({ get a() { return 1 } })",
  `({ get a() { throw new Error("no") } })`,
  "((n) => ({ get a() { return n++ ? 10n : 1 } }))(0)",
  "((n) => ({ get a() { return n++ ? undefined : [() => 1] } }))(0)",
  "((o) => Object.defineProperty(o, 'a', { enumerable: true, get() { delete o.b; return 1 } }))({ b: 2 })",
  "((list) => { list[0] = 1; Object.defineProperty(list, 1, { get() { list.length = 0; return 2 }, enumerable: true }); return list })([])",
  "new Proxy({ a: 1 }, {})",
  "new Proxy([1, 2], {})",
  `new Proxy({}, { ownKeys() { throw new Error("no keys") } })`,
  `new Proxy({}, { getPrototypeOf() { throw new Error("no prototype") } })`,
  `new Proxy({ a: 1 }, { get() { return 10n } })`,
  "new Proxy([], { get(_, key) { return key === 'length' ? 3 : undefined } })",
  "(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return [proxy] })()",
  "Object.assign([1], { extra: 10n })",
  "({ [Symbol('key')]: 10n, a: 1 })",
  "Object.setPrototypeOf([1, 2], null)",
  "Object.setPrototypeOf({ a: 1 }, Array.prototype)",
  "((o) => { Object.setPrototypeOf(o, new Proxy({}, {})); return o })({ a: 1 })",
];

/** Values made to confuse whoever carries them. */
export const exoticValues = defineSuite<ExecuteContext>("exotic values", ({ test }) => {
  for (const code of exotic) {
    test("value.exotic", `${code} gives JSON or a refusal`, async ({ execute }) => {
      assertJsonOrRefusal(await execute(`const value = ${code}; value`));
      const { providers, inputs } = echoTools();
      assertJsonOrRefusal(await execute(`await tools.echo(${code})`, providers));
      assertJson(inputs);
    });
  }

  test("value.to-json-ignored", "toJSON is never called", async ({ execute }) => {
    const own = await execute(`({ a: 1, toJSON() { return "forged" } })`);
    failure(own, "serialization_error", /toJSON/);
    const quiet = `Object.defineProperty({ a: 1 }, "toJSON", { value: () => "forged" })`;
    assert.deepEqual(success(await execute(`const value = ${quiet}; [value]`)), [{ a: 1 }]);
    const { providers, inputs } = echoTools();
    const hidden = await execute(
      `const forge = () => "forged";
       Object.prototype.toJSON = forge; Array.prototype.toJSON = forge; String.prototype.toJSON = forge;
       const value = Object.defineProperty({ a: [1, "x"] }, "toJSON", { value: forge });
       const back = await tools.echo(value);
       [back, value]`,
      providers,
    );
    assert.deepEqual(inputs, [{ a: [1, "x"] }]);
    assert.deepEqual(success(hidden), [{ a: [1, "x"] }, { a: [1, "x"] }]);
  });

  test("value.proto-key", "__proto__ is a key like any other", async ({ execute }) => {
    const text = `{"__proto__":{"polluted":1},"a":{"__proto__":null}}`;
    const { providers, inputs } = echoTools();
    const code = `
      const back = await tools.echo(JSON.parse('${text}'));
      const keys = [Object.keys(back), Object.keys(back.a), back.polluted ?? "clean"];
      ({ keys, back })`;
    const { keys, back } = success(await execute(code, providers)) as Record<string, unknown>;
    assert.deepEqual(keys, [["__proto__", "a"], ["__proto__"], "clean"]);
    for (const value of [inputs[0], back]) {
      assert.equal(JSON.stringify(value), text);
      assert.equal(Object.getPrototypeOf(value), Object.prototype);
    }
    assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
  });

  test("value.deep", "a hundred levels cross, a hundred thousand do not", async ({ execute }) => {
    const { providers, inputs } = echoTools();
    const nest = (depth: number) =>
      `let value = []; for (let i = 1; i < ${depth}; i++) value = [value];`;
    const fine = await execute(`${nest(100)} await tools.echo(value)`, providers);
    assert.deepEqual(success(fine), makeDeep(100));
    failure(await execute(`${nest(100_000)} value`), "serialization_error");
    failure(
      await execute(`${nest(100_000)} await tools.echo(value)`, providers),
      "serialization_error",
    );
    assert.equal(inputs.length, 1);
    await assertNextRunRight(execute);
  });

  test("value.large", "a megabyte crosses whole, both ways", async ({ execute }) => {
    const { providers, inputs } = echoTools();
    const code = `
      const text = "0123456789abcdef".repeat(65536);
      const list = Array.from({ length: 50000 }, (_, i) => i);
      const back = await tools.echo({ text, list });
      [back.text === text, back.list.length, back]`;
    const [same, length, back] = success(
      await execute(code, providers, { timeoutMs: 30_000 }),
    ) as unknown[];
    assert.deepEqual([same, length], [true, 50_000]);
    assert.deepEqual(back, inputs[0]);
    assert.equal((back as { text: string }).text.length, 1_048_576);
  });

  test(
    ["value.too-large", "default.frame"],
    "a value above the frame limit is refused and not cut",
    async ({ create }) => {
      const execute = await create({ memoryLimitBytes: 512 * 1024 * 1024, timeoutMs: 30_000 });
      const codes = ["serialization_error", "memory_limit"] as const;
      failure(await execute(`"x".repeat(40 * 1024 * 1024)`), codes);
      const { providers, inputs } = echoTools();
      failure(await execute(`await tools.echo("x".repeat(40 * 1024 * 1024))`, providers), codes);
      assert.deepEqual(inputs, []);
      const huge = provide({ huge: () => "x".repeat(40 * 1024 * 1024) });
      failure(await execute("await tools.huge()", [huge]), codes);
      await assertNextRunRight(execute);
    },
  );
});

function assertJsonOrRefusal(result: ExecuteResult): void {
  if (result.ok) assertJson(result.result);
  else failure(result, ["serialization_error", "runtime_error"]);
}

function assertJson(value: unknown): void {
  assert.deepEqual(value, JSON.parse(JSON.stringify(value)));
}
