import assert from "node:assert/strict";
import type { CodeContext, CodeOptions, CodeResult } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { never, pause, value } from "./support.js";

const MEMORY_BOMB = "const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1));";

const endings: readonly [status: CodeResult["status"], source: string, options?: CodeOptions][] = [
  ["success", "export default 1"],
  ["error", "throw new Error('no')"],
  ["error", "export default () => 1n + 1"],
  ["error", "export default undeclared"],
  ["error", "const f = () => f(); f()"],
  ["memory", MEMORY_BOMB, { memoryLimitBytes: 16 * 1024 * 1024 }],
  ["link_error", "import 'unknown'"],
  ["link_error", "import { b } from 'host'; b()", { imports: { host: { a: 1 } } }],
  ["link_error", "export default {"],
  ["link_error", "export const other = 1"],
];

/** The shape of every result. */
export const results = defineSuite<CodeContext>("results", ({ test }) => {
  for (const [status, source, options] of endings) {
    test(
      ["code.status-set", "code.result-omitted", "code.error-present", "code.error-fields"],
      `${source} ends with ${status}, and only with what belongs to it`,
      async ({ run }) => {
        const result = await run(source, options);
        assert.equal(result.status, status, result.error?.message);
        assert.equal("result" in result, status === "success");
        assert.equal("error" in result, status !== "success");
        assert.deepEqual([result.reports, result.logs], [[], []]);
        if (result.error === undefined) return;
        assert.notEqual(result.error.name, "");
        assert.notEqual(result.error.message, "");
      },
    );
  }

  test(
    ["code.status-set", "code.result-omitted", "code.error-present"],
    "a run that is terminated has an error and no result",
    async ({ start }) => {
      const waiting = start("export default await wait()", { globals: { wait: never } });
      waiting.terminate();
      const result = await waiting;
      assert.equal(result.status, "terminated");
      assert.deepEqual(["result" in result, "error" in result], [false, true]);
    },
  );

  test("code.result-omitted", "undefined is a result", async ({ run }) => {
    const result = await run("export default undefined");
    assert.equal(value(result), undefined);
    assert.equal("result" in result, true);
  });

  test("code.duration", "durationMs is the time from the call on", async ({ start }) => {
    const before = performance.now();
    const waiting = start("await wait(); export default 1", { globals: { wait: () => pause(60) } });
    const { durationMs } = await waiting;
    const passed = performance.now() - before;
    assert.ok(durationMs >= 58 && durationMs <= passed + 1, `${durationMs} of ${passed} ms`);
  });

  test("code.status-set", "runs side by side keep to themselves", async ({ run }) => {
    const numbers = Array.from({ length: 12 }, (_, n) => n);
    const settled = await Promise.all(
      numbers.map((n) =>
        run("console.log(n); report(n); await wait(); export default n", {
          globals: { n, wait: () => pause(5) },
          report: () => {},
        }),
      ),
    );
    for (const [n, result] of settled.entries()) {
      assert.equal(value(result), n);
      assert.deepEqual(result.reports, [n]);
      assert.deepEqual(
        result.logs.map(({ args }) => args),
        [[n]],
      );
    }
  });
});
