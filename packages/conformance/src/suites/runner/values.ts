import { assert } from "../../bounded-assert.js";
import type { RequirementId } from "../../requirements/index.js";
import type { FactName } from "../../verify.js";
import { type Scenario, scenarios } from "./scenario.js";
import type { Session } from "./session.js";

/** Values that cross, by the requirement that says so, each as an expression of the guest. */
const CROSSING: readonly (readonly [RequirementId, string, string, unknown])[] = [
  ["value.null", "null", "null", null],
  ["value.booleans", "booleans", "[true, false]", [true, false]],
  [
    "value.finite-numbers",
    "numbers",
    "[0, -1, 1.5, 1e300, 5e-324, 9007199254740991]",
    [0, -1, 1.5, 1e300, 5e-324, 9007199254740991],
  ],
  [
    "value.strings",
    "strings",
    `["", "a b", "quote \\" slash \\\\ line \\n tab \\t", "\\u0000\\u2028\\u00e9\\u6f22\\ud83d\\ude00"]`,
    ["", "a b", 'quote " slash \\ line \n tab \t', "\u0000\u2028é漢😀"],
  ],
  ["value.strings", "a long string", "'\\u00e9'.repeat(100000)", "é".repeat(100_000)],
  ["value.arrays", "arrays", "[[], [1, [2, [3]]], ['x']]", [[], [1, [2, [3]]], ["x"]]],
  [
    "value.plain-objects",
    "objects",
    "({ a: 1, 'b c': { d: [null] }, '': 0, e: {} })",
    { a: 1, "b c": { d: [null] }, "": 0, e: {} },
  ],
];

/** Values that do not cross: the requirement, the expression, what the engine needs for it. */
const REFUSED: readonly (readonly [RequirementId, string, string, FactName?])[] = [
  ["value.bigint-rejected", "a bigint", "10n", "bigint"],
  ["value.function-rejected", "a function", "() => 1"],
  ["value.symbol-rejected", "a symbol", "Symbol('s')"],
  ["value.nan-rejected", "NaN", "NaN"],
  ["value.infinity-rejected", "Infinity", "Infinity"],
  ["value.infinity-rejected", "-Infinity", "-Infinity"],
  ["value.cycle-rejected", "a cycle", "(() => { const o = {}; o.self = o; return o })()"],
  ["value.non-plain-rejected", "a Date", "new Date(0)"],
  ["value.non-plain-rejected", "a Map", "new Map([[1, 2]])"],
  ["value.non-plain-rejected", "an instance", "new (class Point { x = 1 })()"],
];

/** Those that are kept as golden transcripts. */
const KEPT = ["strings", "numbers", "objects"];

function crossing(): Scenario[] {
  return CROSSING.map(([id, name, expression, expected]) => ({
    name: `${name} cross both ways`,
    ...(KEPT.includes(name) ? { golden: { name: `values-${name}` } } : {}),
    code: `const value = ${expression}; const back = await tools.echo(value); [value, back]`,
    checks: {
      [id]: ({ value }: Session) => assert.deepEqual(value, [expected, expected]),
      "tool.input-safe": ({ calls }) => assert.deepEqual(calls[0]?.["input"], expected),
      "done.result-safe": ({ done }) => assert.equal(done["ok"], true),
    },
  }));
}

/** Alone and inside another value, as a result and as an input. */
function refused(): Scenario[] {
  return REFUSED.flatMap(([id, name, expression, fact]) => {
    const needs = fact === undefined ? [] : [fact];
    const asResult = (where: string, code: string): Scenario => ({
      name: `${name} ${where}`,
      code,
      needs,
      checks: {
        [id]: ({ done }: Session) => assert.equal(done["ok"], false, "it crossed"),
        "value.bad-final-result": (session) => {
          if (session.done["ok"] === false) assert.equal(session.error.code, "serialization_error");
        },
      },
    });
    const asInput = (where: string, code: string): Scenario => ({
      name: `${name} ${where}`,
      code: `let how = "resolved"; try { await tools.echo(${code}) } catch { how = "refused" } how`,
      needs,
      checks: {
        "value.bad-input-stays": ({ calls }) => assert.deepEqual(calls, [], "it reached the host"),
      },
    });
    return [
      asResult("as the result", `const value = ${expression}; value`),
      asResult("inside the result", `const value = { list: [1, ${expression}] }; value`),
      asInput("as an input", expression),
      asInput("inside an input", `{ list: [1, ${expression}] }`),
    ];
  });
}

/** What crosses and what does not, both ways. */
export const values = scenarios("values", [
  ...crossing(),
  ...refused(),
  {
    name: "undefined as the result",
    code: "undefined",
    checks: {
      "value.undefined": ({ done }) => {
        assert.deepEqual([done["ok"], done["result"]], [true, undefined]);
      },
    },
  },
  {
    name: "a program without an expression",
    code: "const a = 1;",
    checks: {
      "json.missing-result": ({ done }) => {
        assert.deepEqual([done["ok"], done["result"]], [true, undefined]);
      },
    },
  },
  {
    name: "a tool result the host could not send",
    golden: { name: "unserializable-tool-result" },
    code: "await tools.echo(1)",
    async play(session) {
      const error = {
        code: "serialization_error",
        message: "the result of tools.echo is no JSON",
      } as const;
      session.reject(await session.call(0), error);
      await session.untilDone();
    },
    checks: {
      "value.bad-tool-result": ({ error }) => assert.equal(error.code, "serialization_error"),
    },
  },
]);
