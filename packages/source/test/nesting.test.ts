import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  assertShallow,
  assertSourceSize,
  type Dialect,
  loadTypeEraser,
  MAX_SOURCE_BYTES,
  prepareSnippet,
} from "../src/index.js";
import { complaintOf } from "./support.js";

const eraser = await loadTypeEraser();

function repeat(count: number, part: (index: number) => string, separator = ""): string {
  return Array.from({ length: count }, (_, index) => part(index)).join(separator);
}

describe("programs that people write", () => {
  const programs: [what: string, text: string][] = [
    [
      "3,000 lines without semicolons",
      repeat(
        600,
        (i) =>
          `const a${i} = f(${i}, "x") + g[${i}]\n` +
          `if (a${i} > 3) h(a${i})\nelse k = a${i}\n` +
          `while (n < ${i}) n++\n` +
          `let b${i} = a${i} ? { v: [a${i}] } : \`t\${a${i}}\``,
        "\n",
      ),
    ],
    [
      "20,000 rows of data",
      `const rows = [${repeat(20_000, (i) => `{ id: ${i}, name: "n${i}", tags: ["a", -1] }`, ",\n")}]\nrows.length`,
    ],
    ["a string of 200 parts", `let s = ${repeat(200, (i) => `"part ${i} ("`, " +\n  ")}; s`],
    [
      "100 branches",
      `let x = 1; ${repeat(100, (i) => `if (x === ${i}) { f(${i}) }`, " else ")} else { g() }`,
    ],
    [
      "100 cases",
      `switch (x) { ${repeat(100, (i) => `case ${i}: case "a${i}": y = ${i}; break;`, "\n")} }`,
    ],
    ["50 ternaries", `let y = ${repeat(50, (i) => `x === ${i} ? "${i}" :`, "\n")} 0`],
    ["brackets in strings", repeat(2_000, (i) => `f("((([[[{{{" + '<' + ${i})`, "\n")],
    ["brackets in comments", repeat(2_000, () => "// :-( ((( don't {{{\nf() /* [[[ it's */", "\n")],
    [
      "brackets in regular expressions",
      repeat(2_000, () => "x = y.replace(/[({'\"`]/g, '')", "\n"),
    ],
    [
      "Markdown in a template",
      `const md = \`${repeat(3_000, () => "# It's (a [list] {of", "\n")}\``,
    ],
    ["20 callbacks", `${"f(async (x) => {\n if (x) {\n".repeat(20)}1${"\n}\n});".repeat(20)}`],
    ["40 levels of JSON", `x = ${'{"a": ['.repeat(40)}1${"]}".repeat(40)}`],
    [
      "500 methods",
      `class A {\n${repeat(500, (i) => `m${i}(a, b) { return a < b ? ${i} : b }`, "\n")}\n}`,
    ],
    ["a chain of 1,000 calls", `q${repeat(1_000, (i) => `\n  .where("a${i}", (x) => x > ${i})`)}`],
    [
      "1,000 declarations in one",
      `const ${repeat(1_000, (i) => `a${i} = ${i} < 3 && f(b + c)`, ", ")}`,
    ],
    [
      "letters of all alphabets",
      repeat(500, (i) => `const größe${i} = 名前 + ñ\nf(größe${i})`, "\n"),
    ],
    [
      "minified functions",
      `x={${repeat(2_000, (i) => `a${i}:function(e,t){return e<t?e:t}`, ",")}}`,
    ],
  ];
  for (const [what, text] of programs) {
    test(what, () => {
      prepareSnippet(text, { language: "javascript" });
      assertShallow(text, "typescript");
    });
  }

  test("flags of an enum, and nested types", () => {
    const text =
      `enum F { ${repeat(60, (i) => `A${i} = 1 << ${i % 31}`, ", ")} }\n` +
      "type T = Promise<Map<string, Array<Record<string, Set<Partial<F>>>>>>;\n" +
      "const g = async <A, B>(a: A, f: (x: A) => Promise<B>): Promise<B> => f(a);";
    prepareSnippet(text, { eraser, language: "typescript" });
  });

  test("a parser's own source", () => {
    const path = createRequire(import.meta.url).resolve("acorn");
    const text = readFileSync(path, "utf8");
    assert.ok(text.length > 200_000);
    assertShallow(text, "javascript");
  });
});

