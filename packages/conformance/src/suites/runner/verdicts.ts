import { assert } from "../../bounded-assert.js";
import { FAILURE, type Scenario, scenarios } from "./scenario.js";
import type { Session } from "./session.js";

const codeIs =
  (code: string) =>
  ({ error }: Session) =>
    assert.equal(error.code, code);

const codeIsNot =
  (...codes: string[]) =>
  ({ error }: Session) =>
    assert.equal(
      codes.includes(String(error.code)),
      false,
      `the guest obtained ${String(error.code)}`,
    );

/** What a guest may throw to look like somebody else's failure. */
const IMITATIONS: readonly (readonly [string, string])[] = [
  ["the text of a timeout", `throw new Error("Execution timed out")`],
  [
    "a code and a name",
    `throw Object.assign(new Error("x"), { name: "TimeoutError", code: "timeout" })`,
  ],
  ["the text of exhausted memory", `throw new RangeError("out of memory")`],
  ["a plain object", `throw { code: "memory_limit", message: "memory limit exceeded" }`],
  ["a string", `throw "out of memory"`],
  [
    "a tool's failure",
    `throw Object.assign(new Error("the host's own words"), { code: "tool_error" })`,
  ],
];

/** Ways to make a host's error again after having seen it. */
const COPIES: readonly (readonly [string, string])[] = [
  ["a copy of its properties", "throw Object.assign(new Error(e.message), { ...e, code: e.code })"],
  [
    "its prototype",
    "throw Object.assign(Object.create(Object.getPrototypeOf(e)), { message: e.message, code: e.code })",
  ],
  ["its constructor", "throw Object.assign(new e.constructor(e.message), { code: e.code })"],
  [
    "its descriptors",
    "throw Object.defineProperties(new Error(), Object.getOwnPropertyDescriptors(e))",
  ],
  [
    "a proxy",
    "throw new Proxy({}, { get: (_, key) => e[key], getPrototypeOf: () => Object.getPrototypeOf(e) })",
  ],
];

/** Things that can be thrown and are no errors; some fight back when looked at. */
const THROWN: readonly (readonly [string, string])[] = [
  ["undefined", "throw undefined"],
  ["null", "throw null"],
  ["a number", "throw 42"],
  ["a symbol", "throw Symbol('s')"],
  [
    "an object that answers with errors",
    "throw { get message() { throw 1 }, get code() { throw 2 }, get name() { throw 3 }, toString() { throw 4 } }",
  ],
  [
    "a proxy that refuses everything",
    "throw new Proxy({}, { get() { throw 1 }, has() { throw 1 }, getPrototypeOf() { throw 1 }, ownKeys() { throw 1 } })",
  ],
  [
    "an error with odd fields",
    "throw Object.assign(new Error('x'), { message: { a: 1 }, code: 7, stack: null })",
  ],
];

const uncaught = (code: "tool_error" | "validation_error" | "internal_error"): Scenario => ({
  name: `an uncaught ${code} of the host`,
  ...(code === "tool_error" ? { golden: { name: "uncaught-failure" } } : {}),
  code: "await tools.fail()",
  async play(session) {
    session.reject(await session.call(0), { ...FAILURE, code });
    await session.untilDone();
  },
  checks: {
    "verdict.trusted-uncaught": ({ error }) => {
      assert.deepEqual([error.code, error.message], [code, FAILURE.message]);
    },
  },
});

/** Which failure is whose. */
export const verdicts = scenarios("verdicts", [
  uncaught("tool_error"),
  uncaught("validation_error"),
  uncaught("internal_error"),
  ...IMITATIONS.map(
    ([name, code]): Scenario => ({
      name: `a guest throws ${name}`,
      code,
      checks: {
        "verdict.text-proves-nothing": codeIs("runtime_error"),
        "verdict.timeout-reserved": codeIsNot("timeout"),
        "verdict.memory-reserved": codeIsNot("memory_limit"),
      },
    }),
  ),
  ...COPIES.map(
    ([name, code]): Scenario => ({
      name: `a guest forges a host's error with ${name}`,
      code: `try { await tools.fail() } catch (e) { ${code} }`,
      checks: { "result.distinguishable": codeIsNot("tool_error") },
    }),
  ),
  ...THROWN.map(
    ([name, code]): Scenario => ({
      name: `a guest throws ${name}`,
      code,
      checks: { "verdict.unexpected": codeIs("runtime_error") },
    }),
  ),
  {
    name: "a tool awaited too long",
    golden: { name: "deadline" },
    code: "await tools.hang()",
    options: { timeoutMs: 300 },
    checks: { "input.options-applied": codeIs("timeout") },
  },
  {
    name: "a loop beyond its deadline",
    code: "for (;;);",
    options: { timeoutMs: 300 },
    needs: ["deadlineInLoops"],
    checks: { "input.options-applied": codeIs("timeout") },
  },
  {
    name: "microtasks beyond their deadline",
    code: "for (;;) await null;",
    options: { timeoutMs: 300 },
    needs: ["deadlineInLoops"],
    checks: { "input.options-applied": codeIs("timeout") },
  },
  {
    name: "objects beyond the memory limit",
    code: "const all = []; for (;;) all.push(new Array(1000).fill(0));",
    options: { memoryLimitBytes: 16_777_216 },
    needs: ["memoryLimit"],
    checks: { "input.options-applied": codeIs("memory_limit") },
  },
  {
    name: "a string beyond the memory limit",
    code: "let s = 'x'; const all = []; for (;;) { s += s; all.push(s.split('')) }",
    options: { memoryLimitBytes: 16_777_216 },
    needs: ["memoryLimit"],
    checks: { "input.options-applied": codeIs("memory_limit") },
  },
  {
    name: "recursion without end",
    code: "(function f() { return f() + 1 })()",
    checks: {
      "verdict.unexpected": ({ error }) => {
        // Some engines count their stack as memory, and then it really ran out.
        const fair = ["runtime_error", "internal_error", "memory_limit"];
        assert.ok(fair.includes(String(error.code)), String(error.code));
      },
    },
  },
]);
