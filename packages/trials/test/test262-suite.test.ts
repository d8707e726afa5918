// Verifies fuzz.test262: how the suite is run, on a suite of a few tests; `npm run test262` has the real one.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { engines } from "../src/subjects.js";
import { openBare } from "../src/test262/suite/bare.js";
import { Composer } from "../src/test262/suite/programs.js";
import { runSuite } from "../src/test262/suite/run.js";
import { readTest, readTests } from "../src/test262/suite/tests.js";

const FILES: Readonly<Record<string, string>> = {
  "harness/sta.js":
    "function Test262Error(message) { this.message = message; }\nfunction $ERROR(text) { throw new Test262Error(text); }",
  "harness/assert.js": "function assert(value, text) { if (value !== true) $ERROR(text); }",
  "harness/extra.js": "var extra = 1;",
  "test/language/passes.js":
    "/*---\nincludes: [extra.js]\n---*/\nassert(extra === 1, 'includes are there');",
  "test/language/waits.js": "/*---\nflags: [async]\n---*/\nPromise.resolve().then($DONE, $DONE);",
  "test/language/wrong-later.js":
    "/*---\nflags: [async]\n---*/\nPromise.reject(new Test262Error('late')).then($DONE, $DONE);",
  "test/language/must-fail.js":
    "/*---\nnegative:\n  phase: runtime\n  type: Test262Error\n---*/\n$ERROR('as it should');",
  "test/language/must-not-parse.js":
    "/*---\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\nvar 1;",
  "test/language/sloppy.js": "/*---\nflags: [noStrict]\n---*/\nwith ({}) {}",
  "test/language/script.js": "assert(this === globalThis && delete this.x, 'a script');",
  "test/language/graph.js":
    "/*---\nflags: [module]\n---*/\nimport { two } from './two_FIXTURE.js';\nimport * as self from './graph.js';\nexport const one = 1;\nassert(two === 2 && Object.keys(self).join() === 'one', 'nothing else is exported');",
  "test/language/two_FIXTURE.js": "export const two = 2;",
  "test/language/engine.js": "assert(false, 'no engine does this');",
  "test/language/sandbox.js": "assert(typeof SharedArrayBuffer === 'function', 'removed');",
  "test/language/code-from-text.js": "assert(eval('1') === 1, 'eval');",
};

function makeSuite(): string {
  const home = mkdtempSync(join(tmpdir(), "execbox-test262-"));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

for (const subject of engines) {
  test(`${subject.engine}: what our runtime does to a test is told from what the engine does`, async () => {
    const home = makeSuite();
    try {
      const tests = readTests(home, ["language"], 1);
      const places = {
        subject,
        bare: await openBare(subject.engine),
        composer: new Composer(home),
      };
      const report = await runSuite(places, tests);
      const pathsOf = (lines: readonly string[]) =>
        lines.map((line) => line.split(":", 1)[0]).sort();
      assert.deepEqual([...report.leftOut.values()], [1], "sloppy.js");
      assert.deepEqual(pathsOf(report.engines), [
        "execute language/engine.js",
        "execute language/wrong-later.js",
        "runCode language/engine.js",
        "runCode language/wrong-later.js",
      ]);
      assert.deepEqual(pathsOf(report.shape), ["runCode language/script.js"]);
      assert.deepEqual([...report.expected.values()], [2], "code-from-text.js");
      assert.deepEqual(pathsOf(report.unexpected), [
        "execute language/sandbox.js",
        "runCode language/sandbox.js",
      ]);
      assert.equal(report.runs, 19);
      assert.equal(report.agreed, 10);
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  test(`${subject.engine}: eval and the function constructors refuse, and are otherwise what they were`, async () => {
    const executor = subject.executor();
    const { error } = (await executor.execute("new Function('return 1')", [])) as {
      error?: { message: string };
    };
    assert.match(error?.message ?? "", /^EvalError: Function is not available/);
    const shapes = await executor.execute(
      `const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
      [
        ...kinds.map((kind) => Object.getPrototypeOf(kind).constructor),
        eval,
      ].map((made) => {
        const own = Object.getOwnPropertyDescriptor(made.prototype ?? {}, "constructor");
        return [made.name, made.length, own?.writable ?? null].join();
      })`,
      [],
    );
    assert.deepEqual("result" in shapes && shapes.result, [
      "Function,1,true",
      "AsyncFunction,1,false",
      "GeneratorFunction,1,false",
      "AsyncGeneratorFunction,1,false",
      "eval,1,",
    ]);
    await executor.dispose?.();
  });
}

test("front matter is read in both ways of writing lists", () => {
  const text =
    "/*---\r\ndescription: flags: [none]\r\nflags: [async, generated]\r\nfeatures:\r\n  - let\r\n  - class\r\nnegative:\r\n  phase: parse\r\n  type: SyntaxError\r\n---*/\r\n";
  const { flags, features, includes, negative } = readTest("a.js", text);
  assert.deepEqual(flags, ["async", "generated"]);
  assert.deepEqual(features, ["let", "class"]);
  assert.deepEqual(includes, []);
  assert.deepEqual(negative, { phase: "parse", type: "SyntaxError" });
});
