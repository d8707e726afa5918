// Verifies runner.listen-never-inline, runner.token-required, runner.session-cap, runner.origins.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { resolveProvider } from "@execbox/core";
import { WebSocket } from "ws";
import {
  connectWebSocket,
  type LogRecord,
  RemoteExecutor,
  type RunnerServerOptions,
  serveRunner,
} from "../src/index.js";

const TOKEN = "0123456789abcdef0123456789abcdef";

async function open(options: RunnerServerOptions = {}) {
  const records: LogRecord[] = [];
  const server = await serveRunner({
    listen: "127.0.0.1:0",
    log: (record) => records.push(record),
    ...options,
  });
  const executor = (token?: string) =>
    new RemoteExecutor({
      connectTransport: (signal) =>
        connectWebSocket(server.url, { signal, ...(token === undefined ? {} : { token }) }),
    });
  return { server, records, executor };
}

/** A tool that hangs until it is let go. */
function gate() {
  let release = () => {};
  let entered = () => {};
  const inside = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const released = new Promise<string>((resolve) => {
    release = () => resolve("released");
  });
  const provider = resolveProvider({
    name: "tools",
    tools: {
      wait: {
        execute: () => {
          entered();
          return released;
        },
      },
    },
  });
  return { provider, inside, release };
}

