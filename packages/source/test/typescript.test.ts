// Verifies source.no-eraser.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  GuestSyntaxError,
  loadTypeEraser,
  needsEraser,
  prepareSnippet,
  readSnippet,
  type TypeEraser,
} from "../src/index.js";
import { complaintOf, resultOf } from "./support.js";

const loaded = await loadTypeEraser();
assert.ok(loaded, "oxc-transform is a dependency and must load here");
const eraser: TypeEraser = loaded;

describe("a snippet of TypeScript", () => {
  const cases: [what: string, text: string, value: unknown][] = [
    ["annotations", "const a: number = 1; a", 1],
    ["as, satisfies and !", "(1 as number) satisfies number; 2!", 2],
    ["generics", "function id<T>(x: T): T { return x }; id<string>('q')", "q"],
    ["generic calls that are JavaScript too", "const f = (x: number) => x; f<number>(3)", 3],
    ["generic calls, untyped elsewhere", "const id = (x) => x; let T; id<T>(4)", 4],
    ["enums", "enum A { x, y = 5, z } A.z", 6],
    ["const enums", "const enum A { x = 'a' } A.x", "a"],
    ["namespaces", "namespace N { export const y = 1; export function f() { return y } } N.f()", 1],
    [
      "parameter properties",
      "class A { constructor(private a: number) {} get() { return this.a } } new A(4).get()",
      4,
    ],
    ["types, interfaces, declarations", "type A = 1; interface B {} declare const c: A; 9", 9],
    ["type imports", "import type { A } from 'a'; const a: A = 3; a", 3],
    ["type exports", "type A = 1; export type { A }; 5", 5],
    ["return at the top", "const a: number = 4; return a", 4],
    ["await at the top", "const a: number = await Promise.resolve(4); a", 4],
    ["an object with types", "{ a: 1 as number }", { a: 1 }],
    [
      "an object with types over lines",
      "{\n  a: 1 as number,\n  b: <string>'x',\n}",
      { a: 1, b: "x" },
    ],
    ["a block with types", "{ const a: number = 1; return a }", 1],
    ["a typed function is called", "async function main(): Promise<number> { return 5 }", 5],
    ["a typed arrow is called", "async (): Promise<number> => 6", 6],
    ["a namespace has no value", "namespace N { export const a = 1 }", undefined],
    ["an enum has no value", "enum A { x }", undefined],
    [
      "abstract classes and overloads",
      "abstract class A { abstract a(): void } function f(a: string): 1; function f() { return 2 } f('')",
      2,
    ],
    [
      "flags of an enum",
      "enum F { A = 1 << 0, B = 1 << 1, C = 1 << 2, D = 1 << 3, E = 1 << 4, F = 1 << 5 } F.F",
      32,
    ],
    [
      "shifts and comparisons",
      "let a: number = 1; [a < 2, a << 3 > 2, a > 2]",
      [true, true, false],
    ],
    ["a type argument at the end of a line", "const f = Array<number>\nf.of(1).length", 1],
  ];
  for (const [what, text, value] of cases) {
    test(what, async () => {
      assert.deepEqual(await resultOf(text, { eraser }), value);
      assert.deepEqual(await resultOf(text, { eraser, language: "typescript" }), value);
    });
  }

  test("is refused as JavaScript when it is said to be that", () => {
    const error = complaintOf(() =>
      prepareSnippet("let a: number", { language: "javascript", eraser }),
    );
    assert.deepEqual([error.line, error.column], [1, 6]);
  });

  test("may not import values, used or not", () => {
    for (const text of ["import { A } from 'a'; let a: A", "let a: 1;\nimport { b } from 'b'; b"]) {
      const error = complaintOf(() => prepareSnippet(text, { eraser }));
      assert.match(error.reason, /'import'.*runCode\(\)/);
      assert.equal(error.line, text.includes("\n") ? 2 : 1);
    }
  });
});

describe("errors in TypeScript", () => {
  const cases: [what: string, text: string, line: number, column: number][] = [
    ["a missing type", "let x: = 1", 1, 8],
    ["behind astral characters", "'😀😀'; let x: = 1", 1, 16],
    ["behind accents and CRLF", "'é';\r\nlet é: number;\r\nlet x: = 'ü'", 3, 8],
    ["behind a byte order mark", "\uFEFFlet x: = 1", 1, 9],
    ["found after the types are gone", "let a: number = 1;\n  new.target", 2, 3],
    ["an unmatched bracket", "let a: number = (1];", 1, 19],
  ];
  for (const [what, text, line, column] of cases) {
    test(what, () => {
      const error = complaintOf(() => prepareSnippet(text, { eraser, language: "typescript" }));
      assert.deepEqual([error.line, error.column], [line, column], error.message);
    });
  }

  test("JavaScript with a mistake is told what is wrong with it as JavaScript", () => {
    const error = complaintOf(() => prepareSnippet("let a = 1;\nlet b = ;", { eraser }));
    assert.equal(error.message, "Unexpected token (line 2, column 9)");
  });

  test("what no parser should be asked is refused before it is", () => {
    const refusalOf = (text: string) =>
      complaintOf(() => prepareSnippet(text, { eraser, language: "typescript" })).reason;
    assert.match(refusalOf(`let x: ${"A<".repeat(40)}B${">".repeat(40)}`), /nested too deeply/);
    assert.match(refusalOf(`let x: 1;${"a;\n".repeat(50_000)}`), /131072 bytes/);
    assert.match(refusalOf(`let x: 1;${"a,".repeat(4_000)}a`), /lines.*too long/);
  });
});

