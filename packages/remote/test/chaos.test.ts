// Verifies remote.any-cut, remote.hostile-frames, remote.frame-limit.
/** Whatever happens to the frames between them, host and runner come to one verdict and leave nothing. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { resolveProvider } from "@execbox/core";
import {
  connectWebSocket,
  createRemoteCodeRunner,
  RemoteExecutor,
  type RunnerServer,
  serveRunner,
} from "../src/index.js";
import { type Frame, type Meddle, Meddler } from "./meddler.js";
import { settled } from "./support.js";

const CODE = `console.log("one");
const first = await tools.echo({ n: 1 });
console.log("two");
const both = await Promise.all([tools.echo({ n: 2 }), tools.echo({ n: 3 })]);
[first, ...both].map(({ n }) => n)`;

const MODULE = `console.log("one");
report(add(1, 2));
const later = await slow(3);
export default later + add(1, 1);`;

let server: RunnerServer;
let meddler: Meddler;
let url = "";
let verdicts = 0;
const aborted: boolean[] = [];

const tools = resolveProvider({
  name: "tools",
  tools: {
    echo: {
      execute: async (input, { signal }) => {
        signal.addEventListener("abort", () => aborted.push(true));
        return input;
      },
    },
  },
});

before(async () => {
  server = await serveRunner({ listen: "127.0.0.1:0" });
  await server.runner.prewarm();
  meddler = new Meddler(server.url);
  url = await meddler.listen();
});
after(async () => {
  await meddler.close();
  await server.close();
});

const connectTransport = (signal: AbortSignal) => connectWebSocket(url, { signal });

/** One run with somebody on the line; every trace of it is gone when this returns. */
async function runWith(meddle: Meddle, door: "execute" | "runCode" = "execute") {
  meddler.meddle = meddle;
  meddler.frames.length = 0;
  const start = performance.now();
  const outcome = door === "execute" ? await execute() : await runCode();
  const ms = performance.now() - start;
  verdicts++;
  assert.ok(ms < 20_000, `the verdict took ${ms} ms`);
  await settled(() => server.runner.running === 0 && meddler.connections === 0);
  return outcome;
}

async function execute(): Promise<{ value: unknown } | { code: string; message: string }> {
  const executor = new RemoteExecutor({ connectTransport, timeoutMs: 10_000 });
  const result = await executor.execute(CODE, [tools]);
  await executor.dispose();
  return result.ok ? { value: result.result } : result.error;
}

async function runCode(): Promise<{ value: unknown } | { code: string; message: string }> {
  const { runCode: run, dispose } = createRemoteCodeRunner({ connectTransport });
  const result = await run(MODULE, {
    globals: { add: (a: number, b: number) => a + b, slow: async (n: number) => n },
    report: () => {},
  });
  await dispose();
  return result.status === "success"
    ? { value: result.result }
    : { code: result.status, message: result.error?.message ?? "" };
}

const pass: Meddle = ({ text }) => [text];
const RIGHT = { execute: [1, 2, 3], runCode: 5 } as const;

for (const door of ["execute", "runCode"] as const) {
  describe(`${door}: the connection ends at every message boundary`, () => {
    for (const end of ["cut", "close"] as const) {
      test(end, async () => {
        assert.deepEqual(await runWith(pass, door), { value: RIGHT[door] });
        const frames = meddler.frames.length;
        assert.ok(frames >= 8, `only ${frames} frames`);
        for (let boundary = 0; boundary < frames; boundary++) {
          const outcome = await runWith(
            ({ index, text }) => (index === boundary ? end : [text]),
            door,
          );
          assert.ok("code" in outcome, `${boundary}: ${JSON.stringify(outcome)}`);
          assert.equal(outcome.code, door === "execute" ? "internal_error" : "error");
          assert.match(
            outcome.message,
            /broke off|closed the connection|is closed/,
            `frame ${boundary}`,
          );
        }
      });
    }
  });
}

