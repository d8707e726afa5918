import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import type { ScoreCard } from "@execbox/conformance";
import { execbox } from "./support.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const CLI = at("../bundle/cli.js");
/** A runner with one defect, which is its argument. */
const TINY = at("../../../conformance/dist/test/tiny-runner/serve.js");
const tiny = (defect: string) => ["--", process.execPath, TINY, defect];

// Verifies conformance.own-stdio and conformance.own-websocket.
describe("our own runner gets full marks", () => {
  it("over stdio", async () => {
    const runner = ["--", process.execPath, CLI, "runner"];
    const { code, out } = await execbox([
      "conformance",
      "--strict",
      "--reuse",
      "--json",
      ...runner,
    ]);
    assertFullMarks(code, out);
  });

  it("over WebSocket", async () => {
    await using server = await startServer();
    const { code, out } = await execbox(["conformance", "--strict", "--json", "--ws", server.url]);
    assertFullMarks(code, out);
  });
});

// Verifies conformance.score-card.
describe("the score card", () => {
  it("names each requirement, and shows what crossed where one failed", async () => {
    const only = ["--only", "log.undefined", "--only", "log.four-methods"];
    const { code, out } = await execbox(["conformance", ...only, ...tiny("undefined-as-nothing")]);
    assert.equal(code, 1);
    assert.match(out, /^ {2}FAIL must {3}log\.undefined +2 of 2 cases fail$/m);
    assert.match(out, /^ {2}ok {3}must {3}log\.four-methods +1 case$/m);
    assert.match(out, /undefined is written as the word undefined\./);
    assert.match(out, /^FAIL log\.undefined \(must\)$/m);
    assert.match(out, /logs: undefined among others/);
    assert.match(out, /ms -> \{"type":"execute","id":"exec-1","code":"console\.log/);
    assert.match(out, /ms <- \{"type":"started","id":"exec-1"\}/);
    assert.match(out, /^must {5}1 of 2$/m);
    assert.match(out, /^does not conform, \d+ cases in /m);
  });

  it("fits 80 columns and is colourless where nobody looks", async () => {
    const { out } = await execbox([
      "conformance",
      "--only",
      "log.truncate-lines-first",
      ...tiny("no-truncation"),
    ]);
    for (const line of out.split("\n")) assert.ok(line.length <= 80, line);
    assert.equal(out.includes("\u001b"), false);
  });

  it("is coloured for people, with the cases counted meanwhile", async () => {
    const args = ["conformance", "--only", "log.undefined", ...tiny("none")];
    const { out, err } = await execbox(args, { tty: true });
    assert.match(out, /\u001b\[32mok/);
    assert.match(err, /2 of 2 cases/);
  });

  it("says what was left out", async () => {
    const args = [
      "conformance",
      "--only",
      "input.options-applied",
      "--without",
      "memory,loop-deadline",
    ];
    const { code, out } = await execbox([...args, ...tiny("none")]);
    assert.equal(code, 0);
    assert.match(out, /left out: memory \(2 cases\)/);
    assert.match(out, /input\.options-applied +2 cases, 4 left out/);
  });

  it("fails for a should only when asked to", async () => {
    const args = ["conformance", "--only", "log.json", ...tiny("objects-by-string-conversion")];
    assert.equal((await execbox(args)).code, 0);
    assert.equal((await execbox(["conformance", "--strict", ...args.slice(1)])).code, 1);
  });

  it("comes as JSON and as JUnit, with whole transcripts", async () => {
    const folder = mkdtempSync(join(tmpdir(), "execbox-junit-"));
    try {
      const junit = join(folder, "report.xml");
      const args = ["conformance", "--only", "log.undefined", "--json", "--junit", junit];
      const { code, out } = await execbox([...args, ...tiny("undefined-as-nothing")]);
      assert.equal(code, 1);
      const card: ScoreCard = JSON.parse(out);
      assert.deepEqual(
        card.scores.map(({ verdict }) => verdict),
        ["fail"],
      );
      const frames = card.cases[0]?.transcripts[0]?.map(({ direction }) => direction);
      assert.deepEqual(frames, ["send", "receive", "receive"]);
      const xml = readFileSync(junit, "utf8");
      assert.match(
        xml,
        /<testsuites name="[^"]*serve\.js undefined-as-nothing" tests="1" failures="1"/,
      );
      assert.match(xml, /<failure message="undefined is written as the word undefined\.">/);
      assert.match(xml, /&quot;type&quot;:&quot;execute&quot;/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("calls that make no sense", () => {
  const refused = async (args: readonly string[], code: number, words: RegExp) => {
    const ran = await execbox(["conformance", ...args]);
    assert.equal(ran.code, code, ran.err);
    assert.match(ran.err, words);
  };

  it("are refused with a word of help", async () => {
    await refused([], 64, /what is to be tested\?/);
    await refused(["--ws", "ws://127.0.0.1:1", "--", "x"], 64, /not both/);
    await refused(["--without", "legs", "--", "x"], 64, /--without is one of memory/);
    await refused(["--only", "logs", "--", "x"], 64, /no requirement is called logs/);
    await refused(["--concurrency", "0", "--", "x"], 64, /at least 1/);
  });

  it("are one failure when there is nobody to test", async () => {
    await refused(["--", "/nowhere/runner"], 69, /could not be started/);
    await refused(["--ws", "ws://127.0.0.1:1"], 69, /could not be reached/);
  });

  it("can be interrupted", async () => {
    const args = ["conformance", "--only", "cancel", "--patience", "1m", ...tiny("cancel-ignored")];
    const { code } = await execbox(args, { onStart: (interrupt) => setTimeout(interrupt, 1_500) });
    assert.equal(code, 130);
  });
});

function assertFullMarks(code: number, out: string): void {
  const card: ScoreCard = JSON.parse(out);
  const failures = card.cases.flatMap(({ suite, name, failures }) =>
    failures.map(({ id, message }) => `${id} (${suite}: ${name}): ${message}`),
  );
  assert.deepEqual(failures, []);
  assert.equal(
    card.scores.every(({ verdict }) => verdict === "pass"),
    true,
  );
  assert.equal(
    card.cases.some(({ leftOut }) => leftOut !== undefined),
    false,
  );
  assert.equal(code, 0);
}

async function startServer(): Promise<AsyncDisposable & { url: string }> {
  const child: ChildProcessByStdio<null, Readable, null> = spawn(
    process.execPath,
    [CLI, "runner", "--listen", "127.0.0.1:0"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const url = /ws:\/\/[^"\s]+|127\.0\.0\.1:\d+/.exec(String(line))?.[0] ?? "";
  assert.notEqual(url, "", `the server did not say where it listens: ${String(line)}`);
  return {
    url: url.startsWith("ws:") ? url : `ws://${url}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
