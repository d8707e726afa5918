import assert from "node:assert/strict";
import type { CodeContext } from "../../code-subject.js";
import { defineSuite } from "../../verify.js";
import { assertNextRunRight, errorOf, never, value } from "./support.js";

const MIB = 1024 * 1024;
/** Enough for a run, on a busy machine too. */
const CAP_MS = 500;
const BOMB = "const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1));";

/** Memory and the safety cap. */
export const codeLimits = defineSuite<CodeContext>("limits", ({ test, needs }) => {
  const bombs: Record<string, string> = {
    "the module": BOMB,
    "the selected function": `export default () => { ${BOMB} }`,
    "a microtask": `await null; ${BOMB}`,
    "a module of the graph": "import './bomb.js'; export default 1",
    objects: "const kept = []; for (;;) kept.push({ a: { b: [1] } });",
    "one long text": "let text = 'ab'; for (;;) text = [text, text].join('');",
  };
  for (const [name, source] of Object.entries(bombs)) {
    test(
      ["code.memory-option", "code.memory-explicit"],
      `memory runs out in ${name}`,
      async ({ run }) => {
        const result = await run(`console.log("before");\n${source}`, {
          memoryLimitBytes: 24 * MIB,
          modules: { "./bomb.js": BOMB },
        });
        errorOf(result, "memory", /memory/);
        if (name !== "a module of the graph") {
          assert.deepEqual(
            result.logs.map(({ args }) => args),
            [["before"]],
          );
        }
        await assertNextRunRight(run);
      },
    );
  }

  test("code.memory-explicit", "the limit of a run is that run's alone", async ({ run }) => {
    const source = "export default new Uint8Array(30 << 20).fill(1).length";
    errorOf(await run(source, { memoryLimitBytes: 16 * MIB }), "memory");
    assert.equal(value(await run(source)), 30 << 20);
    assert.equal(value(await run(source, { memoryLimitBytes: 48 * MIB })), 30 << 20);
  });

  test("code.memory-option", "without a limit there is one of 64 MiB", async ({ run }) => {
    const fill = (count: number) =>
      `const kept = []; for (let i = 0; i < ${count}; i++) kept.push(new Uint8Array(1 << 20).fill(1)); export default kept.length`;
    assert.equal(value(await run(fill(40))), 40);
    errorOf(await run(fill(80)), "memory");
  });

  test("code.memory-option", "a runner's own limit holds for its runs", async ({ create }) => {
    const { run } = create({ memoryLimitBytes: 16 * MIB });
    errorOf(await run("export default new Uint8Array(30 << 20).fill(1).length"), "memory");
    await assertNextRunRight(run);
  });

  needs("catchableMemory")(
    "code.memory-option",
    "a run that catches the exhaustion may succeed",
    async ({ run }) => {
      const source = `let caught = false; try { ${BOMB} } catch { caught = true } export default caught`;
      assert.equal(value(await run(source, { memoryLimitBytes: 24 * MIB })), true);
    },
  );

  test("code.memory-option", "an error that only speaks of memory is an error", async ({ run }) => {
    errorOf(await run("throw new Error('out of memory')"), "error", "out of memory");
    const named =
      "throw Object.assign(new Error('x'), { name: 'MemoryLimit', code: 'memory_limit' })";
    errorOf(await run(named), "error");
  });

  test("code.memory-option", "a large value of the host's counts", async ({ run }) => {
    const globals = { big: new Uint8Array(20 * MIB) };
    const result = await run("export default big.length", { globals, memoryLimitBytes: 8 * MIB });
    errorOf(result, "memory");
    await assertNextRunRight(run);
  });

  test("code.memory-used", "the most memory that was held is said, or nothing", async ({ run }) => {
    const small = await run("export default 1");
    const large = await run(
      "let kept = new Uint8Array(20 << 20).fill(1); const { length } = kept; kept = null; export default length",
    );
    assert.deepEqual([value(small), value(large)], [1, 20 << 20]);
    const [least, most] = [small.memoryUsedBytes, large.memoryUsedBytes];
    assert.equal(least === undefined, most === undefined, "an engine can measure or it cannot");
    if (least === undefined || most === undefined) return;
    assert.ok(least < 4 * MIB, `${least} bytes for nothing`);
    assert.ok(most > 16 * MIB && most < 40 * MIB, `${most} bytes for 20 MiB`);
  });

  const endless: Record<string, string> = {
    "a loop": "for (;;) {}",
    "a loop of awaits": "for (;;) await null;",
    "a wait for the host": "await never()",
    "a loop in the export": "export default () => { for (;;) {} }",
    "a loop that catches everything":
      "for (;;) { try { for (;;) {} } catch {} finally { for (;;) {} } }",
    "a getter of the result": "export default { get a() { for (;;) {} } }",
    "a getter of an error": "throw { get message() { for (;;) {} } }",
  };
  for (const [name, source] of Object.entries(endless)) {
    test(
      ["time.safety-cap", "code.terminated-cause", "code.no-timeout"],
      `the safety cap ends ${name}`,
      async ({ create }) => {
        const { run } = create({ safetyCapMs: CAP_MS });
        // The first run of a runner that was just started takes longer than any other.
        await run("export default 0");
        const result = await run(`console.log("before");\n${source}`, { globals: { never } });
        errorOf(result, "terminated", /safety cap/);
        assert.ok(
          result.durationMs >= CAP_MS - 10 && result.durationMs < 5_000,
          `${result.durationMs} ms`,
        );
        assert.deepEqual(
          result.logs.map(({ args }) => args),
          [["before"]],
        );
        await assertNextRunRight(run);
      },
    );
  }

  needs("catchableRecursion")(
    "code.status-set",
    "endless recursion is an error that a guest can catch",
    async ({ run }) => {
      const source = `const f = () => f(); let name; try { f() } catch (e) { name = e.name } export default name`;
      assert.equal(value(await run(source)), "RangeError");
      await assertNextRunRight(run);
    },
  );
});
