// Verifies place.call-ids-per-pipe.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Engine,
  type ExecuteMessage,
  type RealmEvents,
  type RealmSpec,
  RunnerEndpoint,
  type RunnerMessage,
} from "../src/index.js";

/** An engine that does what the test says; the endpoint is what is under test. */
class PuppetEngine implements Engine {
  readonly name = "puppet";
  readonly runsOnCaller = true;
  readonly realms: { spec: RealmSpec; events: RealmEvents; code: string; log: string[] }[] = [];

  openRealm(spec: RealmSpec, events: RealmEvents) {
    const realm = { spec, events, code: "", log: [] as string[] };
    this.realms.push(realm);
    return {
      run: (code: string) => {
        realm.code = code;
      },
      runModule: () => assert.fail("no module was asked for"),
      resolve: (call: number, text: string | undefined) =>
        void realm.log.push(`resolve ${call} ${text}`),
      reject: (call: number, code: string, message: string) =>
        void realm.log.push(`reject ${call} ${code} ${message}`),
      dispose: () => void realm.log.push("dispose"),
    };
  }
}

function start() {
  const engine = new PuppetEngine();
  const sent: RunnerMessage[] = [];
  const endpoint = new RunnerEndpoint({ engine, send: (message) => sent.push(message) });
  return { engine, sent, endpoint };
}

function execute(overrides: Partial<ExecuteMessage> = {}): ExecuteMessage {
  return {
    type: "execute",
    id: "exec-1",
    code: "1",
    options: { timeoutMs: 1000 },
    providers: [
      { name: "tools", types: "", tools: { echo: { safeName: "echo", originalName: "echo" } } },
    ],
    ...overrides,
  };
}

test("started comes first, done last, and then the runner is free again", () => {
  const { engine, sent, endpoint } = start();
  endpoint.receive(execute());
  engine.realms[0]?.events.end({ kind: "value", text: "41" });
  endpoint.receive(execute({ id: "exec-2" }));
  engine.realms[1]?.events.end({ kind: "value", text: undefined });
  assert.deepEqual(
    sent.map((message) => [message.type, "id" in message ? message.id : ""]),
    [
      ["started", "exec-1"],
      ["done", "exec-1"],
      ["started", "exec-2"],
      ["done", "exec-2"],
    ],
  );
});

test("a second execute is refused with internal_error and the first goes on", () => {
  const { engine, sent, endpoint } = start();
  endpoint.receive(execute());
  endpoint.receive(execute({ id: "exec-2" }));
  const refusal = sent.at(-1);
  assert.ok(refusal?.type === "done" && !refusal.ok);
  assert.equal(refusal.id, "exec-2");
  assert.equal(refusal.error.code, "internal_error");
  engine.realms[0]?.events.end({ kind: "value", text: "1" });
  const last = sent.at(-1);
  assert.ok(last?.type === "done" && last.ok && last.id === "exec-1");
});

test("calls carry names and unique ids; results find their call", () => {
  const { engine, sent, endpoint } = start();
  endpoint.receive(execute());
  const realm = engine.realms[0];
  assert.ok(realm);
  realm.events.call(1, 0, '{"a":1}');
  realm.events.call(2, 0, undefined);
  const [, first, second] = sent;
  assert.ok(first?.type === "tool_call" && second?.type === "tool_call");
  assert.deepEqual(
    [first.providerName, first.safeToolName, first.input],
    ["tools", "echo", { a: 1 }],
  );
  assert.equal("input" in second, false);
  assert.notEqual(first.callId, second.callId);
  endpoint.receive({ type: "tool_result", callId: second.callId, ok: true, result: [2] });
  endpoint.receive({
    type: "tool_result",
    callId: first.callId,
    ok: false,
    error: { code: "tool_error", message: "no" },
  });
  endpoint.receive({ type: "tool_result", callId: first.callId, ok: true, result: "again" });
  endpoint.receive({ type: "tool_result", callId: "unknown", ok: true });
  assert.deepEqual(realm.log, ["resolve 2 [2]", "reject 1 tool_error no"]);
});

test("no two calls of one link share an id, whichever execution they belong to", () => {
  const { engine, sent, endpoint } = start();
  for (const id of ["exec-1", "exec-2", "exec-3"]) {
    endpoint.receive(execute({ id }));
    engine.realms.at(-1)?.events.call(1, 0, undefined);
    engine.realms.at(-1)?.events.end({ kind: "value", text: "1" });
  }
  const ids = sent.flatMap((message) => (message.type === "tool_call" ? [message.callId] : []));
  assert.equal(ids.length, 3);
  assert.equal(new Set(ids).size, 3);
});