describe("who is let in", () => {
  test("beyond loopback there must be a token, and a token must be long", async () => {
    for (const listen of ["0.0.0.0:0", "[::]:0"]) {
      await assert.rejects(serveRunner({ listen }), /without a token would let anybody run code/);
    }
    await assert.rejects(serveRunner({ listen: "127.0.0.1:0", token: "short" }), /at least 16/);
    await assert.rejects(serveRunner({ listen: "nonsense" }), /listen must be HOST:PORT/);
    const { server, records } = await open({ listen: "0.0.0.0:0", token: TOKEN });
    assert.ok(records.some(({ event }) => event === "clear-text"));
    await server.close();
  });

  test("no option places guests on the serving thread", async () => {
    const placement = "inline" as unknown as "worker";
    await assert.rejects(serveRunner({ placement }), /never runs guests on its own thread/);
  });

  test("a token is asked for and compared; origins of pages are refused", async () => {
    const { server, executor } = await open({ token: ["another-token-of-before", TOKEN] });
    after(() => server.close());
    const right = await executor(TOKEN).execute("6 * 7");
    assert.deepEqual(right.ok && right.result, 42);
    for (const token of [undefined, `${TOKEN}0`, "another-token-of-befor"]) {
      const result = await executor(token).execute("1");
      assert.ok(!result.ok);
      assert.equal(result.error.code, "internal_error");
      assert.match(result.error.message, /the runner answered 401: this runner asks for a bearer/);
    }
    const page = new WebSocket(server.url, {
      origin: "https://evil.example",
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const [error] = (await once(page, "error")) as [Error];
    assert.match(error.message, /403/);
    const metrics = await get(server.url, "/metrics");
    assert.equal(metrics.status, 401);
    const allowed = await get(server.url, "/metrics", { authorization: `Bearer ${TOKEN}` });
    assert.match(allowed.body, /execbox_runner_connections_rejected_total\{status="401"\} 4/);
    assert.match(allowed.body, /execbox_runner_connections_rejected_total\{status="403"\} 1/);
  });

  test("a listed origin is let in", async () => {
    const { server } = await open({ origins: ["https://app.example"] });
    const page = new WebSocket(server.url, { origin: "https://app.example" });
    await once(page, "open");
    page.terminate();
    await server.close();
  });
});

test("sessions beyond the cap are refused with the reason, and there is room again after", async () => {
  const { server, executor, records } = await open({ maxSessions: 1 });
  const { provider, inside, release } = gate();
  const first = executor().execute("await tools.wait()", [provider]);
  await inside;
  assert.deepEqual([server.runner.running, server.runner.free], [1, 0]);
  const refused = await executor().execute("1");
  assert.ok(!refused.ok);
  assert.equal(refused.error.code, "internal_error");
  assert.match(refused.error.message, /this runner is full: all 1 of its sessions are taken/);
  release();
  const result = await first;
  assert.equal(result.ok && result.result, "released");
  assert.ok((await executor().execute("1")).ok);
  assert.deepEqual(
    records.filter(({ event }) => event === "refused").map(({ reason }) => reason),
    ["full"],
  );
  await server.close();
});

test("drain lets what runs finish, refuses what is new, and closes", async () => {
  const { server, executor, records } = await open();
  const { provider, inside, release } = gate();
  const running = executor().execute("await tools.wait()", [provider]);
  await inside;
  assert.equal((await get(server.url, "/healthz")).status, 200);
  const drained = server.drain();
  const health = await get(server.url, "/healthz");
  assert.equal(health.status, 503);
  assert.deepEqual(JSON.parse(health.body), { status: "draining", running: 1, free: 0 });
  const refused = await executor().execute("1");
  assert.ok(!refused.ok);
  assert.match(refused.error.message, /shutting down and takes no new executions/);
  release();
  assert.equal((await running).ok, true);
  await drained;
  const late = await executor().execute("1");
  assert.ok(!late.ok);
  assert.match(late.error.message, /could not connect to the runner: .*ECONNREFUSED/);
  assert.deepEqual(
    records.map(({ event }) => event),
    ["listening", "started", "draining", "refused", "finished", "closed"],
  );
});

test("a drain that is cut short ends what runs, with a word", async () => {
  const { server, executor } = await open();
  const { provider, inside } = gate();
  const running = executor().execute("await tools.wait()", [provider]);
  await inside;
  await server.drain(AbortSignal.abort());
  const result = await running;
  assert.ok(!result.ok);
  assert.match(result.error.message, /this runner is shutting down/);
});

test("metrics and logs count what happened, and hold nothing of the guest", async () => {
  const { server, executor, records } = await open();
  const secret = "a-word-of-the-guest";
  await executor().execute(`console.log(${JSON.stringify(secret)}); "${secret}"`);
  await executor().execute(`throw new Error("${secret}")`);
  await executor().execute("for (;;);", [], { timeoutMs: 50 });
  const { body } = await get(server.url, "/metrics");
  for (const line of [
    'execbox_runner_executions_started_total{kind="script"} 3',
    'execbox_runner_executions_finished_total{ending="ok"} 1',
    'execbox_runner_executions_finished_total{ending="runtime_error"} 1',
    'execbox_runner_executions_finished_total{ending="timeout"} 1',
    "execbox_runner_sessions_running 0",
    "execbox_runner_execution_seconds_count 3",
  ]) {
    assert.ok(body.includes(`${line}\n`), `${line} is not in\n${body}`);
  }
  assert.ok(!`${body}${JSON.stringify(records)}`.includes(secret));
  assert.equal((await get(server.url, "/nothing")).status, 404);
  await server.close();
});

test("wss:// with the runner's own certificate", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "execbox-tls-"));
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
    ...["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
    ...["-keyout", key, "-out", cert],
  ]);
  if (made.error !== undefined) {
    return context.skip("openssl is not installed: apt-get install openssl");
  }
  const tls = { cert: readFileSync(cert), key: readFileSync(key) };
  rmSync(folder, { recursive: true });
  const { server } = await open({ tls, token: TOKEN });
  assert.match(server.url, /^wss:/);
  const url = server.url.replace("127.0.0.1", "localhost");
  const over = (ca?: Buffer) =>
    new RemoteExecutor({
      connectTransport: (signal) =>
        connectWebSocket(url, { token: TOKEN, signal, ...(ca === undefined ? {} : { ca }) }),
    }).execute("6 * 7");
  const trusted = await over(tls.cert);
  assert.ok(trusted.ok, JSON.stringify(trusted));
  assert.equal(trusted.result, 42);
  const stranger = await over();
  assert.ok(!stranger.ok);
  assert.match(stranger.error.message, /could not connect to the runner: .*certificate/);
  await server.close();
});

test("a connection that asks for nothing is closed", async () => {
  const { server } = await open({ firstMessageMs: 50 });
  const idle = new WebSocket(server.url);
  const [code, reason] = (await once(idle, "close")) as [number, Buffer];
  assert.deepEqual([code, reason.toString()], [1008, "no execute in time"]);
  await server.close();
});

function get(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    request(`${url.replace(/^ws/, "http")}${path}`, { headers }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, body }));
    })
      .on("error", reject)
      .end();
  });
}
