// Verifies v8.one-run, v8.permits, v8.no-reference, v8.fatal-oom, v8.parallel.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { resolveProvider } from "@execbox/core";
import { IsolatedVmExecutor } from "@execbox/isolated-vm";
import { createCodeRunner } from "../src/index.js";
import { withNative } from "./v8-native.js";

withNative(() => {
  const executor = new IsolatedVmExecutor({ pool: { maxSize: 1 } });
  const runner = createCodeRunner({ engine: "isolated-vm", pool: { maxSize: 1 } });
  after(() => Promise.all([executor.dispose(), runner.dispose()]));

  const run = async (code: string, options = {}) => {
    const result = await executor.execute(code, [], { timeoutMs: 20_000, ...options });
    return result.ok ? result.result : `${result.error.code}: ${result.error.message}`;
  };

  test("a fatal exhaustion of V8 is memory_limit, and the host goes on", async () => {
    // One allocation larger than the whole heap: V8 cannot even throw.
    for (const code of [
      "new Array(2 ** 27).fill(0).join().length",
      "const kept = new Map(); for (let i = 0; ; i++) kept.set(i, i)",
      "let text = 'ab'; for (;;) text = (text + text).split('').join('')",
    ]) {
      assert.match(String(await run(code, { memoryLimitBytes: 24 << 20 })), /^memory_limit/);
      assert.equal(await run("6 * 7"), 42);
    }
  });

  test("an isolate serves one run", async () => {
    const mark = "globalThis.seen = (globalThis.seen ?? 0) + 1; Array.prototype.x = 1; seen";
    for (let round = 0; round < 4; round++) assert.equal(await run(mark), 1);
  });

  test("what V8 has beyond the language is gone, also through its intrinsics", async () => {
    const code = `[
      typeof WebAssembly, typeof SharedArrayBuffer, typeof Atomics, typeof Error.captureStackTrace,
      Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]\\w*(Reference|Isolate|Copy|Callback)$/.test(name)).length,
    ]`;
    assert.deepEqual(await run(code), ["undefined", "undefined", "undefined", "undefined", 0]);
  });

  test("no object of isolated-vm is in reach of a guest", async () => {
    const source = `
      const seen = new Set();
      const kinds = [];
      const walk = (value, depth) => {
        if ((typeof value !== "object" && typeof value !== "function") || value === null) return;
        if (seen.has(value) || depth > 6) return;
        seen.add(value);
        const text = Object.prototype.toString.call(value);
        if (/Reference|Isolate|ExternalCopy|Callback|Dereference/.test(text)) kinds.push(text);
        for (const method of ["applySync", "derefInto", "copyInto", "applySyncPromise"]) {
          if (method in value) kinds.push(method);
        }
        for (const key of Reflect.ownKeys(value)) {
          try { walk(value[key], depth + 1) } catch {}
        }
        walk(Object.getPrototypeOf(value), depth + 1);
      };
      let thrown; try { fail() } catch (error) { thrown = error }
      for (const root of [globalThis, call, call(), fail, thrown, console, await import("./m.js")]) walk(root, 0);
      export default [kinds, seen.size > 200]`;
    const result = await runner.runCode(source, {
      modules: { "./m.js": "export default 1" },
      globals: {
        call: () => ({ deep: [() => 1] }),
        fail: () => {
          throw new Error("no");
        },
      },
    });
    assert.deepEqual(result.status === "success" && result.result, [[], true]);
  });

  test("parallel tools stay parallel", async () => {
    let running = 0;
    let most = 0;
    const tools = resolveProvider({
      name: "tools",
      tools: {
        wait: {
          execute: async () => {
            most = Math.max(most, ++running);
            await new Promise((resolve) => setTimeout(resolve, 50));
            running--;
          },
        },
      },
    });
    const code = "await Promise.all(Array.from({ length: 10 }, () => tools.wait())); 1";
    const result = await executor.execute(code, [tools], { timeoutMs: 20_000 });
    assert.deepEqual([result.ok, most], [true, 10]);
  });

  test("import() fails with the words of what failed, and can be tried again", async () => {
    const modules = {
      "./bad.js": "throw new RangeError('out of range')",
      "./good.js": "export const a = 1",
    };
    const source = `
      const words = [];
      for (const name of ["./bad.js", "./bad.js", "./good.js", "./none.js"]) {
        try { words.push((await import(name)).a) } catch (error) { words.push(error instanceof RangeError, error.message) }
      }
      export default words`;
    const result = await runner.runCode(source, { modules });
    assert.ok(result.status === "success", JSON.stringify(result));
    const words = result.result as unknown[];
    assert.deepEqual(words.slice(0, 5), [true, "out of range", true, "out of range", 1]);
    assert.match(String(words[6]), /none\.js/);
  });

  test("a getter under the loader's own name never runs on the host's thread", async () => {
    const source = `
      const name = "\\0execbox";
      try { Object.defineProperty(globalThis, name, { get() { for (;;); } }) } catch {}
      export default (await import("./m.js")).default`;
    const modules = {
      "./m.js": "export default (await import('./n.js')).default",
      "./n.js": "export default 7",
    };
    const inline = createCodeRunner({ engine: "isolated-vm", placement: "inline" });
    try {
      const result = await inline.runCode(source, { modules });
      assert.equal(result.status === "success" && result.result, 7, JSON.stringify(result));
    } finally {
      await inline.dispose();
    }
  });
});
