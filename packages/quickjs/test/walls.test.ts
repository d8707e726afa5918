// Verifies place.own-thread, place.deadline-in-builtins, wall.host-free,
// wall.interrupt-keeps-thread, wall.kill-replaces, wall.abort-in-loop, wall.child-death,
// wall.recycle, wall.logs-before-kill, wall.live-log, wall.dies-with-parent, wall.dispose-clean.
/**
 * What a guest tries against the placements that promise to hold it: the host's event loop stays
 * free, every run gets its right verdict, the next run is right, and nothing is left behind.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { after, describe, test } from "node:test";
import { QuickJsExecutor } from "../src/index.js";
import { codeOf, resultOf, tools } from "./support.js";

const MB = 1024 * 1024;

for (const placement of ["worker", "process"] as const) {
  describe(placement, () => {
    const executor = new QuickJsExecutor({ placement, pool: { maxSize: 2 }, timeoutMs: 10_000 });
    after(() => executor.dispose());

    const right = async () =>
      assert.deepEqual(resultOf(await executor.execute("await tools.echo([1])", [tools])), [1]);

    test("a tight loop is stopped in time, five hundred times in a row, and keeps its thread", async () => {
      await executor.prewarm();
      for (let round = 0; round < 500; round++) {
        const result = await executor.execute("for (;;);", [], { timeoutMs: 5 });
        assert.equal(codeOf(result), "timeout");
      }
      await right();
    });

    test("the host's event loop stays free whatever the guest does", async () => {
      await right();
      const monitor = monitorEventLoopDelay({ resolution: 5 });
      const hostile = [
        "for (;;);",
        "JSON.stringify(Array.from({ length: 3e6 }, (_, i) => i)); for (;;);",
        "const a = []; for (;;) a.push(new Array(1000).fill(7))",
        "for (;;) console.log('x'.repeat(1e6))",
        "const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await new Promise(() => {})",
        "/^(a+)+$/.test('a'.repeat(40) + 'b')",
      ];
      monitor.enable();
      await Promise.all(hostile.map((code) => executor.execute(code, [], { timeoutMs: 300 })));
      monitor.disable();
      // The monitor's own resolution and this machine's noise are in here as well.
      const worst = monitor.max / 1e6;
      assert.ok(worst < 100, `the event loop was held for ${worst.toFixed(1)} ms`);
      await right();
    });

    test("a builtin that does not listen is ended, and the pool heals", async () => {
      const code = "const big = 'ab'.repeat(5e6); for (;;) big.split('').reverse().join('')";
      const started = performance.now();
      const result = await executor.execute(code, [], {
        timeoutMs: 200,
        memoryLimitBytes: 1024 * MB,
      });
      assert.equal(codeOf(result), "timeout");
      assert.ok(performance.now() - started < 5_000);
      await right();
    });

    test("lines made before a kill arrive, live and in the end", async () => {
      const live: string[] = [];
      const code = `console.log("before"); const big = 'ab'.repeat(5e6); for (;;) big.split('')`;
      const result = await executor.execute(code, [], {
        timeoutMs: 200,
        memoryLimitBytes: 1024 * MB,
        onLog: (line) => live.push(line),
      });
      assert.deepEqual(result.logs, ["before"]);
      assert.deepEqual(live, ["before"]);
    });

    test("a hundred megabytes of lines cost the host nothing", async () => {
      const before = process.memoryUsage().rss;
      const code = "for (let i = 0; i < 1e5; i++) console.log('x'.repeat(1000)); 1";
      const result = await executor.execute(code, [], { maxLogLines: 10 });
      assert.equal(resultOf(result), 1);
      assert.equal(result.logs.length, 10);
      assert.ok(process.memoryUsage().rss - before < 100 * MB);
    });

    test("memory bombs are memory_limit and the host's own memory settles", async () => {
      await right();
      const before = process.memoryUsage().rss;
      for (let round = 0; round < 10; round++) {
        const bomb = "const a = []; for (;;) a.push(new Array(1000).fill(7))";
        assert.equal(codeOf(await executor.execute(bomb)), "memory_limit");
        await right();
      }
      // A worker's memory is the host's own; two of them with 64 MB each may still be there.
      assert.ok(process.memoryUsage().rss - before < 400 * MB);
    });

    test("an abort during the run ends it and fires the tool's signal", async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      const result = await executor.execute("await tools.wait(60000)", [tools], {
        signal: controller.signal,
      });
      assert.ok(!result.ok);
      assert.deepEqual(result.error, { code: "timeout", message: "Execution cancelled" });
    });

    test("an abort ends an endless loop, and the thread serves again", async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      const result = await executor.execute("for (;;);", [], { signal: controller.signal });
      assert.ok(!result.ok);
      assert.deepEqual(result.error, { code: "timeout", message: "Execution cancelled" });
      await right();
    });

    test("more runs than the pool holds wait their turn and all come right", async () => {
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) => executor.execute(`${index} * 2`)),
      );
      assert.deepEqual(
        results.map(resultOf),
        Array.from({ length: 50 }, (_, index) => index * 2),
      );
    });

    test("a run that waits too long for its turn times out without having run", async () => {
      const small = new QuickJsExecutor({ placement, pool: { maxSize: 1, maxWaitMs: 50 } });
      await small.prewarm();
      const hog = small.execute("await tools.wait(400)", [tools]);
      const late = await small.execute("1");
      assert.ok(!late.ok);
      assert.equal(late.error.code, "timeout");
      assert.match(late.error.message, /waiting for a free worker/);
      assert.equal(resultOf(await hog), 400);
      await small.dispose();
    });
  });
}

describe("process", () => {
  test("children killed under load give internal_error to their own runs and to nobody else", async () => {
    const executor = new QuickJsExecutor({ placement: "process", pool: { maxSize: 3 } });
    await executor.prewarm();
    const codes = new Map<string, number>();
    let running = true;
    const killer = (async () => {
      while (running) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        for (const pid of childrenOf(process.pid).slice(0, 1)) {
          try {
            process.kill(pid, "SIGKILL");
          } catch {}
        }
      }
    })();
    const clients = Array.from({ length: 6 }, async () => {
      for (let run = 0; run < 100; run++) {
        const result = await executor.execute("await tools.wait(5); 7", [tools], {
          timeoutMs: 9_000,
        });
        const code = result.ok ? `value ${result.result}` : result.error.code;
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
    });
    await Promise.all(clients);
    running = false;
    await killer;
    const seen = [...codes.keys()].sort();
    assert.ok((codes.get("value 7") ?? 0) > 300, JSON.stringify([...codes]));
    assert.ok(
      seen.every((code) => code === "value 7" || code === "internal_error"),
      seen.join(),
    );
    assert.equal(resultOf(await executor.execute("1 + 1")), 2);
    await executor.dispose();
  });

  test("children end when their host is killed, even in the middle of a loop", async () => {
    const program = `
      import { QuickJsExecutor } from ${JSON.stringify(new URL("../src/index.js", import.meta.url).href)};
      const executor = new QuickJsExecutor({ placement: "process", timeoutMs: 60000 });
      await executor.prewarm();
      console.log("ready");
      await executor.execute("for (;;);");
    `;
    const host = spawn(process.execPath, ["--input-type=module", "-e", program]);
    await once(host.stdout, "data");
    await new Promise((resolve) => setTimeout(resolve, 100));
    const children = childrenOf(host.pid as number);
    assert.ok(children.length > 0);
    host.kill("SIGKILL");
    await once(host, "close");
    const until = performance.now() + 5_000;
    while (children.some(isAlive) && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.deepEqual(children.filter(isAlive), []);
  });

  test("dispose leaves no child", async () => {
    const executor = new QuickJsExecutor({ placement: "process" });
    resultOf(await executor.execute("1"));
    assert.ok(childrenOf(process.pid).length > 0);
    await executor.dispose();
    assert.deepEqual(childrenOf(process.pid), []);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The children of a process that are not this test's own `ps`. */
function childrenOf(pid: number): number[] {
  const lines = execFileSync("ps", ["-o", "pid=,comm=", "--ppid", String(pid)], {
    encoding: "utf8",
  }).split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, name]) => name !== undefined && name !== "ps")
    .map(([id]) => Number(id));
}
