import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlainModule } from "../src/index.js";
import { type Given, linkOf } from "./link-support.js";

const links = {
  specifier: "execbox:x",
  secret: "0123456789abcdef01234567",
  numberOf: (name: string) => name.length,
};

function plainOf(given: Given): PlainModule {
  const graph = linkOf(given);
  const module = graph.get(graph.entry);
  assert.ok(module !== undefined);
  return module.plain(links);
}

test("every import() is replaced by a name of its length, and positions stay", () => {
  const source = `const a = import("./a.js");\nconst b = import(  "./b.js");`;
  const { code, ahead } = plainOf({ source });
  const [first = "", second = "", last = ""] = code.split("\n");
  assert.equal(ahead, 0);
  assert.equal(first, 'const a = $01234("./a.js");');
  assert.equal(second, 'const b = $01234(  "./b.js");');
  assert.match(last, /^import\{load as \$0\w+l\}from"execbox:x";function \$01234\(/);
});

test("a name that the author has is not taken", () => {
  const { code } = plainOf({ source: "const $01234 = import('./a.js')" });
  assert.match(code, /^const \$01234 = \$12345\('/);
});

test("a module that does not wait is left as it is", () => {
  const source = "export let a = 1; a++; export default async () => { await a }";
  assert.deepEqual(plainOf({ source }), { code: source, ahead: 0 });
});

test("what awaits at the top level is found, whatever form it has", () => {
  const waits = (source: string) => plainOf({ source }).ahead > 0;
  for (const source of [
    "await 1",
    "{ await 1 }",
    "for await (const x of []);",
    "await using x = null",
    "class A { [await 1]() {} }",
    "const f = async () => {}; if (await f()) {}",
  ]) {
    assert.ok(waits(source), source);
  }
  for (const source of [
    "async function f() { await 1 }",
    "export const f = async () => { for await (const x of []); }",
    "class A { static async m() { await using x = null } }",
    "const o = { async m() { await 1 } }",
    "'await 1'; // await 1",
  ]) {
    assert.ok(!waits(source), source);
  }
});

test("the author's text keeps its lines and columns", () => {
  const source = [
    "import a from 'fs'; const b = await a;",
    "export {",
    "  b as c }; export const d = 1;",
    "export default b; throw 1;",
  ].join("\n");
  const { code, ahead } = plainOf({ source, imports: { fs: ["default"] } });
  const lines = code.slice(ahead).split("\n");
  assert.equal(lines[0], `;${" ".repeat(18)} const b = await a;`);
  assert.equal(lines[1], ";".padEnd(8));
  assert.equal(lines[2], `${" ".repeat(11)}        const d = 1;`);
  assert.equal(lines[3], "$0123=         b; throw 1;");
  const unnamed = plainOf({ source: "await 0;\nexport default (() => 1)\nthrow 1" });
  assert.equal(unnamed.code.split("\n")[1], "$0123={default: (() => 1)}.default;");
  assert.ok(code.includes("\nimport a from 'fs';;"));
});
