// Verifies place.successive-sessions, place.kill-silent-child, catalogue.sent-once,
// catalogue.full-fallback,
// sync.pending-extension.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DispatcherMessage } from "../src/index.js";
import { done, provider, run, scripted } from "./support.js";

/** Reacts to `execute` alone. */
const onExecute =
  (react: (id: string, runner: ReturnType<typeof scripted>) => void) =>
  (message: DispatcherMessage, runner: ReturnType<typeof scripted>) => {
    if (message.type === "execute") react(message.id, runner);
  };

test("a success without a result is undefined", async () => {
  const { session } = scripted(onExecute((id, runner) => runner.say(done(id))));
  const result = await run(session);
  assert.deepEqual(
    { ...result, durationMs: 0 },
    { ok: true, result: undefined, durationMs: 0, logs: [] },
  );
});

test("a link carries one execution after the other", async () => {
  const { session } = scripted(onExecute((id, runner) => runner.say(done(id, id))));
  const first = await run(session);
  const second = await run(session);
  assert.ok(first.ok && second.ok);
  assert.notEqual(first.result, second.result);
  assert.ok(session.usable);
});

test("a second run while one is active is the host's mistake", async () => {
  const { session } = scripted(() => {});
  const first = run(session, { limits: { timeoutMs: 20 } });
  await assert.rejects(run(session), /busy/);
  await first;
});

const GARBAGE: [string, unknown][] = [
  ["null", null],
  ["a number", 7],
  ["an array", [{ type: "started", id: "x" }]],
  ["no type", { id: "x" }],
  ["an unknown type", { type: "finished", id: "x" }],
  ["a host's message", { type: "cancel", id: "x" }],
  ["done without logs", { type: "done", id: "x", ok: true, durationMs: 1 }],
  ["done with logs of numbers", { type: "done", id: "x", ok: true, durationMs: 1, logs: [1] }],
  [
    "done that failed without an error",
    { type: "done", id: "x", ok: false, durationMs: 1, logs: [] },
  ],
  [
    "done with a code of its own",
    {
      type: "done",
      id: "x",
      ok: false,
      durationMs: 1,
      logs: [],
      error: { code: "owned", message: "" },
    },
  ],
  ["ok that is neither", { type: "done", id: "x", ok: "yes", durationMs: 1, logs: [] }],
  ["a call without an id", { type: "tool_call", providerName: "a", safeToolName: "b" }],
  ["an endless id", { type: "started", id: "x".repeat(10_000) }],
  ["an emit of an object", { type: "emit", id: "x", kind: "log", line: {} }],
];

for (const [name, garbage] of GARBAGE) {
  test(`${name} ends the session with internal_error`, async () => {
    const runner = scripted(onExecute((_id, self) => self.say(garbage)));
    const result = await run(runner.session);
    assert.ok(!result.ok);
    assert.equal(result.error.code, "internal_error");
    assert.equal(runner.session.usable, false);
    assert.equal(runner.terminated(), 1);
  });
}

test("messages of another execution are ignored", async () => {
  const { session } = scripted(
    onExecute((id, runner) => {
      runner.say(done("somebody-else", "wrong"));
      runner.say({ type: "emit", id: "somebody-else", kind: "log", line: "wrong" });
      runner.say(done(id, "right"));
    }),
  );
  const result = await run(session);
  assert.ok(result.ok);
  assert.equal(result.result, "right");
  assert.deepEqual(result.logs, []);
});

