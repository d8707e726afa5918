// Verifies remote.stdio-stderr.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { resolveProvider } from "@execbox/core";
import type { DispatcherMessage } from "@execbox/protocol";
import { connectCommand, createRemoteCodeRunner, RemoteExecutor } from "../src/index.js";

const program = fileURLToPath(new URL("./runner-child.js", import.meta.url));
const connectTransport = () => connectCommand([process.execPath, program]);
const options = { timeoutMs: 20_000 };

test("a runner in a process of its own, both front doors", async () => {
  const executor = new RemoteExecutor({ connectTransport, ...options });
  const tools = resolveProvider({
    name: "tools",
    tools: { double: { execute: async (input) => Number(input) * 2 } },
  });
  const result = await executor.execute("console.log('hi'); await tools.double(21)", [tools]);
  assert.ok(result.ok, JSON.stringify(result));
  assert.deepEqual([result.result, result.logs], [42, ["hi"]]);
  assert.equal((await executor.facts()).placement, "remote");
  await executor.dispose();
  const { runCode, dispose } = createRemoteCodeRunner({ connectTransport });
  // The guest stands still for `now()`: a synchronous bridge over a pipe.
  const run = await runCode("export default now() + new Uint8Array(bytes)[1]", {
    globals: { now: () => 40, bytes: new Uint8Array([1, 2]) },
  });
  assert.equal(run.result, 42, JSON.stringify(run));
  await dispose();
});

test("one pipe carries successive executions, with catalogues sent once", async () => {
  const transport = connectTransport();
  const received: Record<string, unknown>[] = [];
  let wake = () => {};
  transport.onMessage((message) => {
    received.push(message as Record<string, unknown>);
    wake();
  });
  const next = async (type: string) => {
    for (;;) {
      const at = received.findIndex((message) => message["type"] === type);
      if (at >= 0) return received.splice(0, at + 1)[at]!;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const tools = { echo: { safeName: "echo", originalName: "echo" } };
  const execute = (id: string, more: Partial<DispatcherMessage & { type: "execute" }>) =>
    transport.send({
      type: "execute",
      id,
      code: "await tools.echo(1)",
      options,
      providers: [],
      ...more,
    });
  execute("a", { providers: [{ name: "tools", tools, types: "" }], catalogue: "mine" });
  assert.deepEqual(await next("started"), { type: "started", id: "a", catalogues: true });
  for (const id of ["a", "b", "c"]) {
    if (id !== "a") execute(id, { catalogue: "mine" });
    const { callId } = await next("tool_call");
    transport.send({ type: "tool_result", callId: String(callId), ok: true, result: id });
    const done = await next("done");
    assert.deepEqual([done["id"], done["result"]], [id, id]);
  }
  execute("d", { catalogue: "another" });
  assert.match(JSON.stringify(await next("done")), /does not hold the catalogue another/);
  await transport.dispose();
});

for (const [title, command, expected] of [
  [
    "what a dying command wrote is in the error",
    ["sh", "-c", "echo the disk is full >&2; exit 3"],
    /ended with code 3: the disk is full/,
  ],
  ["a command that is not there", ["/no/such/command"], /ENOENT/],
  ["a command that does not speak JSON", ["sh", "-c", "echo hello; sleep 5"], /not JSON/],
  ["a command that says what is no message", ["sh", "-c", "echo '{}'; sleep 5"], /not a message/],
] as const satisfies [string, [string, ...string[]], RegExp][]) {
  test(title, async () => {
    const executor = new RemoteExecutor({
      connectTransport: () => connectCommand(command),
      ...options,
    });
    const result = await executor.execute("1");
    assert.ok(!result.ok);
    assert.equal(result.error.code, "internal_error");
    assert.match(result.error.message, expected);
    await executor.dispose();
  });
}

test("a command gets no environment but PATH", async () => {
  process.env["EXECBOX_TEST_SECRET"] = "secret";
  const executor = new RemoteExecutor({
    connectTransport: () => connectCommand(["sh", "-c", "env >&2; exit 1"]),
  });
  const result = await executor.execute("1");
  assert.ok(!result.ok);
  assert.match(result.error.message, /PATH=/);
  assert.doesNotMatch(result.error.message, /EXECBOX_TEST_SECRET/);
});
