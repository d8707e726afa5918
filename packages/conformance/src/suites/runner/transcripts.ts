import { assert } from "../../bounded-assert.js";
import { scenarios } from "./scenario.js";

const PRINTED = {
  timeoutMs: 1_000,
  memoryLimitBytes: 67_108_864,
  maxLogLines: 100,
  maxLogChars: 64_000,
};

/**
 * The two sessions that the specification prints. Their deadline of a second is printed too, so
 * they come last: a runner whose processes are used again has warmed up by then.
 */
export const transcripts = scenarios("transcripts", [
  {
    name: "the success transcript of the specification",
    golden: { name: "success", durationMs: 3 },
    code: `const value = await tools.echo({"ok":true}); value.ok`,
    options: PRINTED,
    providers: [
      {
        name: "tools",
        tools: { echo: { safeName: "echo", originalName: "echo", description: "Echo input" } },
        types: "declare namespace tools { ... }",
      },
    ],
    checks: {
      "transcript.success": ({ calls, value, logs }) => {
        assert.deepEqual(
          calls.map(({ input }) => input),
          [{ ok: true }],
        );
        assert.deepEqual([value, logs], [true, []]);
      },
      "session.same-channel": ({ calls }) => {
        assert.equal(calls.length, 1, "the call did not come over this channel");
      },
    },
  },
  {
    name: "the cancellation transcript of the specification",
    id: "exec-2",
    golden: { name: "cancellation", calls: ["call-9"], durationMs: 1_005 },
    code: "await tools.hang({})",
    options: PRINTED,
    providers: [
      {
        name: "tools",
        tools: { hang: { safeName: "hang", originalName: "hang" } },
        types: "declare namespace tools { ... }",
      },
    ],
    async play(session) {
      await session.call(0);
      session.cancel("exec-2");
      await session.untilDone();
    },
    checks: {
      "transcript.cancellation": ({ calls, error, logs }) => {
        assert.deepEqual(
          calls.map(({ input }) => input),
          [{}],
        );
        assert.deepEqual([error.code, logs], ["timeout", []]);
      },
    },
  },
]);
