import assert from "node:assert/strict";
import { failure, success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, hang, provide } from "./support.js";

const lengthOf = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length, 0);

/** What the console writes and how much of it is kept. */
export const logs = defineSuite<ExecuteContext>("logs", ({ test }) => {
  test(
    ["log.four-methods", "log.one-line-per-call", "log.returned", "runner.owns-console"],
    "each call of each method is one line, in order",
    async ({ execute }) => {
      const code = `
        console.log("a"); console.info("b"); console.warn("c"); console.error("d");
        const { log } = console; log("two\\nlines"); console.log(); ["e"].forEach((x) => console.log(x))`;
      const { logs: lines } = await execute(code);
      assert.deepEqual(lines, ["a", "b", "c", "d", "two\nlines", "", "e"]);
    },
  );

  test(
    ["log.space-joined", "log.undefined", "log.json"],
    "arguments are formatted and joined by a space",
    async ({ execute }) => {
      const code = `
        console.log("a", 1, true, null, undefined);
        console.log({ b: [1, "x"] }, [], "%s", "");
        console.log(undefined);`;
      assert.deepEqual((await execute(code)).logs, [
        "a 1 true null undefined",
        `{"b":[1,"x"]} [] %s `,
        "undefined",
      ]);
    },
  );

  test("log.fallback", "what has no JSON is written as a string", async ({ execute }) => {
    const code = `
      const cycle = {}; cycle.self = cycle;
      console.log(10n, Symbol("s"));
      console.log(cycle);
      console.log(function named() {});
      "end"`;
    const result = await execute(code);
    assert.equal(success(result), "end");
    assert.equal(result.logs[0], "10 Symbol(s)");
    assert.equal(result.logs[1], "[object Object]");
    assert.match(String(result.logs[2]), /named/);
    assert.equal(result.logs.length, 3);
  });

  test(
    ["log.fallback", "log.one-line-per-call"],
    "hostile values cost a line each",
    async ({ execute }) => {
      const code = `
      const no = () => { throw new Error("no") };
      console.log({ toJSON: no, toString: no });
      console.log({ get a() { throw new Error("no") } });
      console.log(new Proxy({}, { get: no, ownKeys: no, getPrototypeOf: no }));
      const bare = Object.create(null); bare.self = bare; console.log(bare);
      console.log({ [Symbol.toPrimitive]: no, toJSON: no });
      "end"`;
      const result = await execute(code);
      assert.equal(success(result), "end");
      assert.equal(result.logs.length, 5);
    },
  );

  test(
    ["log.truncate-lines-first", "log.truncated-returned"],
    "the earliest lines are kept",
    async ({ execute }) => {
      const code = `for (let i = 0; i < 9; i++) console.log("line " + i)`;
      const kept = await execute(code, [], { maxLogLines: 3 });
      assert.deepEqual(kept.logs, ["line 0", "line 1", "line 2"]);
      assert.deepEqual((await execute(code, [], { maxLogLines: 0 })).logs, []);
    },
  );

  test(
    ["log.truncate-chars", "log.clip-last-line"],
    "characters count over all kept lines, and the last line is clipped",
    async ({ execute }) => {
      const code = `for (const line of ["abc", "defg", "hi"]) console.log(line)`;
      const keep = async (maxLogChars: number, maxLogLines = 100) =>
        (await execute(code, [], { maxLogChars, maxLogLines })).logs;
      assert.deepEqual(await keep(5), ["abc", "de"]);
      assert.deepEqual(await keep(3), ["abc"]);
      assert.deepEqual(await keep(7), ["abc", "defg"]);
      assert.deepEqual(await keep(9), ["abc", "defg", "hi"]);
      assert.deepEqual(await keep(8, 2), ["abc", "defg"]);
      assert.deepEqual(await keep(0), []);
    },
  );

  test(["default.log-lines", "default.log-chars"], "the defaults hold", async ({ execute }) => {
    const lines = await execute(`for (let i = 0; i < 150; i++) console.log(i)`);
    assert.equal(lines.logs.length, 100);
    const chars = await execute(`for (let i = 0; i < 70; i++) console.log("x".repeat(1000))`);
    assert.equal(lengthOf(chars.logs), 64_000);
  });

  test(
    ["log.flood", "exec.bounded-logs", "realm.after-flood"],
    "a flood keeps the earliest lines and harms nobody",
    async ({ execute }) => {
      const many = await execute(
        `for (let i = 0; i < 100000; i++) console.log("line", i); "end"`,
        [],
        { timeoutMs: 30_000 },
      );
      assert.equal(success(many), "end");
      assert.equal(many.logs.length, 100);
      assert.deepEqual([many.logs[0], many.logs[99]], ["line 0", "line 99"]);
      const long = await execute(
        `const line = "x".repeat(1000000); for (let i = 0; i < 50; i++) console.log(line); "end"`,
        [],
        { timeoutMs: 30_000 },
      );
      assert.equal(success(long), "end");
      assert.equal(lengthOf(long.logs), 64_000);
      await assertNextRunRight(execute);
    },
  );

  test("log.survives-failure", "lines survive a failure", async ({ execute }) => {
    const result = await execute(`console.log("before"); throw new Error("boom")`);
    failure(result, "runtime_error");
    assert.deepEqual(result.logs, ["before"]);
  });

  test("log.survives-timeout", "lines survive a timeout", async ({ execute }) => {
    const waiting = await execute(
      `console.log("before"); await tools.hang()`,
      [provide({ hang })],
      { timeoutMs: 100 },
    );
    failure(waiting, "timeout");
    assert.deepEqual(waiting.logs, ["before"]);
    const looping = await execute(`console.log("before"); for (;;);`, [], { timeoutMs: 100 });
    failure(looping, "timeout");
    assert.deepEqual(looping.logs, ["before"]);
  });

  test(["option.on-log", "message.emit"], "onLog is live", async ({ execute }) => {
    const live: string[] = [];
    let seenByTool: string[] = [];
    const look = () => {
      seenByTool = [...live];
      return null;
    };
    const result = await execute(
      `console.log("one"); console.log("two"); await tools.look(); console.log("three")`,
      [provide({ look })],
      { onLog: (line) => live.push(line) },
    );
    assert.deepEqual(seenByTool, ["one", "two"]);
    assert.deepEqual(live, ["one", "two", "three"]);
    assert.deepEqual(result.logs, live);
  });

  test("log.on-log-throws", "an onLog that throws changes no verdict", async ({ execute }) => {
    const onLog = () => {
      throw new Error("sink is broken");
    };
    const result = await execute(`console.log("a"); console.log("b"); 7`, [], { onLog });
    assert.equal(success(result), 7);
    assert.deepEqual(result.logs, ["a", "b"]);
  });
});
