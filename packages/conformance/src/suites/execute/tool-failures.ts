import assert from "node:assert/strict";
import { ExecuteFailure, resolveProvider } from "@execbox/core";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { provide } from "./support.js";

const SECRET = "token-7f3a";

const failing = provide({
  fail: () => {
    throw new Error("disk is full", { cause: new Error(SECRET) });
  },
  refuse: () => {
    throw new ExecuteFailure("validation_error", "no such repository");
  },
  reject: () => Promise.reject("a bare string"),
  ok: () => "fine",
});

const sized = resolveProvider({
  name: "sized",
  tools: {
    make: {
      description: "Makes something of a size",
      inputSchema: {
        type: "object",
        properties: { size: { type: "number" } },
        required: ["size"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: { made: { type: "string" } },
        required: ["made"],
      },
      execute: async (input: unknown) =>
        (input as { size: number }).size > 9 ? { unmade: true } : { made: "it" },
    },
  },
});

/** What happens when a tool fails. */
export const toolFailures = defineSuite<ExecuteContext>("tool failures", ({ test }) => {
  test(
    ["result.message", "result.code", "result.error-like", "provider.exceptions-mapped"],
    "a guest catches an Error with the host's message and code",
    async ({ execute }) => {
      const code = `
        let seen;
        try { await tools.fail() } catch (e) { seen = [e instanceof Error, e.message, e.code] }
        seen`;
      assert.deepEqual(success(await execute(code, [failing])), [
        true,
        "disk is full",
        "tool_error",
      ]);
    },
  );

  test(
    ["verdict.trusted-uncaught", "error.tool", "verdict.ledger"],
    "a failure nobody catches ends the run with its code and message",
    async ({ execute }) => {
      failure(await execute("await tools.fail(); 1", [failing]), "tool_error", "disk is full");
      failure(await execute("await tools.reject()", [failing]), "tool_error", "a bare string");
      failure(await execute("tools.fail()", [failing]), "tool_error", "disk is full");
    },
  );

  test(
    "name.execute-failure",
    "a tool that throws an ExecuteFailure chooses",
    async ({ execute }) => {
      const code = `let seen; try { await tools.refuse() } catch (e) { seen = [e.code, e.message] } seen`;
      assert.deepEqual(success(await execute(code, [failing])), [
        "validation_error",
        "no such repository",
      ]);
      const uncaught = await execute("await tools.refuse()", [failing]);
      failure(uncaught, "validation_error", "no such repository");
    },
  );

  test(
    ["error.validation", "provider.input-validated", "provider.output-validated"],
    "inputs and outputs that a schema refuses are validation_error",
    async ({ execute }) => {
      assert.deepEqual(success(await execute("await sized.make({ size: 1 })", [sized])), {
        made: "it",
      });
      failure(
        await execute("await sized.make({ size: 'big' })", [sized]),
        "validation_error",
        /size/,
      );
      failure(await execute("await sized.make()", [sized]), "validation_error");
      failure(await execute("await sized.make({ size: 10 })", [sized]), "validation_error", /made/);
      const caught = `let code; try { await sized.make({}) } catch (e) { code = e.code } code`;
      assert.equal(success(await execute(caught, [sized])), "validation_error");
    },
  );

  test("provider.no-secret-leak", "nothing but the message crosses", async ({ execute }) => {
    const code = `
      let seen;
      try { await tools.fail() } catch (e) {
        seen = [String(e.stack), String(e.cause), ...Reflect.ownKeys(e).map((k) => String(e[k]))];
      }
      seen.join("\\n")`;
    const text = String(success(await execute(code, [failing])));
    assert.equal(text.includes(SECRET), false);
    assert.doesNotMatch(text, /node:|file:|\/packages\/|\.ts\b/);
  });

  test(
    ["result.distinguishable", "tool.emits-call"],
    "a caught failure does not end the run, and the tool can be called again",
    async ({ execute }) => {
      const code = `
        const results = await Promise.allSettled([tools.fail(), tools.ok(), tools.refuse()]);
        [...results.map((r) => r.value ?? r.reason.code), await tools.ok()]`;
      assert.deepEqual(success(await execute(code, [failing])), [
        "tool_error",
        "fine",
        "validation_error",
        "fine",
      ]);
    },
  );

  test(
    ["error.runtime", "message.unknown-tool"],
    "calling a tool that was not given is the guest's own error",
    async ({ execute }) => {
      failure(await execute("await tools.nothing()", [failing]), "runtime_error");
      failure(await execute("await nowhere.ok()", [failing]), "runtime_error");
      failure(await execute("await tools.constructor.ok()", [failing]), "runtime_error");
    },
  );
});
