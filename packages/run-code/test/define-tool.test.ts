/** Verifies code.define-tool and code.bridge-validates; the sandbox itself is a stub here. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { resolveProvider } from "@execbox/core";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import * as z from "zod";
import { defineTool, toToolDescriptor } from "../src/thread/define-tool.js";
import { createThread } from "../src/thread/thread.js";
import type { ToolArgs } from "../src/thread/tool-args.js";

const state = createThread({ env: { GREETING: "hello" } });

const context = {
  signal: new AbortController().signal,
  providerName: "thread",
  safeToolName: "t",
  originalToolName: "t",
};

/** Compiles only when the two types are the same. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<_A extends true>(): void {}

test("the schema gives execute the types of its arguments", () => {
  const zod = z.object({ code: z.string(), times: z.number().default(1) });
  const ark = type({ code: "string" });
  const valibot = v.object({ code: v.string() });
  same<Same<ToolArgs<typeof zod>, { code: string; times: number }>>();
  same<Same<ToolArgs<typeof ark>, { code: string }>>();
  same<Same<ToolArgs<typeof valibot>, { code: string }>>();
  same<Same<ToolArgs<{ code: z.ZodString }>, { code: string }>>();
  same<Same<ToolArgs<{ type: "object" }>, unknown>>();
  // @ts-expect-error Proof that the comparison can fail.
  same<Same<ToolArgs<typeof ark>, { code: number }>>();
});

describe("a tool called directly", () => {
  test("gets the thread and arguments as the schema returned them", async () => {
    const tool = defineTool({
      description: "Greets",
      args: z.object({
        name: z.string().trim(),
        since: z.string().transform((text) => new Date(text)),
        times: z.number().default(2),
      }),
      execute: ({ env }, { name, since, times }) => ({
        status: "success",
        result: `${env["GREETING"]} ${name} ${since.getUTCFullYear()} ${times}`,
      }),
    });
    assert.deepEqual(await tool.execute(state, { name: " Ada ", since: "1843-01-01", other: 1 }), {
      status: "success",
      result: "hello Ada 1843 2",
    });
    assert.equal(tool.description, "Greets");
  });

  const schemas = {
    Zod: z.object({ code: z.string() }),
    "a Zod raw shape": { code: z.string() },
    ArkType: type({ code: "string" }),
    Valibot: toStandardJsonSchema(v.object({ code: v.string() })),
    "JSON Schema": { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
  };
  for (const [library, args] of Object.entries(schemas)) {
    test(`does nothing with arguments that do not fit (${library})`, async () => {
      const seen: unknown[] = [];
      const tool = defineTool({
        description: "Runs",
        args,
        execute: (_state, given) => {
          seen.push(given);
          return { status: "success", result: null };
        },
      });
      for (const bad of [{ code: 1 }, {}, "code", null, undefined, []]) {
        const outcome = await tool.execute(state, bad);
        assert.equal(outcome.status, "error");
        assert.match(
          outcome.status === "error" ? outcome.error : "",
          /^Invalid input for tool\.args: /,
        );
      }
      assert.deepEqual(seen, []);
      await tool.execute(state, { code: "1" });
      assert.deepEqual(seen, [{ code: "1" }]);
    });
  }

  test("passes errors through: results as they are, exceptions as they are", async () => {
    const args = { type: "object" };
    const failing = defineTool({
      description: "Fails",
      args,
      execute: async () => ({ status: "error", error: "no luck" }),
    });
    assert.deepEqual(await failing.execute(state, {}), { status: "error", error: "no luck" });
    const throwing = defineTool({
      description: "Throws",
      args,
      execute: () => {
        throw new RangeError("a bug");
      },
    });
    await assert.rejects(throwing.execute(state, {}), new RangeError("a bug"));
  });

  test("calls side by side keep their arguments apart", async () => {
    const tool = defineTool({
      description: "Echoes",
      args: z.object({ n: z.number() }).refine(async () => true),
      execute: (_state, { n }) => ({ status: "success", result: n }),
    });
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    const outcomes = await Promise.all(numbers.map((n) => tool.execute(state, { n })));
    assert.deepEqual(
      outcomes,
      numbers.map((n) => ({ status: "success", result: n })),
    );
  });

  test("execute is a method of its definition", async () => {
    const definition = {
      description: "Counts",
      args: { type: "object" },
      execute() {
        return { status: "success" as const, result: this.description };
      },
    };
    assert.deepEqual(await defineTool(definition).execute(state, {}), {
      status: "success",
      result: "Counts",
    });
  });
});

describe("a tool in a provider", () => {
  const shout = defineTool({
    description: "Shouts",
    // Converting twice would show: the second pass would refuse the number.
    args: z.object({ count: z.string().transform(Number) }),
    execute: async ({ id }, { count }) =>
      count > 3
        ? { status: "error", error: "too loud" }
        : { status: "success", result: `${id}${"!".repeat(count)}` },
  });
  const thread = createThread({ id: "t1" });
  const provider = resolveProvider({
    name: "thread",
    tools: { shout: toToolDescriptor(shout, thread) },
  });
  const call = (input: unknown) => provider.tools["shout"]?.execute(input, context);

  test("is checked once and works for the thread it was given", async () => {
    assert.deepEqual(await call({ count: "2" }), { status: "success", result: "t1!!" });
    assert.deepEqual(await call({ count: "9" }), { status: "error", error: "too loud" });
  });

  test("refuses arguments as every tool of a provider does", async () => {
    await assert.rejects(async () => call({ count: 2 }), {
      code: "validation_error",
      message: /^Invalid input for thread\.shout: count/,
    });
  });

  test("shows its description and arguments to the model", () => {
    assert.match(provider.types, /Shouts/);
    assert.match(provider.types, /count: string/);
  });

  test("must come from defineTool", () => {
    const forged = { ...shout };
    assert.throws(() => toToolDescriptor(forged, thread), /one that defineTool returned/);
  });
});

test("mistakes in a definition are refused by name", () => {
  const execute = () => ({ status: "success", result: 1 });
  const good = { description: "d", args: { type: "object" }, execute };
  const wrong: [object, RegExp][] = [
    [{ ...good, name: "x" }, /^tool\.name is not an option/],
    [{ ...good, description: "" }, /^tool\.description/],
    [{ ...good, execute: undefined }, /^tool\.execute must be a function/],
    [{ ...good, args: undefined }, /^tool\.args must be a schema/],
    [{ ...good, args: 42 }, /^tool\.args/],
    [{ ...good, args: { type: "objct" } }, /tool\.args/],
    [{ ...good, args: { code: z.string(), n: 1 } }, /^tool\.args\.n/],
  ];
  for (const [definition, message] of wrong) {
    const define = () => Reflect.apply(defineTool, undefined, [definition]);
    assert.throws(define, { name: "TypeError", message });
  }
});
