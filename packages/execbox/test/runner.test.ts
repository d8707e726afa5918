// Verifies runner.drain.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { resolveProvider } from "@execbox/core";
import { connectCommand, connectWebSocket, RemoteExecutor } from "@execbox/remote";
import { execbox } from "./support.js";

const CLI = fileURLToPath(new URL("../bundle/cli.js", import.meta.url));
const COMMAND = [process.execPath, CLI, "runner"] as const;

test("on stdin and stdout it is a runner for any host", async () => {
  const executor = new RemoteExecutor({
    connectTransport: () => connectCommand([...COMMAND]),
    timeoutMs: 20_000,
  });
  const tools = resolveProvider({
    name: "tools",
    tools: { double: { execute: async (input) => Number(input) * 2 } },
  });
  const result = await executor.execute("await tools.double(21)", [tools]);
  assert.ok(result.ok, JSON.stringify(result));
  assert.equal(result.result, 42);
  await executor.dispose();
});

test("its first words are the specification's, and nonsense ends it with a reason", async () => {
  const child = spawn(COMMAND[0], COMMAND.slice(1), { stdio: "pipe" });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    err += String(chunk);
  });
  const options = { timeoutMs: 20_000 };
  const execute = { type: "execute", id: "exec-1", code: "1 + 1", options, providers: [] };
  child.stdin.write(`${JSON.stringify(execute)}\n`);
  while (!out.includes('"done"')) await once(child.stdout, "data");
  const [started, done] = out.trim().split("\n");
  assert.equal(started, '{"type":"started","id":"exec-1"}');
  assert.match(done ?? "", /"ok":true.*"result":2/);
  child.stdin.write("nonsense\n");
  const [code] = (await once(child, "close")) as [number];
  assert.equal(code, 65);
  assert.match(err, /the host sent what cannot be read: a frame is not JSON/);
});

describe("with --listen", () => {
  async function listen(...flags: string[]) {
    const child = spawn(COMMAND[0], [...COMMAND.slice(1), "--listen", "127.0.0.1:0", ...flags], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const records: Record<string, unknown>[] = [];
    const lines = createInterface(child.stdout);
    lines.on("line", (line) => records.push(JSON.parse(line) as Record<string, unknown>));
    await once(lines, "line");
    return { child, records, url: String(records[0]?.["url"]) };
  }

  test("SIGTERM lets what runs finish, refuses the rest, and ends with 0", async () => {
    const folder = mkdtempSync(join(tmpdir(), "execbox-runner-"));
    const token = "a-token-of-twenty-characters";
    writeFileSync(join(folder, "token"), `${token}\n`);
    const { child, records, url } = await listen("--token-file", join(folder, "token"));
    const executor = new RemoteExecutor({
      connectTransport: (signal) => connectWebSocket(url, { token, signal }),
      timeoutMs: 30_000,
    });
    const [result, late] = await drainDuringCall(executor, child);
    assert.equal(result.ok && result.result, "finished");
    assert.match(late.ok ? "" : late.error.message, /shutting down and takes no new executions/);
    assert.deepEqual((await once(child, "close"))[0], 0);
    assert.deepEqual(
      records.map(({ event }) => event),
      ["listening", "started", "draining", "refused", "finished", "closed"],
    );
    for (const record of records) assert.match(String(record["time"]), /^\d{4}-\d\d-\d\dT/);
    rmSync(folder, { recursive: true });
  });

  async function drainDuringCall(executor: RemoteExecutor, child: ChildProcess) {
    let late: ReturnType<RemoteExecutor["execute"]> | undefined;
    const tools = resolveProvider({
      name: "tools",
      tools: {
        wait: {
          execute: async () => {
            child.kill("SIGTERM");
            // Once it drains, it says so to those who come.
            for (;;) {
              late = executor.execute("1");
              if (!(await late).ok) return "finished";
            }
          },
        },
      },
    });
    const result = await executor.execute("await tools.wait()", [tools]);
    return [result, await late!] as const;
  }
});

describe("what makes no sense is refused", () => {
  for (const [args, expected] of [
    [["--listen", "0.0.0.0:0"], /without a token would let anybody run code here/],
    [["--listen", "nowhere"], /listen must be HOST:PORT/],
    [["--placement", "inline"], /--placement is one of worker, process, container/],
    [["--listen", "127.0.0.1:0", "--tls-cert", "x"], /--tls-cert and --tls-key go together/],
    [["--token-file", "x"], /--token-file makes sense only with --listen/],
    [["--listen", "127.0.0.1:0", "--token-file", "/no/such"], /cannot read --token-file/],
  ] as const) {
    test(args.join(" "), async () => {
      const { code, err } = await execbox(["runner", ...args]);
      assert.notEqual(code, 0);
      assert.match(err, expected);
    });
  }
});
