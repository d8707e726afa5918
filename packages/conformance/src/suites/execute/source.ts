import assert from "node:assert/strict";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import type { RequirementId } from "../../requirements/index.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, echoTools } from "./support.js";

const fence = (body: string, language = "") => `\`\`\`${language}\n${body}\n\`\`\``;

/** Texts and the values they must give. */
const texts: readonly [id: RequirementId, name: string, code: string, value: unknown][] = [
  ["source.expression", "an expression", "6 * 7", 42],
  ["source.expression", "an expression with await", "(await Promise.resolve(40)) + 2", 42],
  ["source.expression", "an expression over lines", "[1, 2]\n  .map((n) => n * 2)\n", [2, 4]],
  ["source.expression", "a promise", "Promise.resolve(42)", 42],
  ["source.expression", "a string with a fence in it", `"\`\`\`"`, "```"],
  ["source.expression", "a byte order mark", "\uFEFF42", 42],
  ["source.object-literal", "an object literal", `{ a: 1, "b-c": [2] }`, { a: 1, "b-c": [2] }],
  [
    "source.object-literal",
    "an object literal over lines",
    "{\n  a: 1,\n  b: 2,\n}",
    { a: 1, b: 2 },
  ],
  ["source.function", "a function", "function main() { return 42 }", 42],
  ["source.function", "an async function", "async function main() { return await 42 }", 42],
  ["source.function", "a function without a name", "async function () { return 42 }", 42],
  ["source.arrow", "an arrow", "() => 42", 42],
  ["source.arrow", "an async arrow", "async () => { const n = await 42; return n }", 42],
  ["source.arrow", "an arrow in parentheses", "(async () => ({ n: 42 }))", { n: 42 }],
  ["source.last-expression", "statements", "const a = 40;\nconst b = 2;\na + b", 42],
  ["source.last-expression", "statements with a semicolon", "let n = 0;\nn += 42;\nn;", 42],
  ["source.last-expression", "an await at the end", "const p = Promise.resolve(42);\nawait p", 42],
  ["source.last-expression", "an object at the end", "const n = 42;\n({ n })", { n: 42 }],
  ["source.last-expression", "a declaration at the end", "const n = 42;", undefined],
  [
    "source.function-only-alone",
    "a function that is called",
    "function f() { return 42 }\nf()",
    42,
  ],
  [
    "source.async-body",
    "await in a loop",
    "let n = 0; for (const p of [40, 2]) n += await p; n",
    42,
  ],
  ["source.async-body", "for await", "let n = 0; for await (const p of [40, 2]) n += p; n", 42],
  ["source.trailing-comment", "a comment behind", "42 // the answer", 42],
  ["source.trailing-comment", "comments after", "const n = 42;\nn\n// done\n/* really */", 42],
  ["source.trailing-comment", "a comment behind an arrow", "() => 42 // called", 42],
  ["source.fenced", "a fence", fence("40 + 2"), 42],
  ["source.fenced", "a fence with space around", `\n\n  ${fence("40 + 2")}\n\n`, 42],
  ["source.fence-language", "a fence that says js", fence("40 + 2", "js"), 42],
  ["source.fence-language", "a fence that says javascript", fence("() => 42", "javascript"), 42],
  ["source.fence-language", "a fence that says ts", fence("const n: number = 42; n", "ts"), 42],
  ["source.fence-prose", "prose around", `Here is it:\n\n${fence("40 + 2", "js")}\n\nEnjoy!`, 42],
  ["source.typescript", "types", "const n: number = 42; n as unknown", 42],
  [
    "source.typescript",
    "generics and satisfies",
    "const f = <T,>(x: T): T => x; f<number>(42) satisfies number",
    42,
  ],
  [
    "source.typescript",
    "an interface",
    "interface A { n: number }\nconst a: A = { n: 42 };\na.n",
    42,
  ],
  ["source.typescript", "an enum", "enum E { A = 40, B }\nE.B + 1", 42],
  ["source.typescript", "a namespace", "namespace N { export const n = 42 }\nN.n", 42],
  [
    "source.typescript",
    "a typed function",
    "async function main(): Promise<number> { return 42 }",
    42,
  ],
];

/** Text that tries to end the function it is put into and go on outside. */
const breakouts = [
  "}); globalThis.out = 1; (async () => {",
  "})(); await tools.echo('out'); (async () => {",
  "1 }, (globalThis.out = 1), async () => { 2",
  "1); globalThis.out = 1; (2",
  "*/ globalThis.out = 1; /*",
  "1 //*/ }) \n}); globalThis.out = 1; ({",
  "} finally { globalThis.out = 1 } try {",
  "`; globalThis.out = 1; `",
  "1\u2028}); globalThis.out = 1; (() => {",
  "<!-- -->}); globalThis.out = 1; (() => {",
];

