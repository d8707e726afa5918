import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Script } from "node:vm";
import { normalizeCode, prepareSnippet } from "../src/index.js";
import { complaintOf, resultOf } from "./support.js";

describe("the value of a snippet", () => {
  const cases: [what: string, text: string, value: unknown][] = [
    ["a bare expression", "1 + 1", 2],
    ["an awaited expression", "await Promise.resolve(3)", 3],
    ["a promise is awaited", "Promise.resolve(3)", 3],
    ["a sequence", "1, 2", 2],
    ["a string", "'text'", "text"],
    ["a directive is an expression too", '"use strict"', "use strict"],
    ["a directive among statements", '"use strict"; 5', 5],
    ["a directive at the end", 'let a = 1; "last"', "last"],
    ["an object literal", "{a: 1, b: 2}", { a: 1, b: 2 }],
    ["an object with one property", "{a: 1}", { a: 1 }],
    ["an object and a semicolon", " {a: 1} ; // done", { a: 1 }],
    ["an object with methods", "{a() { return 1 }}.a()", 1],
    ["an object after a comment", "/* result */ {a: 1}", { a: 1 }],
    ["an object over lines", '{\n  "a": [1],\n  "b": null\n}\n', { a: [1], b: null }],
    ["an empty object", "{}", {}],
    ["a parenthesised object", "({a: 1})", { a: 1 }],
    ["a block has no value", "{ let a = 1; a }", undefined],
    ["a block may return", "{ return 5 }", 5],
    ["a block of calls is a block", "{ String(1) }", undefined],
    ["statements and an expression", "const a = 1; const b = 2; a + b", 3],
    ["statements without semicolons", "const a = 1\nconst b = 2\na + b", 3],
    ["semicolons after the last expression", "1;;\n;", 1],
    ["a comment on the last line", "let a = 4; a // the answer", 4],
    ["a block comment at the end", "4 /* four */", 4],
    ["an expression in parentheses", "let a = 1; (a, a + 1)", 2],
    ["a template", `\`a${"$"}{1}b\``, "a1b"],
    ["an assignment", "let a; a = 3", 3],
    ["a class expression's value", "(class { static a = 1 }).a", 1],
    ["a return at the top", "return 4", 4],
    ["a return in a branch", "if (true) return 4; 5", 4],
    ["no value after a declaration", "const a = 1", undefined],
    ["no value after an if", "if (true) 5", undefined],
    ["no value after a try", "try { 5 } catch {}", undefined],
    ["nothing", "", undefined],
    ["blanks", " \n\t ", undefined],
    ["comments only", "// nothing\n/* at all */", undefined],
    ["semicolons only", ";;", undefined],
    ["a function declaration is called", "function main() { return 5 }", 5],
    ["an async function is called", "async function main() { return await 6 }", 6],
    ["a function and a semicolon", "function main() { return 5 };", 5],
    ["a function and a comment", "function main() { return 5 } // main", 5],
    ["an arrow is called", "() => 7", 7],
    ["an arrow with a comment before its semicolon", "() => 7 // seven\n;", 7],
    ["an async arrow is called", "async () => { return 8 }", 8],
    ["an arrow in parentheses", "(() => 9)", 9],
    ["an arrow in parentheses, and a semicolon", "(async () => 9);", 9],
    ["a function expression is called", "(function () { return 10 })", 10],
    ["a function gets no arguments", "(...given) => given.length", 0],
    ["a function is called in strict mode", "function main() { return this === undefined }", true],
    ["a trailing function is a declaration", "const a = 1; function f() { return a }", undefined],
    ["a trailing class is a declaration", "const a = 1; class A {}", undefined],
    ["a class alone is a declaration", "class A {}", undefined],
    ["two functions of one name", "function f() { return 1 } function f() { return 2 } f()", 2],
    ["a hashbang", "#!/usr/bin/env node\n5", 5],
    ["a byte order mark", "\uFEFF5", 5],
    ["CRLF", "let a = 1\r\na + 1\r\n", 2],
    ["CR", "let a = 1\ra + 1", 2],
    ["U+2028 in a string", "'\u2028'.length", 1],
    ["U+2028 as a line end", "let a = 1\u2028a", 1],
    ["a lone surrogate in a string", "'\ud800'.length", 1],
    ["NUL in a string", "'\0'.length", 1],
    [
      "await as a name in a function that is not async",
      "function f(await) { return await } f(2)",
      2,
    ],
    ["the goes-to operator", "let x = 2, n = 0; while (x --> 0) n++; n", 2],
    [
      "division and regular expressions",
      "const f = (x) => x / 2; f('a/b'.split(/[/]/).length) / 1",
      1,
    ],
    ["division on a new line", "8\n/ 2", 4],
    ["division on a new line with a comment", "8\n/ 2 // half", 4],
    ["a regular expression after a header", "let n = 0; if (true) /a(b)'/.test('') || n++; n", 1],
    ["a regular expression in a ternary", "'ab'.match(true ? /a(b)/ : /'/)[1]", "b"],
  ];
  for (const [what, text, value] of cases) {
    test(what, async () => assert.deepEqual(await resultOf(text), value));
  }
});

