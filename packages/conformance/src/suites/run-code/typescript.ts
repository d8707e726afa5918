import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { errorOf, value } from "./support.js";

/** What the erasure layer must take, and what is left of it. */
const constructs: Record<string, [source: string, result: unknown]> = {
  annotations: [
    "const a: number = 1; function f(x: string, y?: number): string { return x + y } export default f('x', a)",
    "x1",
  ],
  "import type": [
    "import type { Gone } from 'nowhere'; import type Also from './gone.js'; const a: Gone | Also = 1; export default a",
    1,
  ],
  "inline type imports": [
    "import { type Shape, area } from './shape.ts'; const s: Shape = 3; export default area(s)",
    9,
  ],
  "export type": [
    "type A = 1; interface B {} export type { A, B }; export type C = A; export interface D {} export default 1",
    1,
  ],
  satisfies: ["export default ({ a: 1 }) satisfies { a: number }", { a: 1 }],
  "as and as const": [
    "const x = [1, 2] as const; export default (x as unknown as number[]).length",
    2,
  ],
  "non-null assertions": ["const a: { b?: number } = { b: 1 }; export default a.b!", 1],
  generics: [
    "function id<T extends object = {}>(x: T): T { return x } const pair = <A, B>(a: A, b: B) => [a, b]; export default [id<{ a: 1 }>({ a: 1 }), pair<number, string>(1, 'b')]",
    [{ a: 1 }, [1, "b"]],
  ],
  enums: [
    "enum Color { Red = 1, Green, Blue = Green * 2 } enum Text { A = 'a' } export default [Color.Blue, Color[2], Text.A]",
    [4, "Green", "a"],
  ],
  "const enums": ["const enum Level { Low = 1, High = Low << 3 } export default Level.High", 8],
  namespaces: [
    "namespace Shapes { export const unit = 1; export namespace Deep { export function twice(n: number) { return n * 2 } } } export default Shapes.Deep.twice(Shapes.unit)",
    2,
  ],
  "parameter properties": [
    "class Point { constructor(private readonly x: number, public y = 2) {} sum(): number { return this.x + this.y } } export default new Point(1).sum()",
    3,
  ],
  "abstract classes and modifiers": [
    "abstract class A { abstract f(): number; protected n = 2; declare gone: string } class B extends A implements Object { override f(): number { return this.n } } export default [new B().f(), 'gone' in new B()]",
    [2, false],
  ],
  overloads: [
    "function f(a: string): string; function f(a: number): number; function f(a: unknown) { return a } export default f(1)",
    1,
  ],
  declarations: [
    "declare const given: number; declare function f(): void; declare module 'x' {} export default typeof f",
    "undefined",
  ],
  "type predicates and assertions": [
    "const is = (x: unknown): x is string => typeof x === 'string'; function check(x: unknown): asserts x { if (!x) throw x } check(1); export default is('')",
    true,
  ],
  "index signatures and optional chaining": [
    "type M = { [key: string]: number | undefined }; const m: M = { a: 1 }; export default [m?.a, m.b ?? 'none']",
    [1, "none"],
  ],
  "this parameters": [
    "function f(this: { n: number }): number { return this.n } export default f.call({ n: 5 })",
    5,
  ],
};

/** TypeScript and JavaScript as the source's language. */
export const typescript = defineSuite<CodeContext>("TypeScript", ({ test }) => {
  const modules = {
    "./shape.ts": "export type Shape = number; export const area = (s: Shape) => s * s",
  };

  for (const [name, [source, result]] of Object.entries(constructs)) {
    test(["code.ts-constructs", "code.ts-default"], `${name} are taken`, async ({ run }) => {
      assert.deepEqual(value(await run(source, { modules })), result);
      const named = await run(source, { modules, language: "typescript" });
      assert.deepEqual(value(named), result);
    });
  }

  test("code.ts-erased", "type errors are ignored", async ({ run }) => {
    const source = `const n: string = 5; const o: { a: 1 } = { b: 2 } as never; const missing: NoSuchType = null;
      function f(a: number): string { return a } export default [n, f("x", 1, 2), o.b]`;
    assert.deepEqual(value(await run(source)), [5, "x", 2]);
  });

  test("code.ts-erased", "only syntax errors block linkage", async ({ run }) => {
    const error = errorOf(await run("type A = {\n  a: ;\n};"), "link_error");
    assert.deepEqual([error.line, error.filename], [2, "<runCode>"]);
  });

  test("code.ts-no-config", "path aliases of a tsconfig mean nothing", async ({ run }) => {
    const modules = {
      "./tsconfig.json": `{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./lib/*"] } } }`,
      "./lib/a.ts": "export default 1",
    };
    const result = await run("import a from '@/a'; export default a", { modules });
    assert.equal(errorOf(result, "link_error").specifier, "@/a");
    const base = await run("import a from 'lib/a'; export default a", { modules });
    assert.equal(errorOf(base, "link_error").specifier, "lib/a");
  });

  test("code.js-untouched", "JavaScript is evaluated as it was written", async ({ run }) => {
    const source = `export default [((  a,b ) =>   a/* kept */+b).toString(), (class   A { #p = 1 }).toString(),
      (function f(x) { return  x < 1 > (2) }).toString()]`;
    assert.deepEqual(value(await run(source, { language: "javascript" })), [
      "(  a,b ) =>   a/* kept */+b",
      "class   A { #p = 1 }",
      "function f(x) { return  x < 1 > (2) }",
    ]);
  });

  for (const source of [
    "const a: number = 1;",
    "enum A {}",
    "interface A {}",
    "export type A = 1;",
  ]) {
    test("code.js-untouched", `${source} is no JavaScript`, async ({ run }) => {
      const text = `${source}\nexport default 1`;
      errorOf(await run(text, { language: "javascript" }), "link_error");
      assert.equal(value(await run(text)), 1);
    });
  }

  test("code.js-untouched", "the language holds for modules too", async ({ run }) => {
    const options = { modules: { "./m.js": "export const a: number = 1" } };
    const source = "import { a } from './m.js'; export default a";
    assert.equal(value(await run(source, options)), 1);
    const error = errorOf(await run(source, { ...options, language: "javascript" }), "link_error");
    assert.deepEqual([error.filename, error.line, error.column], ["./m.js", 1, 15]);
  });
});