describe("whether an eraser is needed", () => {
  const cases: [text: string, needed: boolean][] = [
    ["1 + 1", false],
    ["for (let i = 0; i < 3; i++) f(i > (2))", false],
    ["if (a < b && c > (d)) f()", false],
    ["if (a < b) { f(c) } g(d > (e))", false],
    ["a < b ? c : d > (e)", false],
    ["xs.map((x) => (x < 1)).filter((y) => y > 2)", false],
    ["const html = '<b>' + (1)", false],
    ["f<T>(x)", true],
    ["new F<T>(x)", true],
    ["f<T>`x`", true],
    ["f<A, B<C>>(x)", true],
    ["f<{ a: string }>(x)", true],
    ["f<'a>b;'>(x)", true],
    ["const g = f<T>\ng()", true],
    ["let a: number", true],
    ["let = 1", true],
  ];
  for (const [text, needed] of cases) {
    test(`${needed ? "yes" : "no"}: ${text}`, () => {
      assert.equal(needsEraser(text), needed);
      assert.equal(needsEraser(text, "typescript"), needed);
      assert.equal(needsEraser(text, "javascript"), false);
    });
  }

  test("is no when the text is hopeless anyway", () => {
    assert.equal(needsEraser("x".repeat(2 ** 20 + 1)), false);
  });

  test("JavaScript never meets the eraser", () => {
    const trap: TypeEraser = { erase: () => assert.fail("the eraser was asked") };
    const reading = readSnippet("const a = [1]; a.map((x) => x + 1)");
    assert.equal(reading.needsEraser, false);
    reading.prepare(trap);
  });
});

describe("without an eraser", () => {
  test("TypeScript is refused by name, where it begins", () => {
    const error = complaintOf(() =>
      prepareSnippet("let a = 1;\nlet b: 2", { language: "typescript" }),
    );
    assert.match(error.reason, /TypeScript needs a type eraser, and none is installed here/);
    assert.deepEqual([error.line, error.column], [2, 6]);
  });

  test("a fence that says TypeScript counts", () => {
    const error = complaintOf(() => prepareSnippet("```ts\nlet b: 2\n```"));
    assert.match(error.reason, /type eraser/);
    assert.equal(error.line, 2);
  });

  test("a text of no declared language is told about its JavaScript", () => {
    const error = complaintOf(() => prepareSnippet("let b: 2"));
    assert.equal(error.message, "Unexpected token (line 1, column 6)");
  });

  test("a comparison that could be a generic call compares", async () => {
    assert.equal(await resultOf("let a = 1, b = 2, c = 0; a<b>(c)"), true);
  });
});

describe("the eraser", () => {
  test("keeps what a module imports for its effect or its values", () => {
    const source =
      "import 'effect';\nimport { T } from 't';\nimport { v } from 'v';\nexport const a: T = v;";
    const { code } = eraser.erase(source, { module: true });
    assert.match(code, /effect/);
    assert.match(code, /\{ v \}/);
    assert.doesNotMatch(code, /\bT\b/);
  });

  test("imports no helpers and lowers nothing", () => {
    const source = "class A { #a = 1; static { A.b ??= 2 } declare c: number; accessor d = 1 }";
    assert.doesNotMatch(
      eraser.erase(source, { module: true }).code,
      /import|require|babel|WeakMap/,
    );
  });

  test("refuses a return at the top of a module", () => {
    complaintOf(() => eraser.erase("return 1", { module: true }));
  });

  test("refuses other mistakes beside a return", () => {
    complaintOf(() => eraser.erase("return 1; let a; let a", { module: false }));
  });

  test("is loaded once", async () => {
    assert.equal(await loadTypeEraser(), eraser);
  });

  test("guards itself", () => {
    const deep = "(".repeat(30_000);
    assert.ok(complaintOf(() => eraser.erase(deep, { module: true })) instanceof GuestSyntaxError);
  });
});

describe("positions behind the eraser", () => {
  const cases: [what: string, text: string][] = [
    ["on the first line", "const a: number = 1; fail(a)"],
    ["after an interface", "interface A {\n  a: 1;\n}\ntype B = 2;\n\n  fail(1 as number)"],
    ["after an enum", "enum A { x,\n y }\nfail(A.x)"],
    ["in a fence", "See:\n```ts\nlet a: 1\n\n   fail(a!)\n```"],
    ["behind astral characters", "const a: string = '😀😀'; fail(a)"],
    ["in an object", "{ a: 1 as number, b: fail() }"],
    ["in an object on a later line", "{\n a: 1 as number,\n b: fail() }"],
  ];
  for (const [what, text] of cases) {
    test(what, () => {
      const { code, positionOf } = prepareSnippet(text, { eraser });
      const before = code.slice(0, code.indexOf("fail")).split("\n");
      const expected = text.slice(0, text.indexOf("fail")).split("\n");
      assert.deepEqual(positionOf(before.length, (before.at(-1)?.length ?? 0) + 1), {
        line: expected.length,
        column: (expected.at(-1)?.length ?? 0) + 1,
      });
    });
  }
});