describe("a snippet that cannot run", () => {
  const cases: [what: string, text: string, line: number, column: number, reason: RegExp][] = [
    ["an unfinished expression", "let a = ", 1, 9, /^Unexpected token$/],
    ["on a later line", "let a = 1;\nlet b = 2;\n  let c = ;", 3, 11, /^Unexpected token$/],
    ["after CRLF", "a;\r\nb;\r\n  )", 3, 3, /^Unexpected token$/],
    ["after an astral character", "'😀' x", 1, 6, /^Unexpected token$/],
    ["a surplus brace", "foo() }", 1, 7, /^Unexpected token$/],
    ["an import", "let a;\nimport b from 'b'", 2, 1, /'import'.*runCode\(\)/],
    ["a bare import", "import 'b'", 1, 1, /'import'.*runCode\(\)/],
    ["an export", "export const a = 1", 1, 1, /'export'.*runCode\(\)/],
    ["a default export", "export default 1", 1, 1, /'export'.*runCode\(\)/],
    ["import.meta", "import.meta.url", 1, 1, /import\.meta/],
    ["an octal literal", "let a = 010", 1, 9, /^Invalid number$/],
    ["with", "with (a) {}", 1, 1, /'with' in strict mode/],
    ["deleting a name", "let a; delete a", 1, 8, /strict mode/],
    ["new.target", "new.target", 1, 1, /new\.target/],
    ["super", "super.a", 1, 1, /super/],
    ["await as a name", "var await = 1", 1, 5, /await/],
    ["yield as a name", "var yield = 1", 1, 5, /yield/],
    ["break without a loop", "break", 1, 1, /Unsyntactic break/],
    ["a name declared twice", "let a; let a", 1, 12, /already been declared/],
    ["an unfinished string", "'abc", 1, 1, /Unterminated string/],
    ["an unfinished template", "`abc", 1, 2, /Unterminated template/],
    ["an unfinished comment", "1 /* abc", 1, 3, /Unterminated comment/],
    ["an unfinished regular expression", "x = /abc", 1, 6, /Unterminated regular expression/],
    ["NUL in code", "1 \0", 1, 3, /Unexpected character/],
    ["a bad object literal", '{"a": 1, "b": }', 1, 15, /^Unexpected token$/],
    ["a bad block", "{ let a = ; }", 1, 11, /^Unexpected token$/],
    ["a decorator", "let a\n@b class A {}", 2, 1, /^Decorators are not supported$/],
  ];
  for (const [what, text, line, column, reason] of cases) {
    test(what, () => {
      const error = complaintOf(() => prepareSnippet(text, { language: "javascript" }));
      assert.match(error.reason, reason);
      assert.deepEqual([error.line, error.column], [line, column]);
      assert.equal(error.message, `${error.reason} (line ${line}, column ${column})`);
      assert.ok(error instanceof SyntaxError);
      assert.equal(error.name, "GuestSyntaxError");
    });
  }
});

describe("the wrapper", () => {
  const escapes = [
    "}); globalThis.escaped = true; (async () => {",
    "});globalThis.escaped=true;(()=>{//",
    "1 <!--\n}); globalThis.escaped = true; (async () => {",
    "a\n--> }); globalThis.escaped = true; (async () => {",
    "--> }); globalThis.escaped = true; (async () => {",
    "/*\n*/ --> }); globalThis.escaped = true; (async () => {",
    "`${", // The tail would be the substitution.
    "/*",
    "'\\",
    "return (", // The tail would close it.
    "#!\n}",
    "x = {",
    "function f() {",
    "() => {",
  ];
  for (const text of escapes) {
    test(`cannot be left with ${JSON.stringify(text)}`, () => {
      complaintOf(() => prepareSnippet(text));
      complaintOf(() => prepareSnippet(`{${text}`));
    });
  }

  test("is one expression whose value is a function without parameters", () => {
    const code = normalizeCode("1");
    assert.equal(code, '(async () => {"use strict"; return 1\n})');
    new Script(`[${code}]`);
  });

  test("leaves HTML comments in strings and templates alone", async () => {
    assert.equal(await resultOf("'<!-- a -->' + `\n--> b`"), "<!-- a -->\n--> b");
  });
});

describe("positionOf", () => {
  const cases: [what: string, text: string, mark: string][] = [
    ["on the first line", "  fail()", "fail"],
    ["behind an inserted return", "let a = 1; fail(a)", "fail"],
    ["on a later line", "let a = 1;\n  fail(a);\n3", "fail"],
    ["in a called function", "  function main() {\n  fail() }", "fail"],
    ["in a called arrow", "() => fail()", "fail"],
    ["in an object", " { a: fail() }", "fail"],
    ["in a fence", "Text.\n\n```js\nlet a;\n fail()\n```\nMore.", "fail"],
    ["after CRLF in a fence", "Text.\r\n```\r\nlet a;\r\n fail()\r\n```", "fail"],
  ];
  for (const [what, text, mark] of cases) {
    test(what, () => {
      const { code, positionOf } = prepareSnippet(text);
      const before = code.slice(0, code.indexOf(mark)).split(/\r\n|\n/);
      const position = positionOf(before.length, (before.at(-1)?.length ?? 0) + 1);
      const expected = text.slice(0, text.indexOf(mark)).split(/\r\n|\n/);
      assert.deepEqual(position, {
        line: expected.length,
        column: (expected.at(-1)?.length ?? 0) + 1,
      });
    });
  }

  test("is undefined where the author wrote nothing", () => {
    const { positionOf } = prepareSnippet("1");
    assert.equal(positionOf(1, 1), undefined);
    assert.equal(positionOf(2, 2), undefined);
    assert.equal(positionOf(9, 1), undefined);
  });

  test("takes what an engine reports", async () => {
    const { code, positionOf } = prepareSnippet("Run:\n```js\nlet a = 1;\nnull.b\n```");
    const main: unknown = new Script(code, { filename: "guest.js" }).runInThisContext();
    assert.ok(typeof main === "function");
    const error: unknown = await main().catch((reason: unknown) => reason);
    assert.ok(error instanceof TypeError);
    const [, line, column] = /guest\.js:(\d+):(\d+)/.exec(error.stack ?? "") ?? [];
    assert.deepEqual(positionOf(Number(line), Number(column)), { line: 4, column: 6 });
  });
});
