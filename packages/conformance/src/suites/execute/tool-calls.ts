import assert from "node:assert/strict";
import { resolveProvider } from "@execbox/core";
import { success } from "../../assertions.js";
import type { ExecuteContext } from "../../executor-subject.js";
import { defineSuite } from "../../verify.js";
import { echoTools, gate, pause, provide } from "./support.js";

/** How a guest calls tools and what comes back. */
export const toolCalls = defineSuite<ExecuteContext>("tool calls", ({ test }) => {
  test(
    ["tool.emits-call", "result.resolves", "call.names"],
    "each invocation is one call with its input, and resolves to its result",
    async ({ execute }) => {
      const { providers, inputs } = echoTools();
      const code = `[await tools.echo({ n: 1 }), await tools.echo([2]), await tools.echo("3")]`;
      assert.deepEqual(success(await execute(code, providers)), [{ n: 1 }, [2], "3"]);
      assert.deepEqual(inputs, [{ n: 1 }, [2], "3"]);
    },
  );

  test("tool.only-first-argument", "further arguments stay inside", async ({ execute }) => {
    const { providers, inputs } = echoTools();
    const code = `await tools.echo("first", "second", 10n, () => {})`;
    assert.equal(success(await execute(code, providers)), "first");
    assert.deepEqual(inputs, ["first"]);
  });

  test(
    ["tool.omitted-input", "value.undefined"],
    "a call without input reaches the tool as undefined",
    async ({ execute }) => {
      const inputs: unknown[] = [];
      const providers = [provide({ note: (input) => inputs.push(input) })];
      await execute("await tools.note(); await tools.note(undefined)", providers);
      assert.deepEqual(inputs, [undefined, undefined]);
    },
  );

  test(
    "tool.returns-promise",
    "a tool returns a promise, also of a refusal",
    async ({ execute }) => {
      const { providers, inputs } = echoTools();
      const code = `
        const kinds = [];
        for (const input of [1, 10n, { get a() { throw new Error("no") } }, new Proxy({}, { ownKeys() { throw 1 } })]) {
          const call = tools.echo(input);
          kinds.push(call instanceof Promise);
          await call.catch(() => {});
        }
        kinds`;
      assert.deepEqual(success(await execute(code, providers)), [true, true, true, true]);
      assert.deepEqual(inputs, [1]);
    },
  );

  test(
    ["tool.suspends", "tool.pending-promise"],
    "what follows an await waits for the result; everything else goes on",
    async ({ execute }) => {
      const providers = [provide({ slow: () => pause(20) })];
      const code = `
        const order = [];
        const call = tools.slow().then(() => { order.push("result") });
        order.push("called");
        await null;
        order.push("microtask");
        await call;
        order.push("resumed");
        order`;
      assert.deepEqual(success(await execute(code, providers)), [
        "called",
        "microtask",
        "result",
        "resumed",
      ]);
    },
  );

  test(
    ["tool.resumes-same-run", "remote.surrounding-code"],
    "after an await the program goes on where it was",
    async ({ execute }) => {
      const { providers, inputs } = echoTools();
      const code = `
        const trail = [];
        for (let i = 0; i < 3; i++) {
          try {
            const { n, ...rest } = await tools.echo({ n: i, even: i % 2 === 0 });
            if (!rest.even) throw new Error("odd " + n);
            trail.push("even " + n);
          } catch (error) { trail.push(error.message) } finally { trail.push(i) }
        }
        trail`;
      assert.deepEqual(success(await execute(code, providers)), [
        "even 0",
        0,
        "odd 1",
        1,
        "even 2",
        2,
      ]);
      assert.equal(inputs.length, 3);
    },
  );

  test("tool.no-rewrite", "a call needs no particular syntax", async ({ execute }) => {
    const { providers, inputs } = echoTools();
    const code = `
      const { echo } = tools;
      const helper = async (value) => (await echo(value)) + 1;
      const computed = tools["ec" + "ho"];
      const results = [await helper(1), await computed.call(null, 2), await Reflect.apply(echo, 0, [3])];
      results.push(...(await Promise.all([4, 5].map(tools.echo))));
      for await (const item of [echo(6)]) results.push(item);
      results`;
    assert.deepEqual(success(await execute(code, providers)), [2, 2, 3, 4, 5, 6]);
    assert.deepEqual(inputs, [1, 2, 3, 4, 5, 6]);
  });

  test("tool.parallel", "calls made together run together", async ({ execute }) => {
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await pause(20);
      running--;
    };
    const code = `(await Promise.all(Array.from({ length: 10 }, () => tools.work()))).length`;
    const result = await execute(code, [provide({ work })]);
    assert.equal(success(result), 10);
    assert.equal(most, 10);
    assert.ok(result.durationMs < 2_000, `${result.durationMs} ms`);
  });

  test(
    ["result.correlates", "correlate.call-id", "call.unique-id"],
    "results that come in another order reach their own calls",
    async ({ execute }) => {
      const gates = [gate(), gate(), gate()];
      const last = gates.length - 1;
      const wait = async (input: unknown) => {
        const index = Number(input);
        // The last call is answered first, and each answer lets the one before it go.
        if (index < last) await gates[index + 1]?.opened;
        setTimeout(() => gates[index]?.open(), 10);
        return `result ${index}`;
      };
      const code = `
        const order = [];
        const calls = [0, 1, 2].map((n) => tools.wait(n).then((r) => { order.push(n); return r }));
        ({ results: await Promise.all(calls), order })`;
      assert.deepEqual(success(await execute(code, [provide({ wait })])), {
        results: ["result 0", "result 1", "result 2"],
        order: [2, 1, 0],
      });
    },
  );

  test(
    ["namespace.per-provider", "namespace.safe-names"],
    "each provider is a namespace of its safe names",
    async ({ execute }) => {
      const github = provide({ "list-issues": () => "github", get: () => "got" }, "github");
      const files = provide({ "list-issues": () => "files" }, "files");
      const code = `({
        names: [Object.keys(github).sort(), Object.keys(files)],
        results: [await github.list_issues(), await files.list_issues()],
        globals: ["github" in globalThis, typeof globalThis.files],
      })`;
      assert.deepEqual(success(await execute(code, [github, files])), {
        names: [["get", "list_issues"], ["list_issues"]],
        results: ["github", "files"],
        globals: [true, "object"],
      });
    },
  );

  test("name.default-namespace", "a provider without a name is codemode", async ({ execute }) => {
    const provider = resolveProvider({ tools: { ping: { execute: async () => "pong" } } });
    assert.equal(success(await execute("await codemode.ping()", [provider])), "pong");
  });

  test(
    ["name.tool-context", "core.dispatcher-invokes"],
    "a tool learns which call it serves",
    async ({ execute }) => {
      const contexts: unknown[] = [];
      const provider = provide(
        {
          "read-file": (_input, { signal, ...names }) => {
            contexts.push({ ...names, aborted: signal.aborted });
            return null;
          },
        },
        "disk",
      );
      await execute("await disk.read_file()", [provider]);
      assert.deepEqual(contexts, [
        {
          providerName: "disk",
          safeToolName: "read_file",
          originalToolName: "read-file",
          aborted: false,
        },
      ]);
    },
  );

  test("session.many-calls", "a thousand calls in a row are all answered", async ({ execute }) => {
    const { providers, inputs } = echoTools();
    const code = `let sum = 0; for (let i = 0; i < 1000; i++) sum += await tools.echo(i); sum`;
    assert.equal(success(await execute(code, providers, { timeoutMs: 30_000 })), 499_500);
    assert.equal(inputs.length, 1_000);
  });
});
