import assert from "node:assert/strict";
import { ExecuteFailure, type ResolvedToolProvider } from "@execbox/core";
import { assertEnvelope, failure } from "../../assertions.js";
import { defineSuite } from "../../verify.js";
import { hang, provide } from "../execute/support.js";
import type { HostContext, Script } from "./scripted-runner.js";

const SECRET = "token-7f3a";

const failing = provide({
  fail: () => Promise.reject(new Error("no such file")),
  refuse: () => Promise.reject(new ExecuteFailure("validation_error", "bad field")),
  ok: () => "fine",
  hang,
});

/** A runner that calls a tool and then claims an error. */
const claiming =
  (tool: string, error: unknown): Script =>
  (sent, runner) => {
    if (sent.type === "execute") runner.call("a", tool);
    if (sent.type === "tool_result") runner.done({ ok: false, error });
  };

/** What a host believes, and how it goes on when a runner is no more. */
export const verdicts = defineSuite<HostContext>("host: verdicts", ({ test }) => {
  test(
    ["verdict.runner-codes", "verdict.ledger"],
    "a tool's code is believed when the ledger holds it",
    async ({ open }) => {
      const claims = [
        ["fail", "tool_error", "no such file"],
        ["refuse", "validation_error", "bad field"],
      ] as const;
      for (const [tool, code, message] of claims) {
        const { execute } = await open(claiming(tool, { code, message }));
        failure(await execute("1", [failing]), code, message);
      }
    },
  );

  test(
    ["verdict.runner-codes", "verdict.forged-tool-error"],
    "and not when it does not",
    async ({ open }) => {
      const claims = [
        ["ok", "tool_error", "fine"],
        ["ok", "validation_error", "bad field"],
        ["fail", "tool_error", "another message"],
        ["fail", "validation_error", "no such file"],
        ["refuse", "tool_error", "bad field"],
      ] as const;
      for (const [tool, code, message] of claims) {
        const { execute } = await open(claiming(tool, { code, message }));
        failure(await execute("1", [failing]), "runtime_error");
      }
    },
  );

  test(
    "verdict.runner-codes",
    "what a runner says of its own engine is taken",
    async ({ open }) => {
      const codes = [
        "timeout",
        "memory_limit",
        "runtime_error",
        "serialization_error",
        "internal_error",
      ] as const;
      for (const code of codes) {
        const { execute } = await open(claiming("ok", { code, message: "its words" }));
        failure(await execute("1", [failing]), code, "its words");
      }
    },
  );

  test(
    "verdict.runner-unknown-code",
    "a code of the runner's invention is not passed on",
    async ({ open }) => {
      for (const code of ["root", "", "constructor", 7, null]) {
        const { execute } = await open(claiming("ok", { code, message: "x" }));
        const result = await execute("1", [failing]);
        assertEnvelope(result);
        failure(result, ["internal_error", "runtime_error"]);
      }
    },
  );

  test(
    ["transport.close", "error.internal"],
    "a connection that closes is internal_error",
    async ({ open }) => {
      const { execute, runner } = await open((sent, self) => {
        if (sent.type === "execute") self.hangUp();
      });
      const result = await execute("1");
      failure(result, "internal_error");
      assert.ok(result.durationMs < 5_000);
      assert.equal(runner.listeners, 0, "nothing listens to a dead transport");
    },
  );

  test(
    ["transport.close", "time.tool-signal"],
    "a connection that closes tells the tools",
    async ({ open }) => {
      let signal: AbortSignal | undefined;
      const provider = provide({
        hang: (input, context) => {
          signal = context.signal;
          queueMicrotask(() => hangUp());
          return hang(input, context);
        },
      });
      let hangUp = () => {};
      const { execute, runner } = await open((sent, self) => {
        if (sent.type === "execute") self.call("a", "hang");
      });
      hangUp = () => runner.hangUp();
      failure(await execute("1", [provider]), "internal_error");
      assert.equal(signal?.aborted, true);
    },
  );

  test("transport.error", "an error of the transport is internal_error", async ({ open }) => {
    const { execute } = await open((sent, runner) => {
      if (sent.type === "execute") runner.breakDown(new Error("cable cut"));
    });
    failure(await execute("1"), "internal_error", /cable cut/);
  });

  test(
    ["transport.error", "message.never-throws"],
    "a send that throws is internal_error",
    async ({ open }) => {
      const { execute, runner } = await open(() => {});
      runner.transport.send = () => {
        throw new Error("buffer full");
      };
      failure(await execute("1"), "internal_error", /buffer full/);
    },
  );

  test(
    ["cancel.force", "exec.timeout", "time.message"],
    "a runner that ignores cancel is cut off",
    async ({ open }) => {
      const { execute, runner } = await open(() => {});
      const result = await execute("1", [], { timeoutMs: 50 });
      failure(result, "timeout", "Execution timed out");
      assert.ok(result.durationMs < 5_000);
      assert.deepEqual(
        runner.sent.map(({ type }) => type),
        ["execute", "cancel"],
      );
      assert.equal(runner.terminated, true);
    },
  );

  test(
    ["cancel.aborts", "time.abort-message"],
    "an abort is a cancel on the wire",
    async ({ open }) => {
      const controller = new AbortController();
      const { execute, runner } = await open((sent, self) => {
        if (sent.type === "execute") controller.abort();
        if (sent.type === "cancel")
          self.done({ ok: false, error: { code: "timeout", message: "its own words" } });
      });
      const result = await execute("1", [], { signal: controller.signal });
      failure(result, "timeout", "Execution cancelled");
      assert.equal(runner.sent.filter(({ type }) => type === "cancel").length, 1);
    },
  );

  test(
    ["log.survives-timeout", "message.emit"],
    "lines of a runner that dies are kept",
    async ({ open }) => {
      const lines: string[] = [];
      const { execute } = await open((sent, runner) => {
        if (sent.type !== "execute") return;
        runner.say({ type: "emit", id: sent.id, kind: "log", line: "last words" });
        runner.hangUp();
      });
      const result = await execute("1", [], { onLog: (line) => lines.push(line) });
      failure(result, "internal_error");
      assert.deepEqual([result.logs, lines], [["last words"], ["last words"]]);
    },
  );

  test(
    [
      "runner.no-host-objects",
      "remote.sent",
      "remote.not-sent",
      "core.manifests-plain",
      "source.runner-side",
    ],
    "frames hold the author's text, limits and names, nothing else",
    async ({ open }) => {
      const text = "Look:\n```ts\nconst n: number = 1; n\n```";
      const provider: ResolvedToolProvider = provide({
        use: () => Promise.reject(new Error("failed", { cause: SECRET })),
      });
      const holder = Object.assign(
        provider,
        Object.isExtensible(provider) ? { client: { key: SECRET } } : {},
      );
      const { execute, runner } = await open(
        claiming("use", { code: "tool_error", message: "failed" }),
      );
      failure(await execute(text, [holder]), "tool_error");
      const known = ["type", "id", "code", "options", "providers", "language", "catalogue", "live"];
      assert.deepEqual(
        Object.keys(runner.execution).filter((key) => !known.includes(key)),
        [],
      );
      assert.equal(runner.execution.code, text);
      for (const message of runner.sent) assertPlain(message);
      assert.equal(JSON.stringify(runner.sent).includes(SECRET), false);
      const [manifest] = runner.execution.providers;
      assert.deepEqual(Object.keys(manifest ?? {}).sort(), ["name", "tools", "types"]);
    },
  );
});

/** Fails unless a JSON text holds all there is to a value. */
function assertPlain(value: unknown): void {
  if (typeof value !== "object" || value === null) {
    assert.ok(
      ["string", "number", "boolean", "undefined"].includes(typeof value) || value === null,
    );
    return;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  assert.ok(
    [Object.prototype, Array.prototype, null].includes(prototype as null),
    JSON.stringify(value),
  );
  for (const item of Object.values(value)) assertPlain(item);
}
