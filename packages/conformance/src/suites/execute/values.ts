import assert from "node:assert/strict";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { echoTools, provide } from "./support.js";
import { crossing, refused, refusedFromHost } from "./value-tables.js";

/** Which values cross and which do not, in every direction. */
export const values = defineSuite<ExecuteContext>("values", ({ test }) => {
  for (const { id, code, value } of crossing) {
    test([id, "done.result-safe"], `${code} crosses as a result`, async ({ execute }) => {
      assert.deepEqual(success(await execute(`const value = ${code}; value`)), value);
    });

    test([id, "tool.input-safe"], `${code} crosses to a tool and back`, async ({ execute }) => {
      const { providers, inputs } = echoTools();
      const result = await execute(`await tools.echo(${code})`, providers);
      assert.deepEqual(inputs, [value]);
      assert.deepEqual(success(result), value);
    });
  }

  for (const { id, code } of refused) {
    test(
      [id, "value.bad-final-result", "value.path", "error.serialization"],
      `${code} is no result, alone or inside`,
      async ({ execute }) => {
        failure(await execute(`const value = ${code}; value`), "serialization_error");
        const inside = await execute(`({ outer: [0, { inner: ${code} }] })`);
        failure(inside, "serialization_error", /outer.*1.*inner/s);
      },
    );

    test(
      [id, "value.bad-input-stays", "value.path"],
      `${code} is no input, alone or inside`,
      async ({ execute }) => {
        const { providers, inputs } = echoTools();
        const caught = await execute(
          `const seen = [];
           for (const input of [${code}, { outer: [0, { inner: ${code} }] }]) {
             try { await tools.echo(input); seen.push("sent") } catch (e) { seen.push(e.code, e.message) }
           }
           seen`,
          providers,
        );
        const [code1, , code2, message2] = success(caught) as string[];
        assert.deepEqual([code1, code2], ["serialization_error", "serialization_error"]);
        assert.match(String(message2), /outer.*1.*inner/s);
        const uncaught = await execute(`await tools.echo({ in: ${code} })`, providers);
        failure(uncaught, "serialization_error", /in/);
        assert.deepEqual(inputs, []);
      },
    );
  }

  for (const { id, name, make } of refusedFromHost) {
    test(
      [id, "value.bad-tool-result", "provider.json-results"],
      `a tool that returns ${name} fails with serialization_error`,
      async ({ execute }) => {
        const providers = [provide({ make })];
        const caught = `let code; try { await tools.make() } catch (e) { code = e.code } code`;
        assert.equal(success(await execute(caught, providers)), "serialization_error");
        failure(await execute("await tools.make()", providers), "serialization_error");
      },
    );
  }

  test(
    ["value.undefined", "value.top-level-undefined"],
    "a tool may return undefined or null, and the guest can tell them apart",
    async ({ execute }) => {
      const providers = [provide({ nothing: () => undefined, nil: () => null })];
      const code = `[typeof (await tools.nothing()), await tools.nil()]`;
      assert.deepEqual(success(await execute(code, providers)), ["undefined", null]);
    },
  );

  test("value.negative-zero", "-0 crosses as zero", async ({ execute }) => {
    const { providers, inputs } = echoTools();
    const back = success(await execute("[-0, await tools.echo(-0)]", providers)) as number[];
    assert.ok(back.every((number) => number === 0));
    assert.ok(inputs[0] === 0);
  });

  test(
    ["value.copies", "exec.json-only"],
    "what crosses is a copy on both sides",
    async ({ execute }) => {
      const kept: { list: number[] }[] = [{ list: [1] }];
      const provider = provide({
        get: () => kept[0],
        put: (input) => {
          kept.push(input as { list: number[] });
          return null;
        },
      });
      const code = `
        const got = await tools.get(); got.list.push(2); got.extra = true;
        const given = { list: [7] }; await tools.put(given); given.list.push(8);
        [got.list, (await tools.get()).list]`;
      assert.deepEqual(success(await execute(code, [provider])), [[1, 2], [1]]);
      assert.deepEqual(kept, [{ list: [1] }, { list: [7] }]);
    },
  );
});