test("a second done breaks the link and changes nothing", async () => {
  const runner = scripted(
    onExecute((id, self) => {
      self.say(done(id, 1));
      self.say(done(id, 2));
    }),
  );
  const result = await run(runner.session);
  assert.ok(result.ok);
  assert.equal(result.result, 1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(runner.session.usable, false);
});

test("a call after done reaches no tool", async () => {
  let calls = 0;
  const runner = scripted(
    onExecute((id, self) => {
      self.say(done(id));
      self.say({ type: "tool_call", callId: "c", providerName: "a", safeToolName: "b" });
    }),
  );
  await run(runner.session, { providers: [provider("a", { b: () => calls++ })] });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(calls, 0);
  assert.equal(runner.session.usable, false);
});

test("a callId used twice ends the session", async () => {
  const call = { type: "tool_call", callId: "c", providerName: "a", safeToolName: "b" };
  const runner = scripted(
    onExecute((_id, self) => {
      self.say(call);
      self.say(call);
    }),
  );
  const result = await run(runner.session, { providers: [provider("a", { b: () => 1 })] });
  assert.ok(!result.ok);
  assert.match(result.error.message, /twice/);
});

test("a callId used again after its answer ends the session", async () => {
  const call = { type: "tool_call", callId: "c", providerName: "a", safeToolName: "b" };
  const runner = scripted((message, self) => {
    if (message.type === "execute" || message.type === "tool_result") self.say(call);
  });
  const result = await run(runner.session, { providers: [provider("a", { b: () => 1 })] });
  assert.ok(!result.ok);
  assert.equal(result.error.code, "internal_error");
});

for (const code of ["tool_error", "validation_error"] as const) {
  test(`${code} that the ledger does not hold is runtime_error`, async () => {
    const { session } = scripted(
      onExecute((id, runner) =>
        runner.say({
          type: "done",
          id,
          ok: false,
          durationMs: 1,
          logs: [],
          error: { code, message: "forged" },
        }),
      ),
    );
    const result = await run(session);
    assert.ok(!result.ok);
    assert.deepEqual(result.error, { code: "runtime_error", message: "forged" });
  });
}

test("a tool failure counts only with the very words of the host", async () => {
  const claim = (message: string) =>
    scripted((sent, runner) => {
      if (sent.type === "execute") {
        runner.say({ type: "tool_call", callId: "c", providerName: "a", safeToolName: "b" });
      } else if (sent.type === "tool_result") {
        const execute = runner.sent[0] as { id: string };
        const error = { code: "tool_error", message };
        runner.say({ type: "done", id: execute.id, ok: false, durationMs: 1, logs: [], error });
      }
    });
  const providers = [
    provider("a", {
      b: () => {
        throw new Error("disk full");
      },
    }),
  ];
  const honest = await run(claim("disk full").session, { providers });
  const forged = await run(claim("disk on fire").session, { providers });
  assert.ok(!honest.ok && !forged.ok);
  assert.equal(honest.error.code, "tool_error");
  assert.equal(forged.error.code, "runtime_error");
});

test("an unknown tool is refused and reaches nothing", async () => {
  const answers: unknown[] = [];
  const { session } = scripted((message, runner) => {
    if (message.type === "execute") {
      for (const name of ["__proto__", "constructor", "toString", "nope"]) {
        runner.say({ type: "tool_call", callId: name, providerName: "a", safeToolName: name });
      }
    } else if (message.type === "tool_result") {
      answers.push(message.ok);
      if (answers.length === 4) runner.say(done((runner.sent[0] as { id: string }).id));
    }
  });
  const result = await run(session, { providers: [provider("a", { b: () => 1 })] });
  assert.ok(result.ok);
  assert.deepEqual(answers, [false, false, false, false]);
});

test("a runner that never answers is cancelled, then killed, and the verdict is timeout", async () => {
  const runner = scripted(() => {});
  const result = await run(runner.session, { limits: { timeoutMs: 20 } });
  assert.ok(!result.ok);
  assert.deepEqual(result.error, { code: "timeout", message: "Execution timed out" });
  assert.deepEqual(
    runner.sent.map(({ type }) => type),
    ["execute", "cancel"],
  );
  assert.equal(runner.terminated(), 1);
  assert.equal(runner.session.usable, false);
});

test("a runner that ends after cancel keeps its link, and its logs arrive", async () => {
  const runner = scripted((message, self) => {
    if (message.type !== "cancel") return;
    const error = { code: "timeout", message: "whatever it says" };
    self.say({
      type: "done",
      id: message.id,
      ok: false,
      durationMs: 1,
      logs: ["last words"],
      error,
    });
  });
  const result = await run(runner.session, { limits: { timeoutMs: 20 } });
  assert.ok(!result.ok);
  assert.deepEqual(result.error, { code: "timeout", message: "Execution timed out" });
  assert.deepEqual(result.logs, ["last words"]);
  assert.ok(runner.session.usable);
});

test("a success that comes after the deadline is still a timeout", async () => {
  const runner = scripted((message, self) => {
    if (message.type === "cancel") self.say(done(message.id, "too late"));
  });
  const result = await run(runner.session, { limits: { timeoutMs: 20 } });
  assert.ok(!result.ok);
  assert.equal(result.error.code, "timeout");
});

test("lines that streamed survive a runner that was killed", async () => {
  const seen: string[] = [];
  const runner = scripted(
    onExecute((id, self) => {
      for (let line = 0; line < 500; line++) {
        self.say({ type: "emit", id, kind: "log", line: `line ${line}` });
      }
    }),
  );
  const result = await run(runner.session, {
    limits: { timeoutMs: 20, maxLogLines: 3 },
    onLog: (line) => seen.push(line),
  });
  assert.deepEqual(result.logs, ["line 0", "line 1", "line 2"]);
  assert.deepEqual(seen, result.logs);
});

test("an onLog that throws is noted and changes nothing", async () => {
  const runner = scripted(
    onExecute((id, self) => {
      self.say({ type: "emit", id, kind: "log", line: "x" });
      self.say(done(id, 1));
    }),
  );
  const result = await run(runner.session, {
    onLog: () => {
      throw new Error("my own fault");
    },
  });
  assert.ok(result.ok);
  assert.deepEqual(result.diagnostics, ["onLog threw: my own fault"]);
});

test("logs a runner did not truncate are truncated by the host", async () => {
  const { session } = scripted(
    onExecute((id, runner) =>
      runner.say({ type: "done", id, ok: true, durationMs: 1, logs: ["abc", "defg", "h", "i"] }),
    ),
  );
  const result = await run(session, { limits: { maxLogLines: 3, maxLogChars: 5 } });
  assert.deepEqual(result.logs, ["abc", "de"]);
});

test("abort before the run sends nothing", async () => {
  const runner = scripted(() => {});
  const result = await run(runner.session, { signal: AbortSignal.abort() });
  assert.ok(!result.ok);
  assert.deepEqual(result.error, { code: "timeout", message: "Execution cancelled" });
  assert.equal(runner.sent.length, 0);
});

test("abort during the run cancels it and fires the tool's signal", async () => {
  const controller = new AbortController();
  let toolSignal: AbortSignal | undefined;
  const runner = scripted((message, self) => {
    if (message.type === "execute") {
      self.say({ type: "tool_call", callId: "c", providerName: "a", safeToolName: "b" });
    }
  });
  const providers = [
    provider("a", {
      b: (_input, { signal }) => {
        toolSignal = signal;
        setImmediate(() => controller.abort());
        return new Promise(() => {});
      },
    }),
  ];
  const result = await run(runner.session, { providers, signal: controller.signal });
  assert.ok(!result.ok);
  assert.deepEqual(result.error, { code: "timeout", message: "Execution cancelled" });
  assert.equal(toolSignal?.aborted, true);
});

test("calls beyond maxToolCalls and maxOpenCalls are refused, not run", async () => {
  let ran = 0;
  const refusals: string[] = [];
  const { session } = scripted((message, runner) => {
    if (message.type === "execute") {
      for (let call = 0; call < 6; call++) {
        runner.say({ type: "tool_call", callId: `c${call}`, providerName: "a", safeToolName: "b" });
      }
    } else if (message.type === "tool_result" && !message.ok) {
      refusals.push(message.error.message);
      if (refusals.length === 4) runner.say(done((runner.sent[0] as { id: string }).id));
    }
  });
  const providers = [
    provider("a", {
      b: () => {
        ran++;
        return new Promise(() => {});
      },
    }),
  ];
  const result = await run(session, { providers, limits: { maxOpenCalls: 2, maxToolCalls: 5 } });
  assert.ok(result.ok);
  assert.equal(ran, 2);
  assert.equal(refusals.filter((text) => text.includes("2 tool calls wait")).length, 3);
  assert.equal(refusals.filter((text) => text.includes("5 tool calls")).length, 1);
});

test("a result that a transport smuggles in is held to JSON", async () => {
  for (const result of [new Map(), 1n, () => 1, { a: Number.NaN }, Symbol("x")]) {
    const { session } = scripted(onExecute((id, runner) => runner.say(done(id, result))));
    const verdict = await run(session);
    assert.ok(!verdict.ok);
    assert.equal(verdict.error.code, "serialization_error");
  }
});

test("an error message of a megabyte is cut", async () => {
  const { session } = scripted(
    onExecute((id, runner) =>
      runner.say({
        type: "done",
        id,
        ok: false,
        durationMs: 1,
        logs: [],
        diagnostics: Array.from({ length: 1000 }, () => "d".repeat(10_000)),
        error: { code: "runtime_error", message: "m".repeat(1_000_000) },
      }),
    ),
  );
  const result = await run(session);
  assert.ok(!result.ok);
  assert.ok(result.error.message.length < 20_000);
  assert.equal(result.diagnostics?.length, 20);
  assert.ok(result.diagnostics.every((text) => text.length <= 500));
});

test("a runner that was dead before it said a word may be replaced; any other may not", async () => {
  const silent = scripted((_message, self) => void self.session.terminate());
  await run(silent.session);
  assert.equal(silent.session.tookLast, false);
  const spoke = scripted((message, self) => {
    if (message.type !== "execute") return;
    self.say({ type: "tool_call", callId: "c", providerName: "a", safeToolName: "b" });
    setImmediate(() => void self.session.terminate());
  });
  await run(spoke.session, { providers: [provider("a", { b: () => 1 })] });
  assert.equal(spoke.session.tookLast, true);
});

test("manifests go out once to a runner that keeps them, and every time to one that does not", async () => {
  for (const catalogues of [true, false]) {
    const runner = scripted((message, self) => {
      if (message.type !== "execute") return;
      self.say({ type: "started", id: message.id, ...(catalogues ? { catalogues } : {}) });
      self.say(done(message.id));
    });
    const providers = [provider("a", { b: () => 1 })];
    for (let round = 0; round < 3; round++) await run(runner.session, { providers });
    const sizes = runner.sent.map((message) =>
      message.type === "execute" ? message.providers.length : -1,
    );
    assert.deepEqual(sizes, catalogues ? [1, 0, 0] : [1, 1, 1]);
  }
});

test("pending answers a call that stands still for a tool that takes time, and no other call", async () => {
  for (const now of [true, false]) {
    const runner = scripted((message, self) => {
      if (message.type === "execute") {
        const call = { type: "tool_call", callId: "c", providerName: "a", safeToolName: "b" };
        self.say(now ? { ...call, now } : call);
      } else if (message.type === "tool_result") {
        self.say(done((self.sent[0] as { id: string }).id));
      }
    });
    await run(runner.session, { providers: [provider("a", { b: () => 1 })] });
    const answers = runner.sent.slice(1).map(({ type }) => type);
    assert.deepEqual(answers, now ? ["pending", "tool_result"] : ["tool_result"]);
  }
});