/** How text becomes a program. */
export const source = defineSuite<ExecuteContext>("source", ({ test }) => {
  for (const [id, name, code, value] of texts) {
    test([id, "input.whole-program"], `${name}: ${JSON.stringify(code)}`, async ({ execute }) => {
      assert.deepEqual(success(await execute(code)), value);
    });
  }

  test(
    "source.function-only-alone",
    "a function among statements is not called",
    async ({ execute }) => {
      const result = await execute(`console.log("ran"); function f() { console.log("called") }`);
      assert.equal(result.ok, true);
      assert.deepEqual(result.logs, ["ran"]);
    },
  );

  test(
    ["source.syntax-error", "source.author-positions"],
    "a syntax error has the author's line and column",
    async ({ execute }) => {
      const places: [code: string, line: number, column: number][] = [
        ["const b = ;", 1, 11],
        ["const a = 1;\nconst b = ;", 2, 11],
        ["\n\n  foo(1, );;\n  bar(]", 4, 7],
        ["const a: number = 1;\nconst b: string = ;", 2, 19],
        [`Look:\n\n${fence("const a = 1;\nconst b = ;", "js")}`, 5, 11],
      ];
      for (const [code, line, column] of places) {
        const error = failure(await execute(code), "runtime_error");
        assert.deepEqual([error.line, error.column], [line, column], `${code}: ${error.message}`);
      }
    },
  );

  test(
    "source.author-positions",
    "a thrown error is placed in the author's text",
    async ({ execute }) => {
      const texts = [
        `const a = undefined;\n\na.property;\n`,
        `interface A { n: number }\nconst a: A = { n: 1 };\na.b.c`,
        `${fence("const a = null;\na.property", "js")}`,
        `async () => {\n  await null;\n  throw new Error("here");\n}`,
      ];
      for (const code of texts) {
        assert.equal(failure(await execute(code), "runtime_error").line, 3, code);
      }
    },
  );

  test("source.language-option", "language decides how text is read", async ({ execute }) => {
    const code = "const n: number = 42; n";
    failure(await execute(code, [], { language: "javascript" }), "runtime_error");
    assert.equal(success(await execute(code, [], { language: "typescript" })), 42);
    assert.equal(success(await execute("40 + 2", [], { language: "javascript" })), 42);
    assert.equal(success(await execute("40 + 2", [], { language: "typescript" })), 42);
  });

  for (const code of breakouts) {
    test("source.no-breakout", `${JSON.stringify(code)} stays inside`, async ({ execute }) => {
      const { providers, inputs } = echoTools();
      const result = await execute(`console.log("inside");\n${code}`, providers);
      // Text that happens to be a whole program may run; one that is not must not run in part.
      if (!result.ok) assert.deepEqual([result.error.code, result.logs], ["runtime_error", []]);
      assert.deepEqual(inputs, []);
      await assertNextRunRight(execute);
    });
  }

  test(
    "default.source-size",
    "more than a mebibyte is refused as a result",
    async ({ execute }) => {
      const size = 1024 * 1024;
      failure(await execute(`1 //${"x".repeat(size)}`), "runtime_error", /1 ?MiB|1,?048,?576/);
      assert.equal(success(await execute(`1 //${"x".repeat(size - 100)}`)), 1);
    },
  );

  test("source.hostile-nesting", "deep nesting costs its author alone", async ({ execute }) => {
    const deep: [open: string, middle: string, close: string][] = [
      ["(", "1", ")"],
      ["[", "1", "]"],
      ["{", "1", "}"],
      ["!", "1", ""],
      ["a=>", "1", ""],
      ["1?1:", "1", ""],
      ["if(0);else ", "1", ""],
      ["`${", "1", "}`"],
      ["f(", "1", ")"],
      ["async()=>{", "1", "}"],
      ["1+(", "1", ")"],
      ["let a: A<", "B", ">"],
      ["class A{static{", "1", "}}"],
    ];
    for (const [open, middle, close] of deep) {
      const code = open.repeat(20_000) + middle + close.repeat(20_000);
      const result = await execute(code, [], { timeoutMs: 20_000 });
      if (!result.ok) failure(result, ["runtime_error", "memory_limit"]);
    }
    await assertNextRunRight(execute);
  });
});
