import { isKnownExecuteErrorCode } from "@execbox/core";
import type { ExecuteMessage } from "@execbox/protocol";
import { assert } from "../../bounded-assert.js";
import type { Checks } from "./scenario.js";
import type { Received, Session } from "./session.js";

/** What holds in every session, whatever the guest does. */
export const everywhere: Checks = {
  "session.only-messages": (session) => {
    assert.deepEqual(session.junk, [], "frames that are no JSON object");
    const types = session.received.map(({ type }) => type);
    assert.deepEqual(
      types.filter((type) => !TYPES.includes(String(type))),
      [],
    );
  },
  "session.one-done": (session) => {
    const dones = session.ofType("done").length;
    const most = executesOf(session).length;
    assert.ok(dones <= most, `${dones} dones for ${most} executions`);
  },
  "session.silent-after-done": (session) => {
    const last = session.received.findLastIndex(({ type }) => type === "done");
    const later = last < 0 ? [] : session.received.slice(last + 1);
    assert.deepEqual(
      later.map(({ type }) => type),
      [],
      "messages after the done",
    );
  },
  "session.started-first": (session) => {
    assert.equal(session.ofType("started").length, 1, "there must be one started");
    const first = session.received.findIndex(({ type }) => type === "tool_call" || type === "done");
    const started = session.received.findIndex(({ type }) => type === "started");
    assert.ok(
      first < 0 || started < first,
      `${String(session.received[first]?.["type"])} came first`,
    );
  },
  "input.id": (session) => {
    for (const { id } of session.ofType("started")) assertSentId(session, id);
  },
  "done.id": (session) => {
    for (const { id } of session.ofType("done")) assertSentId(session, id);
  },
  "done.result-or-error": (session) => {
    for (const done of session.ofType("done")) {
      assert.equal(typeof done["ok"], "boolean", "ok is a boolean");
      const other = done["ok"] ? "error" : "result";
      assert.equal(other in done, false, `ok is ${String(done["ok"])} and there is a ${other}`);
    }
  },
  "json.error-required": (session) => {
    for (const error of failuresOf(session)) {
      assert.ok(typeof error === "object" && error !== null, "a done that is not ok has no error");
      assert.equal(typeof Reflect.get(error, "message"), "string", "error.message is a string");
    }
  },
  "code.known-set": (session) => {
    for (const error of failuresOf(session)) {
      if (typeof error !== "object" || error === null) continue;
      const code: unknown = Reflect.get(error, "code");
      assert.ok(isKnownExecuteErrorCode(code), `${String(code)} is none of the seven codes`);
    }
  },
  "done.logs": (session) => {
    for (const { logs } of session.ofType("done")) {
      assert.ok(Array.isArray(logs), "logs is an array");
      for (const line of logs) assert.equal(typeof line, "string", "logs holds strings");
    }
  },
  "done.duration": (session) => {
    for (const { durationMs } of session.ofType("done")) {
      const sane = typeof durationMs === "number" && Number.isFinite(durationMs) && durationMs >= 0;
      assert.ok(sane, `durationMs is ${String(durationMs)}`);
    }
  },
  "call.unique-id": (session) => {
    const ids = session.calls.map(({ callId }) => callId);
    for (const id of ids) assert.ok(typeof id === "string" && id !== "", "callId is a string");
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
      "used twice",
    );
  },
  "call.names": (session) => {
    const offered = executesOf(session).flatMap(({ providers }) =>
      providers.flatMap(({ name, tools }) => Object.keys(tools).map((tool) => `${name}.${tool}`)),
    );
    for (const { providerName, safeToolName } of session.calls) {
      const name = `${String(providerName)}.${String(safeToolName)}`;
      assert.ok(offered.includes(name), `${name} was not offered`);
    }
  },
};

const TYPES = ["started", "tool_call", "done"];

function executesOf(session: Session): ExecuteMessage[] {
  return session.sent.filter((message) => message.type === "execute");
}

function assertSentId(session: Session, id: unknown): void {
  const ids = executesOf(session).map((message) => message.id);
  assert.ok(
    typeof id === "string" && ids.includes(id),
    `${String(id)} is not the id of the execute`,
  );
}

function failuresOf(session: Session): unknown[] {
  const failed = (done: Received) => done["ok"] === false;
  return session
    .ofType("done")
    .filter(failed)
    .map(({ error }) => error);
}