test("every frame twice", async () => {
  const { length } = await framesOfARun();
  for (let at = 0; at < length; at++) {
    // Calls that run side by side change places from run to run.
    let doubled = "";
    const outcome = await runWith(({ index, text }) => {
      if (index !== at) return [text];
      doubled = typeOf(text);
      return [text, text];
    });
    if (doubled === "tool_call") {
      assert.ok("code" in outcome);
      assert.match(outcome.message, /used the callId call-\d+ twice/);
    } else {
      assert.deepEqual(outcome, { value: [1, 2, 3] }, `${doubled} twice`);
    }
  }
});

test("neighbours of one direction in the wrong order", async () => {
  const types = await framesOfARun();
  for (let at = 1; at < types.length; at++) {
    let kept: Frame | undefined;
    const swap: Meddle = (frame) => {
      if (frame.index === at) {
        kept = frame;
        return [];
      }
      if (kept === undefined || kept.from !== frame.from) return [frame.text];
      const texts = [frame.text, kept.text];
      kept = undefined;
      return texts;
    };
    meddler.meddle = swap;
    const executor = new RemoteExecutor({ connectTransport, timeoutMs: 300 });
    const result = await executor.execute(CODE, [tools]);
    await executor.dispose();
    // A frame that nothing follows is a frame that was lost: the clock ends that run.
    if (result.ok) assert.deepEqual(result.result, [1, 2, 3]);
    else assert.match(result.error.code, /^(timeout|internal_error)$/, `${types[at]}`);
    await settled(() => server.runner.running === 0 && meddler.connections === 0);
  }
});

const HOSTILE: [string, (text: string) => string, RegExp][] = [
  ["cut in half", (text) => text.slice(0, text.length / 2), /cannot be read|closed the connection/],
  ["empty", () => "", /cannot be read|closed the connection/],
  ["a null", () => "null", /not a message|closed the connection/],
  ["an array", (text) => `[${text}]`, /not a message|closed the connection/],
  [
    "50 MB long",
    (text) => `${text.slice(0, -1)},"pad":"${"x".repeat(50 * 1024 * 1024)}"}`,
    /Max payload size exceeded|closed the connection: 1009/,
  ],
  [
    "a million levels deep",
    (text) => `${text.slice(0, -1)},"deep":${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}}`,
    /nested deeper|closed the connection/,
  ],
];

for (const [title, change, expected] of HOSTILE) {
  test(`frames ${title}, either way`, async () => {
    const types = await framesOfARun();
    for (const type of ["execute", "started", "tool_call", "tool_result", "done"]) {
      const at = types.indexOf(type);
      const outcome = await runWith(({ index, text }) => [index === at ? change(text) : text]);
      assert.ok("code" in outcome, `${type}: ${JSON.stringify(outcome).slice(0, 200)}`);
      assert.equal(outcome.code, "internal_error");
      assert.match(outcome.message, expected, type);
    }
  });
}

test("frames with __proto__ keys change nobody's prototype", async () => {
  const types = await framesOfARun();
  const evil =
    '{"__proto__":{"polluted":true,"ok":true},"constructor":{"prototype":{"polluted":1}}';
  for (const [at, type] of types.entries()) {
    const outcome = await runWith(({ index, text }) => [
      index === at ? `${evil},${text.slice(1)}` : text,
    ]);
    assert.deepEqual(outcome, { value: [1, 2, 3] }, type);
    assert.equal(Reflect.get({}, "polluted"), undefined);
  }
  for (const name of ["__proto__", "constructor", "toString"]) {
    const outcome = await runWith(({ text }) => [
      text.replace(/"providerName":"tools"/, `"providerName":"${name}"`),
    ]);
    assert.ok("code" in outcome);
    assert.match(outcome.message, /^Unknown tool /);
  }
});

test("tools of runs that were cut off were told so, and nothing was counted twice", () => {
  assert.ok(aborted.length > 0);
  const { started, finished, running } = server.runner.stats;
  const ended = Object.values(finished).reduce((sum, count) => sum + count, 0);
  assert.deepEqual([running, ended], [0, started]);
  assert.ok(verdicts > 60, `${verdicts} verdicts`);
});

async function framesOfARun(): Promise<string[]> {
  assert.deepEqual(await runWith(pass), { value: [1, 2, 3] });
  return meddler.frames
    .toSorted((left, right) => left.index - right.index)
    .map(({ text }) => typeOf(text));
}

function typeOf(text: string): string {
  return (JSON.parse(text) as { type: string }).type;
}
