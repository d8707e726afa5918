import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { errorOf, gate, never, value } from "./support.js";

const LEVELS = ["log", "info", "warn", "error", "debug"];

/** The capturing console. */
export const codeConsole = defineSuite<CodeContext>("console", ({ test, needs }) => {
  test(
    ["code.logs-captured", "code.log-entry"],
    "every level is captured with raw arguments and the time",
    async ({ run }) => {
      const before = Date.now();
      const source = `${LEVELS.map((level) => `console.${level}("${level}", { n: 1n }, [undefined]);`).join("\n")}
        export default 1`;
      const { logs } = await run(source);
      assert.deepEqual(
        logs.map(({ level, args }) => [level, args]),
        LEVELS.map((level) => [level, [level, { n: 1n }, [undefined]]]),
      );
      const times = logs.map(({ timestamp }) => timestamp);
      for (const time of times) assert.ok(time >= before - 1 && time <= Date.now() + 1);
      assert.deepEqual(times, [...times].sort());
    },
  );

  test("code.log-entry", "arguments are copies of that moment", async ({ run }) => {
    const source = `const list = [1]; console.log(list, new Map([["k", new Uint8Array([1])]]), new Date(5));
      list.push(2); console.log(); console.log(list); export default 1`;
    const { logs } = await run(source);
    assert.deepEqual(
      logs.map(({ args }) => args),
      [[[1], new Map([["k", new Uint8Array([1])]]), new Date(5)], [], [[1, 2]]],
    );
  });

  test(
    ["code.logs-captured", "code.log-entry"],
    "what cannot cross is printed, and never fails the run",
    async ({ run }) => {
      const source = `console.log(() => 1, Symbol("s"), new (class Made { a = 1 })());
        console.error({ get trap() { throw new Error("trap") } });
        console.log(new Proxy({}, { ownKeys() { throw 1 } }), globalThis);
        export default "unharmed"`;
      const result = await run(source);
      assert.equal(value(result), "unharmed");
      assert.equal(result.logs.length, 3);
      for (const { args } of result.logs)
        for (const arg of args) assert.equal(typeof arg, "string");
    },
  );

  test("code.logs-captured", "modules and callbacks log too, in order", async ({ run }) => {
    const source = `import './m.js'; console.log("entry"); queueMicrotask(() => console.log("job"));
      await null; const { log } = console; log("detached"); export default () => { console.log("call") }`;
    const { logs } = await run(source, { modules: { "./m.js": "console.log('module')" } });
    assert.deepEqual(
      logs.map(({ args }) => args[0]),
      ["module", "entry", "job", "detached", "call"],
    );
  });

  test(
    ["code.logs-own-console", "global.run-code-console"],
    "a console of the caller's gets the calls, and logs is empty",
    async ({ run }) => {
      const seen: unknown[][] = [];
      const console = { log: (...args: unknown[]) => void seen.push(args) };
      const source = `console.log("hi", { a: 1 });
        let other; try { console.warn("x") } catch (e) { other = e.name } export default other`;
      const result = await run(source, { globals: { console } });
      assert.deepEqual([value(result), result.logs], ["TypeError", []]);
      assert.deepEqual(seen, [["hi", { a: 1 }]]);
    },
  );

  test("code.logs-captured", "logs survive errors and link errors of exports", async ({ run }) => {
    for (const source of ["console.log(1); throw new Error('x')", "console.log(1); export {}"]) {
      const result = await run(source);
      assert.notEqual(result.status, "success");
      assert.deepEqual(
        result.logs.map(({ args }) => args),
        [[1]],
      );
    }
  });

  needs("hostStaysFree")(
    ["code.logs-captured", "code.terminate"],
    "logs and reports of a loop that is terminated are complete",
    async ({ start }) => {
      const { opened, open } = gate();
      const source = `for (let i = 0; i < 50; i++) { console.log(i); report(i) } ready(); for (;;) {}`;
      const run = start(source, { globals: { ready: () => open() }, report: () => {} });
      await opened;
      run.terminate();
      const result = await run;
      errorOf(result, "terminated");
      const numbers = Array.from({ length: 50 }, (_, n) => n);
      assert.deepEqual(result.reports, numbers);
      assert.deepEqual(
        result.logs.map(({ args }) => args[0]),
        numbers,
      );
    },
  );

  test("code.bounds-visible", "logs are bounded, and what was cut is said", async ({ create }) => {
    const { run } = create({ maxLogLines: 5, maxLogChars: 1_000 });
    const lines = await run("for (let i = 0; i < 8; i++) console.log(i); export default 1");
    assert.deepEqual(
      lines.logs.map(({ args }) => args[0]),
      [0, 1, 2, 3, 4],
    );
    assert.deepEqual(lines.truncated, { logs: 3 });
    const chars = await run("console.log('x'.repeat(5000)); console.log('y'); export default 1");
    assert.ok(JSON.stringify(chars.logs).length < 1_200);
    assert.notEqual(chars.truncated, undefined);
    const none = await run("for (let i = 0; i < 5; i++) console.log(i); export default 1");
    assert.equal("truncated" in none, false);
  });

  test("code.logs-captured", "a flood costs its author only the calls", async ({ run }) => {
    const source =
      "for (let i = 0; i < 20000; i++) console.log(i, 'x'.repeat(50)); await done(); export default 1";
    const result = await run(source, { globals: { done: async () => {} } });
    assert.equal(value(result), 1);
    assert.ok(result.logs.length <= 100, `${result.logs.length} lines`);
    assert.deepEqual(result.logs[0]?.args, [0, "x".repeat(50)]);
  });

  test("code.logs-captured", "what was logged before termination is kept", async ({ start }) => {
    const { opened, open } = gate();
    const globals = { ready: () => open(), never };
    const run = start("console.info('kept'); ready(); await never()", { globals });
    await opened;
    run.terminate();
    assert.deepEqual(
      (await run).logs.map(({ level, args }) => [level, args]),
      [["info", ["kept"]]],
    );
  });
});
