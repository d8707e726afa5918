// Verifies mcp.many-upstreams, mcp.reconnect and mcp.secrets.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { QuickJsExecutor } from "@execbox/quickjs";
import { McpFleet, type McpSource } from "../src/index.js";
import { Upstream } from "../src/upstream/upstream.js";
import { fixture, pause, serve, text, until, wrap } from "./support.js";

const executor = new QuickJsExecutor({ timeoutMs: 20_000, pool: { maxSize: 1 } });
test.after(() => executor.dispose());

async function open(context: TestContext, sources: Record<string, McpSource>, options = {}) {
  const fleet = new McpFleet(sources, options);
  context.after(() => fleet.close());
  await fleet.settled();
  return { fleet, run: (code: string) => executor.execute(code, fleet.providers) };
}

const good = () => ({ server: serve({ hi: { call: () => text("hi") } }) });

test("each server has its namespace; names are made safe and kept apart", async (context) => {
  const { fleet, run } = await open(context, {
    "my-files": good(),
    "my files": good(),
    console: good(),
    delete: good(),
  });
  assert.deepEqual(
    fleet.upstreams.map(({ namespace }) => namespace),
    ["my_files", "my_files__2", "console_", "delete_"],
  );
  const result = await run(
    "(await Promise.all([my_files.hi(), my_files__2.hi(), console_.hi(), delete_.hi()])).length",
  );
  assert.equal(result.ok && result.result, 4);
});

test("a server that cannot start is its own trouble", async (context) => {
  const { run, search, client } = await wrap(context, {
    upstreams: { good: good(), bad: { command: "no-such-program" } },
  });
  assert.equal(await run("(await good.hi()).content[0].text"), "hi");
  const answer = await run("await bad.anything()");
  assert.match(
    answer,
    /Hint: bad\.anything: server "bad" is not connected: cannot start "no-such-program"/,
  );
  assert.match(await search({ query: "" }), /Note: server "bad" is not connected/);
  const described = (await client.listTools()).tools.map(({ description }) => description).join();
  assert.match(described, /good \(1 tools\), bad \(unavailable\)/);
});

test("a server that never answers does not hold up the others", async (context) => {
  const fleet = new McpFleet(
    { mute: fixture("upstream", "mute"), good: good() },
    { connectTimeoutMs: 60_000 },
  );
  context.after(() => fleet.close());
  const startedAt = performance.now();
  await fleet.settled(300);
  assert.ok(performance.now() - startedAt < 10_000);
  const [mute, fine] = fleet.upstreams;
  assert.equal(mute?.state.kind, "connecting");
  assert.equal(fine?.state.kind, "ready");
  const result = await executor.execute("(await good.hi()).content[0].text", fleet.providers);
  assert.equal(result.ok && result.result, "hi");
});

test("a server that dies in a call says so, and is there again later", async (context) => {
  const { fleet, run } = await open(context, { frail: fixture("upstream"), good: good() });
  const before = await run("(await frail.echo()).content[0].text");
  assert.match(String(before.ok && before.result), /^echo \d+$/);
  const result = await run(
    "let e; try { await frail.die() } catch (error) { e = error } [e.code, e.message, (await good.hi()).content[0].text]",
  );
  const [code, message, other] = result.ok ? (result.result as string[]) : [];
  assert.equal(code, "tool_error");
  assert.match(
    message ?? "",
    /^frail\.die: the call was lost, it may or may not have happened; server "frail" is not connected: its process exited with code 1; next attempt in \d+ s$/,
  );
  assert.equal(other, "hi");

  const away = await run("await frail.echo()");
  if (!away.ok)
    assert.match(
      away.error.message,
      /frail\.echo cannot be called: server "frail" is not connected/,
    );
  await until(() => fleet.upstreams[0]?.state.kind === "ready", "the second connection");
  const after = await run("(await frail.echo()).content[0].text");
  assert.match(String(after.ok && after.result), /^echo \d+$/);
  assert.notEqual(after.ok && after.result, before.ok && before.result, "another process");
});

test("pauses between attempts grow, and closing ends them", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "execbox-mcp-"));
  context.after(() => rm(folder, { recursive: true }));
  const marks = join(folder, "marks");
  const fleet = new McpFleet({ bad: fixture("upstream", "dies-at-start", marks) });
  const pauses: number[] = [];
  fleet.onChange(() => {
    const state = fleet.upstreams[0]?.state;
    if (state?.kind === "down") pauses.push((state.retryAt ?? 0) - Date.now());
  });
  await until(() => pauses.length === 3, "three failures");
  assert.ok((pauses[2] ?? 0) > (pauses[0] ?? 0) * 2, pauses.join());
  await fleet.close();
  const starts = () => readFileSync(marks, "utf8").split("\n").filter(Boolean).length;
  const before = starts();
  await pause(2_500);
  assert.equal(starts(), before, "nobody starts it any more");
});

test("closing leaves no child behind", async () => {
  const fleet = new McpFleet({ one: fixture("upstream"), two: fixture("upstream", "mute") });
  await fleet.upstreams[0]?.settled();
  const result = await executor.execute("(await one.echo()).content[0].text", [
    ...fleet.providers.slice(0, 1),
  ]);
  const pid = Number(/\d+/.exec(String(result.ok && result.result))?.[0]);
  assert.ok(process.kill(pid, 0));
  await fleet.close();
  await until(() => isGone(pid), "the child's end");
});

test("a connection that opens too late is closed, and the attempt was a failure", async () => {
  let closed = 0;
  let open = (): void => {};
  const late = new Promise<void>((resolve) => {
    open = resolve;
  });
  const upstream = new Upstream({
    name: "late",
    namespace: "late",
    reconnects: false,
    connectTimeoutMs: 50,
    connect: async () => {
      await late;
      const client = { listTools: async () => ({ tools: [] }), callTool: async () => ({}) };
      return {
        client,
        close: async () => {
          closed++;
        },
      };
    },
  });
  await upstream.settled();
  assert.match(upstream.trouble ?? "", /no answer within 0\.05 s/);
  open();
  await until(() => closed === 1, "the late connection's end");
  await upstream.close();
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

test("what a server was configured with stays out of errors, results and logs", async (context) => {
  const API_KEY = "sk-very-secret-0123456789";
  const lines: string[] = [];
  const { fleet, run } = await open(
    context,
    {
      leaky: { ...fixture("upstream"), env: { API_KEY } },
      dying: { ...fixture("upstream", "dies-at-start"), env: { API_KEY } },
      remote: {
        url: "http://127.0.0.1:9/mcp?api_key=url-secret-42",
        headers: { Authorization: `Bearer ${API_KEY}` },
      },
    },
    { onLog: (line: string) => lines.push(line) },
  );
  const result = await run("await leaky.env()");
  assert.equal(!result.ok && result.error.message, "key [redacted] was refused");
  await until(() => lines.some((line) => line.includes("cannot start with key")), "its last words");
  const told = [...lines, ...fleet.upstreams.map(({ trouble }) => trouble)].join("\n");
  assert.match(told, /cannot start with key \[redacted\]/);
  assert.doesNotMatch(told, /sk-very-secret|url-secret/);
  const code = "[typeof process, Object.keys(globalThis).join()]";
  const seen = await run(code);
  assert.doesNotMatch(JSON.stringify(seen), /sk-very-secret/);
});
