import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { errorOf } from "./support.js";

const TYPED = `interface Row {
  id: number;
}

type Kind = "a" | "b";

export default function main(rows: Row[] = [], kind?: Kind): number {
  const first = rows[0] as Row;
  return first.id;
}`;

/** What a failed run says, and where it points. */
export const codeErrors = defineSuite<CodeContext>("errors", ({ test }) => {
  const thrown: [code: string, name: string, message: string | RegExp][] = [
    [`new TypeError("of types")`, "TypeError", "of types"],
    [`new Error("plain")`, "Error", "plain"],
    [`new Error("Error: twice")`, "Error", "Error: twice"],
    [`new (class Mine extends Error { name = "Mine" })("own")`, "Mine", "own"],
    [`new AggregateError([], "many")`, "AggregateError", "many"],
    [`"only text"`, "Error", "only text"],
    [`42n`, "Error", /42/],
    [`null`, "Error", /null/],
    [`undefined`, "Error", /undefined/],
    [`{ message: "looks like one", name: "Looks" }`, "Looks", "looks like one"],
    [`Symbol("s")`, "Error", /s/],
    [`{ get message() { throw 1 } }`, "Error", /./],
    [`new Proxy({}, { get() { throw 1 } })`, "Error", /./],
  ];
  for (const [code, name, message] of thrown) {
    test(["code.error-fields", "code.export-throws"], `throw ${code}`, async ({ run }) => {
      for (const source of [`throw (${code})`, `export default async () => { throw (${code}) }`]) {
        assert.equal(errorOf(await run(source), "error", message).name, name);
      }
    });
  }

  test(
    ["code.error-fields", "code.stack-guest-only"],
    "positions are those of the author's TypeScript",
    async ({ run }) => {
      const error = errorOf(await run(TYPED, { filename: "src/main.ts" }), "error", /id/);
      assert.equal(error.name, "TypeError");
      assert.deepEqual([error.filename, error.line], ["src/main.ts", 9]);
      const column = error.column ?? 0;
      assert.ok(column >= 10 && column <= 16, `column ${column} is not in \`first.id\``);
      assert.match(error.stack ?? "", /at main \(src\/main\.ts:9:\d+\)/);
    },
  );

  test("code.error-fields", "a throw is at the error that is made", async ({ run }) => {
    const source = `type Gone = {\n  a: 1;\n};\n  throw new RangeError("made " + "here");`;
    const error = errorOf(await run(source), "error", "made here");
    assert.deepEqual([error.filename, error.line], ["<runCode>", 4]);
    // Engines differ in what they take for the place: the statement, its `new`, its arguments.
    const column = error.column ?? 0;
    assert.ok(column >= 3 && column <= 40, `column ${column}`);
  });

  test(
    ["code.stack-guest-only", "code.no-host-stack", "code.filename"],
    "the stack goes through the guest's modules and no further",
    async ({ run }) => {
      const source = `import { deep } from './lib/deep.ts';
        enum Kind { A }
        function middle(kind: Kind): void { deep(() => { throw new Error("bottom") }) }
        export default function top() { middle(Kind.A) }`;
      const modules = {
        "./lib/deep.ts":
          "interface A { b: 1 }\n\nexport function deep(f: () => void): void {\n  f();\n}",
      };
      const error = errorOf(await run(source, { modules, filename: "entry.ts" }), "error");
      const lines = (error.stack ?? "").split("\n");
      assert.equal(lines[0], "Error: bottom");
      const frames = lines.slice(1).map((line) => line.trim());
      assert.match(frames[0] ?? "", /entry\.ts:3:/);
      assert.match(frames[1] ?? "", /deep \(\.?\/?lib\/deep\.ts:4:/);
      assert.match(frames[2] ?? "", /middle \(entry\.ts:3:/);
      assert.match(frames[3] ?? "", /top \(entry\.ts:4:/);
      assert.equal(frames.length, 4, error.stack);
    },
  );

  test(
    ["code.stack-guest-only", "code.no-host-stack"],
    "a stack under a bridge, a promise or a callback has guest frames alone",
    async ({ run }) => {
      const sources = [
        "export default () => { bridge(); null.x }",
        "export default async () => { await bridgeLater(); null.x }",
        "export default () => [1].map(() => null.x)",
        "export default () => Promise.resolve().then(() => null.x)",
        "queueMicrotask(() => {}); await null; null.x",
        "export default { get then() { return null.x } }",
        "export default () => ({ get a() { return null.x } })",
      ];
      for (const source of sources) {
        const globals = { bridge: () => 1, bridgeLater: async () => 1 };
        const error = errorOf(await run(source, { globals, filename: "own.ts" }), "error");
        const frames = (error.stack ?? "").split("\n").slice(1);
        assert.ok(
          frames.some((frame) => frame.includes("own.ts:1:")),
          `${source}: ${error.stack}`,
        );
        for (const frame of frames) {
          assert.match(frame, /own\.ts:1:\d+\)?$|\(native\)$|<anonymous>\)?$/, source);
        }
      }
    },
  );

  test("code.filename", "without a filename the text is <runCode>", async ({ run }) => {
    const error = errorOf(await run("export default () => null.x"), "error");
    assert.equal(error.filename, "<runCode>");
    assert.match(error.stack ?? "", /<runCode>:1:/);
  });

  const broken: [source: string, line: number, column?: number][] = [
    ["export default {", 1],
    ["const a = 1;\nconst = 2;", 2, 7],
    ["const a: number = 1;\ntype B = { x: number };\nlet b = );", 3, 9],
    ["import { a } from ;", 1],
    ["export default 1;\nexport default 2;", 2],
    ["const a = 1; const a = 2;", 1],
    ["return 1;", 1],
    ["const s = 'open", 1],
    ["await = 1", 1],
    ["export { nothing };", 1, 10],
  ];
  for (const [source, line, column] of broken) {
    test(
      ["code.link-error", "module.link-position"],
      `${JSON.stringify(source)} cannot be linked`,
      async ({ run }) => {
        const result = await run(`${source}`, { filename: "broken.ts" });
        const error = errorOf(result, "link_error");
        assert.deepEqual([error.filename, error.line], ["broken.ts", line]);
        if (column !== undefined) assert.equal(error.column, column);
        assert.doesNotMatch(error.message, /node:|file:|\/packages\//);
      },
    );
  }

  // The words are the link stage's own: an engine of its own words would fail here.
  const words: [source: string, message: string][] = [
    ["import { a } from 'nope'; a()", "Cannot find 'nope'; the imports of this run are 'host'"],
    ["import { b } from 'host'; b()", "'host' has no export named 'b'; it exports 'a'"],
    ["import a from './x.js'; a()", "Cannot find module './x.js'; this run has no modules"],
    ["const = 2;", "Unexpected token"],
  ];
  for (const [source, message] of words) {
    test(["module.same-words", "code.link-error"], `${source} has these words`, async ({ run }) => {
      errorOf(await run(source, { imports: { host: { a: 1 } } }), "link_error", message);
    });
  }

  test(
    "code.link-error",
    "an error that calls itself a link error is an error",
    async ({ run }) => {
      const source = `throw Object.assign(new Error("no"), { name: "LinkError", link: true, specifier: "x" })`;
      const error = errorOf(await run(source), "error", "no");
      assert.equal("specifier" in error, false);
    },
  );
});
