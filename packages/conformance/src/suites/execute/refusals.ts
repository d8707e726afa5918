import assert from "node:assert/strict";
import type { ResolvedToolProvider } from "@execbox/core";
import type { ExecuteContext } from "../../executor-subject.js";
import type { RequirementId } from "../../requirements/index.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, echoTools, provide } from "./support.js";

interface Mistake {
  readonly id: RequirementId;
  readonly name: string;
  /** What the message has to name. */
  readonly names: RegExp;
  readonly args: () => readonly unknown[];
}

const option =
  (options: unknown): (() => readonly unknown[]) =>
  () => [TELLTALE, TELLTALE_TOOLS, options];
const given =
  (providers: unknown): (() => readonly unknown[]) =>
  () => [TELLTALE, providers];

// Whoever runs this after all is caught by the tool.
const TELLTALE = "await tools.echo('ran')";
const { providers: TELLTALE_TOOLS, inputs: ran } = echoTools();

/** A provider under a name that `resolveProvider` would refuse. */
const named = (name: string): ResolvedToolProvider => ({ ...provide({ echo: () => 1 }), name });

const mistakes: readonly Mistake[] = [
  { id: "refuse.code-type", name: "a number as code", names: /code.*string/i, args: () => [42] },
  { id: "refuse.code-type", name: "no code", names: /code.*string/i, args: () => [] },
  {
    id: "refuse.code-type",
    name: "a function as code",
    names: /code.*string/i,
    args: () => [() => 1],
  },
  {
    id: "refuse.code-type",
    name: "a String object",
    names: /code.*string/i,
    args: () => [Object("1")],
  },
  {
    id: "refuse.unknown-option",
    name: "an unknown option",
    names: /timeout\b.*timeoutMs/s,
    args: option({ timeout: 5 }),
  },
  {
    id: "refuse.option-type",
    name: "options that are a number",
    names: /options/,
    args: option(5),
  },
  { id: "refuse.option-type", name: "options that are null", names: /options/, args: option(null) },
  {
    id: "refuse.option-type",
    name: "a timeout in words",
    names: /timeoutMs.*number/,
    args: option({ timeoutMs: "5" }),
  },
  {
    id: "refuse.option-type",
    name: "a signal that is none",
    names: /signal.*AbortSignal/,
    args: option({ signal: {} }),
  },
  {
    id: "refuse.option-type",
    name: "an onLog that is none",
    names: /onLog.*function/,
    args: option({ onLog: "x" }),
  },
  {
    id: "refuse.option-type",
    name: "an unknown language",
    names: /language.*typescript/,
    args: option({ language: "python" }),
  },
  ...[
    "timeoutMs",
    "memoryLimitBytes",
    "maxLogLines",
    "maxLogChars",
    "maxOpenCalls",
    "maxToolCalls",
  ].flatMap((name): Mistake[] =>
    [-1, 1.5, Number.NaN].map((value) => ({
      id: "refuse.limits",
      name: `${name} ${value}`,
      names: new RegExp(`${name}.*number`),
      args: option({ [name]: value }),
    })),
  ),
  {
    id: "refuse.providers",
    name: "a provider without a list",
    names: /providers/,
    args: given(provide({})),
  },
  {
    id: "refuse.providers",
    name: "providers that are a string",
    names: /providers/,
    args: given("tools"),
  },
  {
    id: "refuse.providers",
    name: "a provider that is null",
    names: /providers/,
    args: given([null]),
  },
  {
    id: "refuse.providers",
    name: "a provider that is empty",
    names: /providers|resolveProvider/,
    args: given([{}]),
  },
  {
    id: "refuse.providers",
    name: "a provider that was not resolved",
    names: /resolveProvider/,
    args: given([{ name: "tools", tools: { echo: { execute: async () => 1 } } }]),
  },
  {
    id: "refuse.duplicate-namespace",
    name: "two providers of one name",
    names: /tools/,
    args: given([provide({ a: () => 1 }), provide({ b: () => 1 })]),
  },
  ...[
    "console",
    "globalThis",
    "Object",
    "undefined",
    "class",
    "await",
    "not-a-name",
    "",
    "__proto__",
    "eval",
  ].map(
    (name): Mistake => ({
      id: "refuse.reserved-namespace",
      name: `a namespace called ${JSON.stringify(name)}`,
      names: name === "" ? /name/ : new RegExp(name.replace(/\W/g, "\\$&")),
      args: given([named(name)]),
    }),
  ),
];

/** A host's mistake is refused before anything runs, in words that help. */
export const refusals = defineSuite<ExecuteContext>("refusals", ({ test }) => {
  for (const { id, name, names, args } of mistakes) {
    test([id, "refuse.before-run", "refuse.remedy"], name, async ({ executor }) => {
      ran.length = 0;
      // The types forbid every one of these; callers without types make them all the same.
      const promise: unknown = Reflect.apply(executor.execute, executor, args());
      assert.ok(promise instanceof Promise, "a refusal is a rejection, not an exception");
      await assert.rejects(promise, (error: unknown) => {
        assert.ok(error instanceof TypeError, `got ${error}`);
        assert.match(error.message, names);
        return true;
      });
      assert.deepEqual(ran, []);
    });
  }

  test(
    ["refuse.limits", "refuse.unknown-option"],
    "executors check their options",
    async ({ create }) => {
      for (const options of [{ timeoutMs: -1 }, { maxLogLines: "9" }, { nonsense: 1 }]) {
        const [name] = Object.keys(options);
        await assert.rejects(
          async () => create(options as object),
          (error: unknown) => error instanceof TypeError && error.message.includes(String(name)),
        );
      }
    },
  );

  test(
    "refuse.guest-is-result",
    "what is wrong with guest text is a result",
    async ({ execute }) => {
      for (const code of [
        "const a = ;",
        "}",
        "import x from 'y'",
        "\u0000",
        "`",
        "/*",
        "a b c",
        "```js\n(\n```",
      ]) {
        const result = await execute(code);
        assert.equal(result.ok, false, code);
      }
      await assertNextRunRight(execute);
    },
  );
});
