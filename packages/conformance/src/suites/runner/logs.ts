import { assert } from "../../bounded-assert.js";
import { EXEC, scenarios } from "./scenario.js";
import type { Session } from "./session.js";

const is =
  (...lines: string[]) =>
  ({ logs }: Session) =>
    assert.deepEqual(logs, lines);

const total = ({ logs }: Session): number =>
  Array.isArray(logs)
    ? logs.reduce<number>((sum, line) => sum + String(line).length, 0)
    : Number.NaN;

/** What the console writes, and what is left of it. */
export const logs = scenarios("logs", [
  {
    name: "four methods",
    golden: { name: "logs" },
    code: `console.log("l"); console.info("i"); console.warn("w"); console.error("e"); "end"`,
    checks: {
      "log.four-methods": is("l", "i", "w", "e"),
      "runner.owns-console": ({ junk, value }) => assert.deepEqual([junk, value], [[], "end"]),
    },
  },
  {
    name: "one line a call, in order, across calls of tools",
    code: `console.log("a\\nb"); console.log(""); await tools.echo(1); console.log("c"); console.log("c")`,
    checks: { "log.one-line-per-call": is("a\nb", "", "c", "c") },
  },
  {
    name: "arguments joined by one space",
    code: `console.log("a", "b c", "", 1)`,
    checks: { "log.space-joined": is("a b c  1") },
  },
  {
    name: "undefined",
    code: "console.log(undefined)",
    checks: { "log.undefined": is("undefined") },
  },
  {
    name: "undefined among others",
    code: `console.log("a", undefined)`,
    checks: { "log.undefined": is("a undefined") },
  },
  {
    name: "values that are no strings",
    code: "console.log(1.5, true, null, [1, 'x'], { a: { b: [] } })",
    checks: { "log.json": is(`1.5 true null [1,"x"] {"a":{"b":[]}}`) },
  },
  {
    name: "values without JSON",
    code: "const o = {}; o.self = o; console.log(o); console.log(Symbol('s')); 'end'",
    checks: { "log.fallback": is("[object Object]", "Symbol(s)") },
  },
  {
    name: "a bigint",
    code: "console.log(10n)",
    needs: ["bigint"],
    checks: { "log.fallback": is("10") },
  },
  {
    name: "values that cannot be printed at all",
    code: "console.log({ toJSON() { throw 1 }, toString() { throw 2 } }); console.log('next'); 'end'",
    checks: {
      "log.fallback": ({ value, logs }) => {
        assert.equal(value, "end");
        assert.equal(Array.isArray(logs) ? logs.at(-1) : undefined, "next");
      },
    },
  },
  { name: "nothing was logged", code: "1", checks: { "done.logs": is() } },
  {
    name: "lines before a failure",
    code: `console.log("before"); throw new Error("boom")`,
    checks: { "log.returned": is("before") },
  },
  {
    name: "lines before a cancel",
    code: `console.log("before"); await tools.hang()`,
    // Whoever ignores a cancel fails elsewhere.
    options: { timeoutMs: 1_000 },
    async play(session) {
      await session.call(0);
      session.cancel(EXEC);
      await session.untilDone();
    },
    checks: { "log.returned": is("before") },
  },
  {
    name: "lines before a deadline",
    code: `console.log("before"); await tools.hang()`,
    options: { timeoutMs: 300 },
    checks: { "log.returned": is("before") },
  },
  {
    name: "more lines than maxLogLines",
    golden: { name: "truncated-lines" },
    code: `for (let i = 0; i < 5; i++) console.log("line", i)`,
    options: { maxLogLines: 2 },
    checks: { "log.truncate-lines-first": is("line 0", "line 1") },
  },
  {
    name: "as many lines as maxLogLines",
    code: `console.log("a"); console.log("b")`,
    options: { maxLogLines: 2 },
    checks: { "log.truncate-lines-first": is("a", "b") },
  },
  {
    name: "more characters than maxLogChars, over several lines",
    code: `console.log("aaaa"); console.log("bbbb"); console.log("cccc")`,
    options: { maxLogChars: 6 },
    checks: {
      "log.truncate-chars": (session) =>
        assert.ok(total(session) <= 6, `${total(session)} characters`),
    },
  },
  {
    name: "a line that is too long",
    golden: { name: "clipped-line" },
    code: `console.log("abcdef")`,
    options: { maxLogChars: 4 },
    checks: { "log.clip-last-line": is("abcd") },
  },
  {
    name: "as many characters as maxLogChars",
    code: `console.log("ab"); console.log("cd")`,
    options: { maxLogChars: 4 },
    checks: { "log.truncate-chars": is("ab", "cd") },
  },
  {
    name: "both limits",
    golden: { name: "truncated-logs" },
    code: `console.log("ab"); console.log("cd"); console.log("e"); console.log("f")`,
    options: { maxLogLines: 3, maxLogChars: 3 },
    checks: { "log.truncated-returned": is("ab", "c") },
  },
  {
    name: "the line limit leaves room",
    code: `console.log("ab"); console.log("cd"); console.log("efghij")`,
    options: { maxLogLines: 2, maxLogChars: 5 },
    checks: { "log.truncate-lines-first": is("ab", "cd") },
  },
  {
    name: "a flood of lines",
    code: `for (let i = 0; i < 20000; i++) console.log("x".repeat(100)); "end"`,
    options: { maxLogLines: 10 },
    checks: {
      "input.options-applied": ({ logs, value }) => {
        assert.deepEqual([Array.isArray(logs) && logs.length, value], [10, "end"]);
      },
    },
  },
]);
