import assert from "node:assert/strict";
import { failure, success } from "../../assertions.js";
import type { Execute, ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { patches } from "./patches.js";
import { assertNextRunRight, pause, provide } from "./support.js";

// Uses no builtin, so that nothing but the runtime can trip over what was patched.
const BODY = `
  console.log("before", { a: [1, "x"] }, undefined);
  const back = await tools.echo({ list: [1, { two: "zwei ü" }], none: undefined });
  let caught;
  try { await tools.fail({ n: 1 }) } catch (e) { caught = [e.message, e.code] }
  ({ back, caught })`;

const EXPECTED = {
  back: { list: [1, { two: "zwei ü" }] },
  caught: ["no such file", "tool_error"],
};

async function assertUnharmed(execute: Execute, code: string): Promise<void> {
  const inputs: unknown[] = [];
  const provider = provide({
    echo: async (input) => {
      inputs.push(input);
      await pause(1);
      return input;
    },
    fail: (input) => {
      inputs.push(input);
      throw new Error("no such file");
    },
  });
  const result = await execute(code, [provider]);
  assert.deepEqual(success(result), EXPECTED);
  assert.deepEqual(result.logs, [`before {"a":[1,"x"]} undefined`]);
  assert.deepEqual(inputs, [EXPECTED.back, { n: 1 }]);
}

/** A guest may replace any builtin; calls, logs and results go on as if it had not. */
export const patchedBuiltins = defineSuite<ExecuteContext>("patched builtins", ({ test }) => {
  for (const { id, name, code } of patches) {
    test(id, `${name}: calls, logs and the result stay right`, async ({ execute }) => {
      await assertUnharmed(execute, `${code}\n;${BODY}`);
    });

    test([id, "error.runtime"], `${name}: a failure stays right`, async ({ execute }) => {
      const provider = provide({ fail: () => Promise.reject(new Error("no such file")) });
      const thrown = await execute(`const mine = new Error("mine"); ${code}\n;throw mine`);
      failure(thrown, "runtime_error");
      const trusted = await execute(`${code}\n;await tools.fail()`, [provider]);
      failure(trusted, "tool_error", "no such file");
      await assertNextRunRight(execute);
    });

    test([id, "value.bad-final-result"], `${name}: refusals stay right`, async ({ execute }) => {
      const provider = provide({ echo: () => assert.fail("the input must not cross") });
      for (const value of ["NaN", "10n", "() => 1", "cycle", "date"]) {
        const before = "const cycle = {}; cycle.self = cycle; const date = new Date(0);";
        const final = await execute(`${before} ${code}\n;({ in: [${value}] })`);
        failure(final, "serialization_error");
        const input = await execute(`${before} ${code}\n;await tools.echo({ in: ${value} })`, [
          provider,
        ]);
        failure(input, "serialization_error");
      }
    });
  }

  test("patched.during-call", "patching while a call is pending", async ({ execute }) => {
    for (const { code } of patches) {
      const late = `
        console.log("before", { a: [1, "x"] }, undefined);
        const pending = tools.echo({ list: [1, { two: "zwei ü" }], none: undefined });
        ${code}
        ;const back = await pending;
        let caught;
        try { await tools.fail({ n: 1 }) } catch (e) { caught = [e.message, e.code] }
        ({ back, caught })`;
      await assertUnharmed(execute, late);
    }
  });

  test(
    "patched.object",
    "then on Object.prototype is the guest's own harm",
    async ({ execute }) => {
      const code = `Object.prototype.then = function (resolve) { resolve("hijacked") }; ({ a: 1 })`;
      assert.equal(success(await execute(code)), "hijacked");
      await assertNextRunRight(execute);
    },
  );

  test("patched.namespaces", "replaced tools fool nobody but the guest", async ({ execute }) => {
    const inputs: unknown[] = [];
    const provider = provide({ echo: (input) => inputs.push(input) });
    const code = `
      const real = tools.echo;
      for (const change of [
        () => { tools.echo = async () => "forged" },
        () => { delete tools.echo },
        () => { globalThis.tools = { echo: async () => "forged" } },
        () => { tools.other = real },
        () => { Object.defineProperty(real, "name", { value: "other" }) },
        () => { Object.setPrototypeOf(tools, { echo: real }) },
      ]) { try { change() } catch {} }
      await real("real")`;
    assert.equal(success(await execute(code, [provider])), 1);
    assert.deepEqual(inputs, ["real"]);
    await assertNextRunRight(execute);
  });
});
