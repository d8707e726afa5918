/**
 * Bodies in real containers of Podman or Docker. Verifies block.sandbox, block.needs-honoured,
 * body.sandbox.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { ExecuteResult } from "@execbox/core";
import { buildNodeImage, ContainerDriver } from "@execbox/placement/container";
import { defineRunner, inspectMachine, type OpenRunner, openRunner } from "../src/index.js";
import { bundleOf, moduleOf } from "./bundles.js";
import { startRegistry } from "./registry.js";

const support = await new ContainerDriver().probe();

describe("bodies in containers", { skip: support.ok ? false : support.reason }, () => {
  let runner: OpenRunner;
  before(async () => {
    const limits = { memory_mb: 128, timeout_ms: 60_000 };
    runner = await openRunner(defineRunner({ engine: "sandbox", limits }));
  });
  after(() => runner.dispose());

  function resultOf(answer: ExecuteResult): unknown {
    assert.ok(answer.ok, JSON.stringify(answer));
    return answer.result;
  }

  test("a TypeScript module and its files, with input, result and logs", async () => {
    const bundle = bundleOf({
      "main.ts": `import { twice } from "./lib/twice.js";
console.log("in", process.cwd());
export default ({ n }: { n: number }): number => twice(n);`,
      "lib/twice.ts": "export const twice = (n: number): number => 2 * n;",
    });
    const answer = await runner.run({ bundle, run: "main.ts" }, { n: 21 });
    assert.equal(resultOf(answer), 42);
    assert.deepEqual(answer.logs, ["in /scratch"]);
  });

  test("a command, and one that fails", async () => {
    const bundle = bundleOf({
      "tool.mjs": "process.stdout.write(JSON.stringify(process.argv.slice(2)))",
    });
    const answer = await runner.run({ bundle, command: ["node", "./tool.mjs", "a b", "$HOME"] });
    assert.deepEqual(resultOf(answer), ["a b", "$HOME"]);
    const failed = await runner.run({ bundle, command: ["no-such-program"] });
    assert.ok(!failed.ok && failed.error.code === "runtime_error");
  });

  test("no network, no host files, a read-only root, not root, only its own variables", async () => {
    const body = moduleOf(`
      import fs from "node:fs"; import os from "node:os";
      const attempt = (act) => { try { return act() ?? true } catch (error) { return error.code } };
      export default () => ({
        interfaces: Object.keys(os.networkInterfaces()).filter((name) => name !== "lo"),
        writeRoot: attempt(() => fs.writeFileSync("/here", "x")),
        writeScratch: attempt(() => fs.writeFileSync("/scratch/here", "x")),
        root: process.getuid() === 0,
        secret: process.env.EXECBOX_HOST_SECRET ?? null,
      })`);
    process.env["EXECBOX_HOST_SECRET"] = "must not be seen";
    const seen = resultOf(await runner.run(body));
    assert.deepEqual(seen, {
      interfaces: [],
      writeRoot: "EROFS",
      writeScratch: true,
      root: false,
      secret: null,
    });
  });

  test("memory and time end it, and the runner goes on", async () => {
    // At one go: whoever creeps up to the cap is slowed down by the kernel before it is ended.
    const greedy = moduleOf("export default () => Buffer.alloc(1 << 30, 1).length");
    const over = await runner.run(greedy);
    assert.ok(!over.ok);
    assert.equal(over.error.code, "memory_limit", over.error.message);
    const stop = new AbortController();
    const stubborn = moduleOf(
      "process.on('SIGTERM', () => {}); console.log('up'); export default () => { for (;;); }",
    );
    const options = { signal: stop.signal, onLog: () => stop.abort() };
    const ended = await runner.run(stubborn, undefined, options);
    assert.ok(!ended.ok);
    assert.deepEqual(ended.error, { code: "timeout", message: "Execution cancelled" });
    assert.equal(resultOf(await runner.run(moduleOf("export default () => 1"))), 1);
  });

  test("guest code and guest modules run in containers too", async () => {
    assert.equal(resultOf(await runner.executor.execute("6 * 7")), 42);
    const { status, result } = await runner.runCode("export default 6 * 7");
    assert.deepEqual([status, result], ["success", 42]);
  });

  test("Python, in an image of this machine's own", async () => {
    const limits = { timeout_ms: 60_000 };
    const needs = { language: "python" } as const;
    await using python = await openRunner(defineRunner({ engine: "sandbox", needs, limits }));
    const bundle = bundleOf({
      "main.py": "import json, sys\njson.dump(json.load(sys.stdin) * 2, sys.stdout)",
    });
    assert.equal(resultOf(await python.run({ bundle, run: "main.py" }, 21)), 42);
    assert.equal(resultOf(await python.executor.execute("6 * 7")), 42);
  });

  test("what a body needs is installed before it starts, once", async (context) => {
    const registry = await startRegistry("left-pad");
    context.after(() => registry.close());
    // The host's network, because that is where the registry of this test is.
    const driver = new ContainerDriver({
      network: "host",
      installEnv: { npm_config_registry: registry.url },
    });
    const images = [
      { id: "npm", base: await buildNodeImage({ npm: true }), language: "node" as const },
    ];
    const needs = { npm: ["left-pad@^1.0.0"] };
    const handle = defineRunner(
      { engine: "sandbox", needs },
      { images, logger: { warn: () => {} } },
    );
    const steps: string[] = [];
    const grants = {
      driver,
      installNetwork: true,
      onProgress: (step: string) => void steps.push(step),
    };
    await using needy = await openRunner(handle, grants);
    const body = moduleOf("import name from 'left-pad'; export default () => name");
    assert.equal(resultOf(await needy.run(body)), "left-pad is here");
    assert.ok(steps.length > 0, "somebody was told");
    const { length } = registry.served;
    assert.equal(resultOf(await needy.run(body)), "left-pad is here");
    assert.equal(registry.served.length, length, "nothing was fetched again");
  });

  test("what the machine enforces is what the handle says", async () => {
    const machine = await inspectMachine({ driver: new ContainerDriver() });
    assert.ok(machine.sandbox.ok && support.ok);
    const { enforcement } = defineRunner({ engine: "sandbox" }, { machine });
    const expected = support.enforces.memory ? "enforced" : "advisory";
    assert.equal(enforcement.memory_mb.state, expected);
  });
});
