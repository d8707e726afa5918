/** `execbox runner --nats` and `execbox fleet status`, as the programs they are. Verifies fleet.status. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { RemoteExecutor } from "@execbox/remote";
import { natsTransport } from "../src/index.js";
import { endWithUs } from "./support/end-with-us.js";
import { until } from "./support/marks.js";
import { noNats, startServer } from "./support/nats-servers.js";

const CLI = fileURLToPath(new URL("../../../execbox/dist/bundle/cli.js", import.meta.url));

/** A command line, with the lines it prints. */
class Program {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  readonly ended: Promise<unknown[]>;

  constructor(...args: string[]) {
    this.child = spawn(process.execPath, [CLI, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    endWithUs(this.child);
    this.ended = once(this.child, "exit");
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      createInterface({ input: stream }).on("line", (line) => this.lines.push(line));
    }
  }

  async end(): Promise<number | null> {
    await this.ended;
    return this.child.exitCode;
  }
}

test("runners join from the command line, are shown, work, and leave", {
  skip: noNats,
}, async () => {
  await using server = await startServer();
  const nats = ["--nats", server.url, "--queue", "agents"];
  const empty = new Program("fleet", "status", ...nats);
  assert.equal(await empty.end(), 0);
  assert.deepEqual(empty.lines, ["queue agents: no runners"]);

  const runner = new Program("runner", ...nats, "--labels", "region=eu", "--slots", "2");
  await until("the runner has joined", () => runner.lines.some((line) => line.includes("joined")));
  const labels = { engine: "quickjs", region: "eu" };
  const fleet = natsTransport({ servers: server.url, queue: "agents", labels });
  const executor = new RemoteExecutor({ connectTransport: fleet });
  for (let count = 0; count < 5; count++) assert.ok((await executor.execute("1 + 1")).ok);

  const shown = new Program("fleet", "status", ...nats, "--json");
  assert.equal(await shown.end(), 0);
  const { queue, runners } = JSON.parse(shown.lines[0] ?? "{}");
  assert.equal(queue, "agents");
  assert.equal(runners.length, 1);
  const { state, slots, running, ended, rate, latencyMs } = runners[0];
  assert.deepEqual([state, slots, running, ended], ["ready", 2, 0, 5]);
  assert.deepEqual(runners[0].labels, { engine: "quickjs", placement: "worker", region: "eu" });
  assert.ok(rate > 0 && latencyMs > 0);

  const table = new Program("fleet", "status", ...nats, "--every", "100ms");
  await until("the table was shown again", () => table.lines.length >= 6);
  table.child.kill("SIGINT");
  await table.ended;
  assert.match(table.lines[0] ?? "", /^queue agents: 1 runners, 0 of 2 slots running, 0 waiting/);
  assert.match(
    table.lines[1] ?? "",
    /^RUNNER +STATE +RUNNING +WAITING +RATE +LATENCY +SEEN +LABELS/,
  );
  assert.match(
    table.lines[2] ?? "",
    /^runner\.\S{6} +ready +0\/2 +0 +0\.\d\/s +\S+ \S+ +\S+ \S+ +engine=/,
  );

  runner.child.kill("SIGTERM");
  assert.equal(await runner.end(), 0);
  assert.match(runner.lines.at(-1) ?? "", /"event":"left"/);
  await fleet.close();
});

test("what cannot be meant is said in one line", { skip: noNats }, async () => {
  const wrong: [string[], number, RegExp][] = [
    [["fleet", "status"], 64, /--nats is missing/],
    [["fleet", "show", "--nats", "nats://127.0.0.1:1"], 64, /only execbox fleet status/],
    [["fleet", "status", "--nats", "nats://127.0.0.1:1"], 69, /cannot connect to NATS/],
    [["runner", "--nats", "nats://127.0.0.1:1"], 69, /cannot connect to NATS/],
    [["runner", "--nats", "x", "--listen", "127.0.0.1:0"], 64, /two ways to be reached/],
    [["runner", "--nats", "x", "--labels", "eu"], 64, /"eu" is not a label/],
    [["runner", "--nats", "x", "--nats-creds", "/does/not/exist"], 66, /\/does\/not\/exist/],
  ];
  await Promise.all(
    wrong.map(async ([args, code, message]) => {
      const program = new Program(...args);
      assert.equal(await program.end(), code, program.lines.join("\n"));
      assert.match(program.lines.join("\n"), message);
    }),
  );
});
