import { assert } from "../../bounded-assert.js";
import type { Check } from "./scenario.js";
import { answerAll, EXEC, scenarios } from "./scenario.js";

const endsOnce: Check = (session) => {
  assert.equal(session.ofType("done").length, 1, "an execution ends with exactly one done");
};

/** How a session begins, goes on and ends. */
export const lifecycle = scenarios("session", [
  {
    name: "a program without calls",
    golden: { name: "no-calls" },
    code: "1 + 1",
    checks: {
      "session.one-done": endsOnce,
      "session.many-calls": ({ calls, value }) => assert.deepEqual([calls.length, value], [0, 2]),
      "done.id": ({ done }) => assert.equal(done["id"], EXEC),
      "input.id": ({ received }) => assert.equal(received[0]?.["id"], EXEC),
    },
  },
  {
    name: "a program with two hundred calls",
    code: "let sum = 0; for (let i = 0; i < 200; i++) sum += await tools.echo(i); sum",
    checks: {
      "session.many-calls": ({ value }) => assert.equal(value, 19_900),
    },
  },
  {
    name: "a second execute while the first is active",
    golden: { name: "second-execute" },
    code: "await tools.echo('first')",
    async play(session) {
      const first = await session.call(0);
      session.execute("exec-2", "await tools.echo('second')");
      await session.untilDone();
      // Time in which a second execution would show itself.
      await session.quiet();
      session.resolve(first, "answer");
      await session.until(() => session.ofType("done").find(({ result }) => result === "answer"));
    },
    checks: {
      "session.second-execute": ({ done, error }) => {
        assert.equal(error.code, "internal_error");
        assert.notEqual(done["id"], EXEC, "the refusal names the first execution");
      },
      "session.one-execution": ({ calls }) => {
        assert.deepEqual(
          calls.map(({ input }) => input),
          ["first"],
        );
      },
      "session.first-survives-second": (session) => {
        const results = session.ofType("done").map(({ result }) => result);
        assert.ok(results.includes("answer"), "the first execution did not come to its end");
      },
    },
  },
  {
    name: "a thrown error",
    golden: { name: "thrown-error" },
    code: `throw new Error("boom")`,
    checks: {
      "done.result-or-error": ({ done }) => assert.equal(done["ok"], false),
      "json.error-required": ({ error }) => assert.match(String(error.message), /boom/),
      "code.known-set": ({ error }) => assert.equal(error.code, "runtime_error"),
    },
  },
  {
    name: "a text that does not parse",
    code: "const = ;",
    checks: {
      "session.one-done": endsOnce,
      "verdict.unexpected": ({ error }) => {
        assert.ok(
          ["runtime_error", "internal_error"].includes(String(error.code)),
          String(error.code),
        );
      },
    },
  },
  {
    name: "a program of many lines",
    code: [
      "// A comment first.",
      "class Counter { #n = 0; next() { return ++this.#n } }",
      "const counter = new Counter();",
      "function twice(f) { f(); return f(); }",
      "const reached = twice(() => counter.next());",
      "String(reached); // and one at the end",
    ].join("\n"),
    checks: { "input.whole-program": ({ value }) => assert.equal(value, "2") },
  },
  {
    name: "a manifest without descriptions and types",
    code: "await bare.tool(1)",
    providers: [
      { name: "bare", tools: { tool: { safeName: "tool", originalName: "tool" } }, types: "" },
    ],
    checks: { "input.metadata-only": ({ value }) => assert.equal(value, 1) },
  },
  {
    name: "wall time, with a host that takes its time",
    code: "await tools.echo(1)",
    async play(session) {
      await session.call(0);
      await new Promise((resolve) => setTimeout(resolve, HOST_TAKES_MS));
      await answerAll(session);
    },
    checks: {
      "done.duration": (session) => {
        const durationMs = Number(session.done["durationMs"]);
        const bounds = `between ${HOST_TAKES_MS} and ${Math.round(session.elapsedMs)}`;
        const sane = durationMs >= HOST_TAKES_MS * 0.9 && durationMs <= session.elapsedMs + 50;
        assert.ok(sane, `durationMs is ${durationMs}, the run took ${bounds} ms`);
      },
    },
  },
]);

const HOST_TAKES_MS = 250;