describe("a text that nests too deeply", () => {
  test("is refused where it passes the limit", () => {
    const error = complaintOf(() => prepareSnippet(`let a;\n${"[".repeat(1_000)}`));
    assert.match(error.reason, /nested too deeply/);
    assert.equal(error.line, 2);
    assert.ok((error.column ?? 0) > 150 && (error.column ?? 0) < 250);
  });

  // What each hides stands on the first line; all of it must be seen.
  const hidden: [what: string, dialect: Dialect, prefix: string][] = [
    ["a quote in a regular expression", "javascript", "x = /'/;"],
    ["a backtick in a class", "javascript", "x = /[`/]/;"],
    ["a comment in a class", "javascript", "x = /[//]/;"],
    ["a comment opener in a regular expression", "javascript", "x = /a/*2;"],
    ["a quote after a division", "javascript", "x = a / 2; y = '/';"],
    ["a quote after a call and a division", "javascript", "x = f(a) / b + '/';"],
    ["a quote after a property named if", "javascript", "x = a.if(b) / c + '/';"],
    ["a quote after a number's property named if", "javascript", "x = 1..if(b) / c + '/';"],
    ["a regular expression after a header", "javascript", "if (a) /'/.test(b);"],
    ["a regular expression after for await", "javascript", "for await (a of b) /'/.test(b);"],
    ["a regular expression after return", "javascript", "() => { return /'/ };"],
    ["a regular expression after arrow", "javascript", "x = () => /'/;"],
    ["a regular expression's escapes", "javascript", "x = /\\/'\\t[\\]'/]/;"],
    ["a tab escaped in a regular expression", "javascript", "x = /\\\t'/;"],
    ["a division of steps", "javascript", "x = a++ / 2 + '/';"],
    ["a line that goes on", "javascript", "x = 'a\\\n`b';"],
    ["a line that goes on with CRLF", "javascript", "x = 'a\\\r\n`b';"],
    ["template text", "javascript", `x = \`'\\\`\${1}"\`;`],
    ["a template in a template", "javascript", "x = `$" + "{`}`}`;"],
    ["U+2028 after a comment", "javascript", "// `\u2028"],
    ["U+2029 in a string", "javascript", "x = '\u2029`';"],
    ["a hashbang", "javascript", "#!`\n"],
    ["type arguments", "typescript", "x = a as B<C> / 2;"],
    ["a non-null operand", "typescript", "x = a! / b + '/';"],
    ["flags that read if", "typescript", "x = /a/if(b) / '/';"],
  ];
  for (const [what, dialect, prefix] of hidden) {
    test(`is seen behind ${what}`, () => {
      assertShallow(`${prefix} ((((1))))`, dialect);
      const error = complaintOf(() => assertShallow(`${prefix} ${"(".repeat(400)}`, dialect));
      assert.match(error.reason, /nested too deeply/);
    });
  }

  const undecided: [what: string, text: string, dialect?: Dialect][] = [
    ["on a new line", "let a\n/'/.test(b)"],
    ["after a block", "if (a) {}\n/'/.test(b)"],
    ["after a brace, before a bracket", "x = {} / (b / c)"],
    ["after await", "x = await / '/' / 2"],
    ["after a type's question mark", "x = a as B? / '/' / 2", "typescript"],
  ];
  for (const [what, text, dialect = "javascript"] of undecided) {
    test(`is not guessed at: a slash ${what}`, () => {
      const error = complaintOf(() => assertShallow(text, dialect));
      assert.match(error.reason, /slash may divide or begin a regular expression/);
    });
  }
});

describe("what the deepest texts leave of the stack", () => {
  const child = fileURLToPath(new URL("margin-child.js", import.meta.url));
  const runs: [what: string, args: string[]][] = [
    [
      "acorn, with a third of it and no compiled code",
      ["--stack-size=344", "--no-opt", child, "acorn"],
    ],
    ["oxc, on a worker with a third of it", [child, "oxc"]],
  ];
  for (const [what, args] of runs) {
    test(what, () => {
      const run = spawnSync(process.execPath, args, { encoding: "utf8" });
      assert.equal(
        run.status,
        0,
        `${run.signal} ${run.stdout.slice(-300)} ${run.stderr.slice(0, 2_000)}`,
      );
      assert.match(run.stdout, /all \d+ fine/);
    });
  }
});

test("a host without stack to spare gets a complaint, and can go on", () => {
  const source = new URL("../src/index.js", import.meta.url).href;
  const script = `
    import { GuestSyntaxError, prepareSnippet } from ${JSON.stringify(source)};
    const deep = "(".repeat(150) + "1" + ")".repeat(150);
    const complaints = [1, 2].map(() => {
      try {
        prepareSnippet(deep);
      } catch (error) {
        if (error instanceof GuestSyntaxError && /stack/.test(error.message)) return "complained";
        throw error;
      }
    });
    prepareSnippet("1 + 1");
    console.log(complaints.join());
  `;
  const args = ["--stack-size=140", "--input-type=module", "--eval", script];
  const run = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(run.stdout.trim(), "complained,complained", run.stderr.slice(0, 2_000));
});

describe("random repetitions that the scan lets through", () => {
  const child = fileURLToPath(new URL("repetition-child.js", import.meta.url));
  for (const [parser, flags] of [
    ["acorn", ["--stack-size=500"]],
    ["oxc", []],
  ] as const) {
    test(`leave ${parser} alive`, () => {
      const args = [...flags, child, parser, "1", "4"];
      const run = spawnSync(process.execPath, args, { encoding: "utf8" });
      assert.equal(run.status, 0, `${run.signal} ${run.stderr.slice(0, 2_000)}`);
      const [, accepted] = /accepted (\d+)/.exec(run.stdout) ?? [];
      assert.ok(Number(accepted) > 50, run.stdout);
    });
  }
});

describe("the size of a source", () => {
  test("is counted in bytes of UTF-8", () => {
    assertSourceSize("a".repeat(MAX_SOURCE_BYTES));
    assertSourceSize("é".repeat(MAX_SOURCE_BYTES / 2));
    assertSourceSize("😀".repeat(MAX_SOURCE_BYTES / 4));
    assertSourceSize("€".repeat(Math.floor(MAX_SOURCE_BYTES / 3)));
    for (const text of [
      `${"a".repeat(MAX_SOURCE_BYTES)}a`,
      `${"é".repeat(MAX_SOURCE_BYTES / 2)}a`,
      `${"😀".repeat(MAX_SOURCE_BYTES / 4)}a`,
      "€".repeat(Math.ceil(MAX_SOURCE_BYTES / 3)),
    ]) {
      const error = complaintOf(() => prepareSnippet(text));
      assert.match(error.message, /larger than 1048576 bytes/);
      assert.equal(error.line, undefined);
    }
  });
});
