import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadTypeEraser, prepareSnippet } from "../src/index.js";
import { complaintOf, resultOf } from "./support.js";

const eraser = await loadTypeEraser();

describe("a fenced block", () => {
  const cases: [what: string, text: string, value: unknown][] = [
    ["with a tag", "```js\n1 + 1\n```", 2],
    ["without a tag", "```\n1 + 1\n```", 2],
    ["of tildes", "~~~javascript\n1 + 1\n~~~", 2],
    ["with four marks", "````js\n1 + 1\n````", 2],
    ["with more in its first line", "```js title=sum\n1 + 1\n```", 2],
    ["with a tag in capitals", "```JavaScript\n1 + 1\n```", 2],
    ["that is indented", "  ```js\n  1 + 1\n  ```", 2],
    ["between prose", "Here you go (it's easy):\n\n```js\n1 + 1\n```\n\nDone :-)", 2],
    ["after prose that is code", "Result:\n```js\n1 + 1\n```", 2],
    ["never closed", "Sure!\n```js\n1 + 1", 2],
    ["with CRLF", "```js\r\n1 + 1\r\n```\r\n", 2],
    ["of TypeScript", "```ts\nconst a: number = 2; a\n```", 2],
    ["with an object", "```js\n{ a: 1 }\n```", { a: 1 }],
    ["with blank lines around", "\n\n```js\n\n1 + 1\n\n```\n\n", 2],
    ["beside blocks of other languages", "```json\n{}\n```\n```js\n2\n```\n```\nout\n```", 2],
    ["unmarked, beside another language", "```\n2\n```\nprints\n```text\n2\n```", 2],
    ["of an unknown language, alone", "```code\n2\n```", 2],
    ["that holds shorter marks", "````js\n`a\n~~~\nb`.length\n````", 7],
    ["that is empty", "```js\n```", undefined],
  ];
  for (const [what, text, value] of cases) {
    test(what, async () => assert.deepEqual(await resultOf(text, { eraser }), value));
  }

  test("twice is refused, and says so", () => {
    const error = complaintOf(() => prepareSnippet("```js\n1\n```\nand\n```ts\n2\n```"));
    assert.match(error.reason, /more than one code block/);
    assert.deepEqual([error.line, error.column], [5, 1]);
  });

  test("keeps the author's lines in errors", () => {
    const error = complaintOf(() => prepareSnippet("Look:\n\n```js\nlet a;\n  a = ;\n```"));
    assert.deepEqual([error.line, error.column], [5, 7]);
  });

  test("keeps the author's lines in TypeScript's errors", () => {
    const text = "Look:\n\n```ts\nlet a: number;\n  let b: = 1\n```";
    const error = complaintOf(() => prepareSnippet(text, { eraser }));
    assert.deepEqual([error.line, error.column], [5, 10]);
  });
});

describe("marks of a fence that are code", () => {
  const cases: [what: string, text: string, value: unknown][] = [
    ["in a string", "const md = '```js'; md", "```js"],
    ["in a template", "const md = `\n\\`\\`\\`js\nx\n\\`\\`\\`\n`; md.length", 13],
    ["tildes in a template", "const md = `\n~~~\nx\n~~~\n`; md.length", 11],
    ["in a comment", "/*\n```js\n1\n```\n*/ 5", 5],
    ["in line comments", "// ```js\n// 1\n// ```\n5", 5],
  ];
  for (const [what, text, value] of cases) {
    test(what, async () => assert.deepEqual(await resultOf(text, { eraser }), value));
  }
});