test("the guest's word on call N is checked against what the host said of it", () => {
  const blame = (call: number) => {
    const { engine, sent, endpoint } = start();
    endpoint.receive(execute());
    engine.realms[0]?.events.call(1, 0, undefined);
    const call1 = sent.at(-1);
    assert.ok(call1?.type === "tool_call");
    const error = { code: "tool_error" as const, message: "real" };
    endpoint.receive({ type: "tool_result", callId: call1.callId, ok: false, error });
    engine.realms[0]?.events.end({ kind: "thrown", error: { message: "said by guest", call } });
    const done = sent.at(-1);
    assert.ok(done?.type === "done" && !done.ok);
    return done.error;
  };
  assert.deepEqual(blame(1), { code: "tool_error", message: "real" });
  assert.deepEqual(blame(7), { code: "runtime_error", message: "said by guest" });
});

test("cancel ends the run at once, wherever it is, and disposes the realm", () => {
  const { engine, sent, endpoint } = start();
  endpoint.receive(execute());
  endpoint.receive({ type: "cancel", id: "another" });
  assert.equal(sent.length, 1);
  endpoint.receive({ type: "cancel", id: "exec-1" });
  const done = sent.at(-1);
  assert.ok(done?.type === "done" && !done.ok);
  assert.equal(done.error.code, "timeout");
  assert.deepEqual(engine.realms[0]?.log, ["dispose"]);
  engine.realms[0]?.events.end({ kind: "value", text: "1" });
  assert.equal(sent.length, 2);
});

test("manifests are kept under their digest and asked for when they are not there", () => {
  const { engine, sent, endpoint } = start();
  endpoint.receive(execute({ catalogue: "abc" }));
  engine.realms[0]?.events.end({ kind: "value", text: "1" });
  endpoint.receive(execute({ id: "exec-2", catalogue: "abc", providers: [] }));
  assert.deepEqual(engine.realms[1]?.spec.namespaces, [{ name: "tools", tools: ["echo"] }]);
  engine.realms[1]?.events.end({ kind: "value", text: "1" });
  endpoint.receive(execute({ id: "exec-3", catalogue: "other", providers: [] }));
  const done = sent.at(-1);
  assert.ok(done?.type === "done" && !done.ok);
  assert.equal(done.error.code, "internal_error");
});

test("what is not a message is answered when it names an execution, and ignored otherwise", () => {
  const { sent, endpoint } = start();
  for (const garbage of [null, 3, "x", [], {}, { type: "execute" }, { type: "tool_result" }]) {
    endpoint.receive(garbage);
  }
  assert.equal(sent.length, 0);
  endpoint.receive({ type: "execute", id: "exec-9", code: 5 });
  assert.ok(sent[0]?.type === "done" && !sent[0].ok && sent[0].id === "exec-9");
});

test("a run has one done, also when its host says under its id what is no message", () => {
  const { engine, sent, endpoint } = start();
  endpoint.receive(execute());
  endpoint.receive({ type: "finish", id: "exec-1" });
  // The engine has not heard of it yet, and ends as it would have.
  engine.realms[0]?.events.call(1, 0, undefined);
  engine.realms[0]?.events.end({ kind: "value", text: "1" });
  endpoint.receive({ type: "finish", id: "exec-1" });
  assert.deepEqual(engine.realms[0]?.log, ["dispose"]);
  const endings = sent.filter(({ type }) => type === "done");
  assert.equal(endings.length, 1);
  assert.ok(endings[0]?.type === "done" && !endings[0].ok);
  assert.equal(endings[0].error.code, "internal_error");
  endpoint.receive(execute({ id: "exec-2" }));
  engine.realms[1]?.events.end({ kind: "value", text: "2" });
  const last = sent.at(-1);
  assert.ok(last?.type === "done" && last.ok && last.id === "exec-2");
});

test("the same execute once more is the same run, with the one done it has", () => {
  const { engine, sent, endpoint } = start();
  endpoint.receive(execute());
  endpoint.receive(execute());
  assert.deepEqual(
    sent.map(({ type }) => type),
    ["started"],
  );
  engine.realms[0]?.events.end({ kind: "value", text: "1" });
  assert.deepEqual(
    sent.map(({ type }) => type),
    ["started", "done"],
  );
});

test("lines are emitted live only when asked for, and always stand in done", () => {
  for (const live of [true, false]) {
    const { engine, sent, endpoint } = start();
    endpoint.receive(execute({ live }));
    engine.realms[0]?.events.log("hello");
    engine.realms[0]?.events.end({ kind: "value", text: "1" });
    assert.equal(
      sent.some(({ type }) => type === "emit"),
      live,
    );
    const done = sent.at(-1);
    assert.deepEqual(done?.type === "done" && done.logs, ["hello"]);
  }
});

test("a syntax error is the author's, with its place, and no realm is opened", () => {
  const { engine, sent, endpoint } = start();
  endpoint.receive(execute({ code: "const a = 1;\nconst b = ;", language: "javascript" }));
  const done = sent.at(-1);
  assert.ok(done?.type === "done" && !done.ok);
  assert.equal(done.error.code, "runtime_error");
  assert.match(done.error.message, /^SyntaxError: /);
  assert.equal(done.error.line, 2);
  assert.equal(done.error.column, 11);
  assert.equal(engine.realms.length, 0);
});
