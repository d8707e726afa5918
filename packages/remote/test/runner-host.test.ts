// Verifies runner.caps, runner.tenants-apart.
/** A `RunnerHost` by itself: what it grants, whom it believes, and what it leaves. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { linkOpener } from "@execbox/placement";
import {
  createLoopback,
  type DispatcherMessage,
  type ExecuteMessage,
  type HostTransport,
  Listeners,
  WORKER_FACTS,
} from "@execbox/protocol";
import { quickJsPrograms } from "@execbox/quickjs";
import { type RunnerEvent, RunnerHost, type RunnerHostOptions } from "../src/index.js";
import { openRunner, settled } from "./support.js";

type Heard = Record<string, unknown> & { type: string };

/** A host without judgement: it says what it is told to and writes down what it hears. */
function connect(runner: RunnerHost) {
  const { host, runner: far } = createLoopback();
  const heard: Heard[] = [];
  let wake = () => {};
  host.onMessage((message) => {
    heard.push(message as Heard);
    wake();
  });
  const over = runner.serve(far);
  const next = async (type: string): Promise<Heard> => {
    for (;;) {
      const at = heard.findIndex((message) => message.type === type);
      if (at >= 0) return heard.splice(0, at + 1)[at]!;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const say = (message: unknown) => host.send(message as DispatcherMessage);
  const execute = (code: string, more: Partial<ExecuteMessage> = {}) =>
    say({ type: "execute", id: "run", code, options: {}, providers: [], ...more });
  return { say, execute, next, over, leave: () => host.dispose() };
}

const manifest = (name: string, ...tools: string[]) => ({
  name,
  tools: Object.fromEntries(tools.map((tool) => [tool, { safeName: tool, originalName: tool }])),
  types: "",
});

const errorOf = (done: Heard) => done["error"] as { code: string; message: string };

test("one host's catalogue is never another's, whatever they call it", async () => {
  const runner = openRunner({ maxSessions: 1 });
  const evil = connect(runner);
  evil.execute("await tools.steal(1)", {
    providers: [manifest("tools", "steal")],
    catalogue: "the digest of the other host",
  });
  const { callId } = await evil.next("tool_call");
  evil.say({ type: "tool_result", callId, ok: true });
  await evil.next("done");
  const other = connect(runner);
  other.execute("[typeof tools.steal, await tools.pay(1)]", {
    providers: [manifest("tools", "pay")],
    catalogue: "the digest of the other host",
  });
  const call = await other.next("tool_call");
  // Nor does the number of a call tell what others did.
  assert.deepEqual([call["safeToolName"], call["callId"]], ["pay", "call-1"]);
  other.say({ type: "tool_result", callId: "call-1", ok: true, result: "paid" });
  assert.deepEqual((await other.next("done"))["result"], ["undefined", "paid"]);
  const third = connect(runner);
  third.execute("await tools.pay(1)", { catalogue: "the digest of the other host" });
  assert.match(errorOf(await third.next("done")).message, /does not hold the catalogue/);
  await runner.dispose();
});

test("a host gets at most what the runner grants", async () => {
  const runner = openRunner({
    caps: { timeoutMs: 100, memoryLimitBytes: 1 << 22, maxLogLines: 1 },
  });
  const endless = connect(runner);
  endless.execute("for (;;);", { options: { timeoutMs: 3_600_000 } });
  assert.equal(errorOf(await endless.next("done")).code, "timeout");
  const greedy = connect(runner);
  greedy.execute("const all = []; for (;;) all.push(new Uint8Array(100_000))", {
    options: { memoryLimitBytes: 1 << 30, timeoutMs: 60_000 },
  });
  assert.match(errorOf(await greedy.next("done")).code, /memory_limit|timeout/);
  const loud = connect(runner);
  loud.execute("console.log(1); console.log(2)", { options: { maxLogLines: 1e9 } });
  assert.deepEqual((await loud.next("done"))["logs"], ["1"]);
  await runner.dispose();
});

test("a connection carries one execution, and then it is over", async () => {
  const runner = openRunner();
  const { execute, next, over } = connect(runner);
  execute("1");
  await next("done");
  await over;
  await runner.dispose();
});

describe("a host that cannot be understood", () => {
  test("loses its execution and its connection", async () => {
    const runner = openRunner();
    const { execute, say, next, over } = connect(runner);
    execute("await tools.a()", { providers: [manifest("tools", "a")] });
    await next("tool_call");
    say({ type: "tool_result", callId: 1 });
    assert.match(errorOf(await next("done")).message, /not a message of the protocol/);
    await over;
    assert.equal(runner.running, 0);
    await runner.dispose();
  });

  test("may say anything before it has one", async () => {
    const runner = openRunner();
    const endless: unknown[] = [];
    endless.push(endless);
    for (const message of [null, 1, "execute", [], endless, {}, { type: "execute" }, { id: {} }]) {
      const { say, over } = connect(runner);
      say(message);
      await over;
    }
    assert.deepEqual(runner.stats.finished, {});
    await runner.dispose();
  });
});

test("a host that leaves frees its engine, which serves the next", async () => {
  const runner = openRunner({ maxSessions: 1 });
  for (const code of ["await tools.a()", "for (;;);"]) {
    const leaver = connect(runner);
    leaver.execute(code, { providers: [manifest("tools", "a")], options: { timeoutMs: 60_000 } });
    await leaver.next("started");
    await leaver.leave();
    await settled(() => runner.running === 0);
  }
  const next = connect(runner);
  next.execute("6 * 7");
  assert.equal((await next.next("done"))["result"], 42);
  assert.deepEqual(runner.stats.finished, { abandoned: 2, ok: 1 });
  await runner.dispose();
});

test("an engine that dies costs its own execution only", async () => {
  const open = linkOpener(quickJsPrograms(), "worker", 1 << 26);
  const kills: (() => void)[] = [];
  const events: RunnerEvent[] = [];
  const runner = openRunner({
    maxSessions: 2,
    onEvent: (event) => events.push(event),
    openLink: async () => {
      const link = await open();
      kills.push(() => void link.transport.terminate());
      return link;
    },
  });
  const [first, second] = [connect(runner), connect(runner)];
  for (const each of [first, second]) {
    each.execute("await tools.a()", { providers: [manifest("tools", "a")] });
    await each.next("tool_call");
  }
  kills[0]?.();
  const done = await Promise.race([first.next("done"), second.next("done")]);
  assert.deepEqual(errorOf(done).code, "internal_error");
  assert.equal(runner.running, 1);
  assert.ok(events.some(({ type }) => type === "link-lost"));
  await runner.dispose();
});

/** Opens links that break as soon as they are given work, then real ones. */
function openAfter(broken: number): RunnerHostOptions["openLink"] {
  const open = linkOpener(quickJsPrograms(), "worker", 1 << 26);
  return async () => {
    if (broken-- <= 0) return open();
    const closed = new Listeners<[]>();
    const transport: HostTransport = {
      send: () => queueMicrotask(() => closed.emit()),
      onMessage: () => () => {},
      onClose: closed.add,
      onError: () => () => {},
      dispose: () => {},
      terminate: () => {},
    };
    return { transport, facts: WORKER_FACTS };
  };
}

test("an execution that no engine has taken yet goes to another engine", async () => {
  const runner = openRunner({ openLink: openAfter(2) });
  const host = connect(runner);
  host.execute("6 * 7");
  const done = await host.next("done");
  assert.equal(done["result"], 42);
  await runner.dispose();
});

test("engines that all break are the execution's error", async () => {
  const runner = openRunner({ openLink: openAfter(3) });
  const host = connect(runner);
  host.execute("6 * 7");
  const done = await host.next("done");
  assert.equal(errorOf(done).code, "internal_error");
  assert.equal(runner.running, 0);
  await runner.dispose();
});

test("an engine that cannot start is the execution's error, not the runner's", async () => {
  const runner = new RunnerHost({ openLink: () => Promise.reject(new Error("no engine here")) });
  const { execute, next } = connect(runner);
  execute("1");
  const { code, message } = errorOf(await next("done"));
  assert.equal(code, "internal_error");
  assert.match(message, /could not start an engine: no engine here/);
  await runner.dispose();
});

test("options that make no sense are refused by name", () => {
  for (const [options, expected] of [
    [{}, /options.openLink must be a function/],
    [{ maxSessions: 0 }, /options.maxSessions must be/],
    [{ caps: { timeout: 1 } }, /options.caps.timeout is not an option/],
    [{ caps: { timeoutMs: "1s" } }, /options.caps.timeoutMs must be/],
    [{ sessions: 1 }, /options.sessions is not an option/],
  ] as [Partial<RunnerHostOptions>, RegExp][]) {
    const openLink = Object.keys(options).length === 0 ? undefined : () => new Promise(() => {});
    assert.throws(() => new RunnerHost({ openLink, ...options } as RunnerHostOptions), expected);
  }
});
