// Verifies container.heals, container.no-program.
/** Executors on containers: what users meet when things go well, and when they do not. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { after, describe, test } from "node:test";
import { resolveProvider } from "@execbox/core";
import { ContainerDriver } from "@execbox/placement/container";
import { QuickJsExecutor } from "../src/index.js";
import { codeOf, resultOf, tools } from "./support.js";

const program = process.env.EXECBOX_TEST_CONTAINERS === "docker" ? "docker" : "podman";
const support = await new ContainerDriver({ program }).probe();

describe("container", { skip: support.ok ? false : support.reason }, () => {
  const executor = new QuickJsExecutor({
    placement: "container",
    container: { program },
    pool: { maxSize: 2 },
    timeoutMs: 20_000,
  });
  after(async () => {
    await executor.dispose();
    assert.deepEqual(containers(), []);
  });
  const right = async () =>
    assert.deepEqual(resultOf(await executor.execute("await tools.echo([1])", [tools])), [1]);

  test("a loop is interrupted and its container serves again", async () => {
    await right();
    const before = containers();
    for (let round = 0; round < 20; round++) {
      assert.equal(codeOf(await executor.execute("for (;;);", [], { timeoutMs: 5 })), "timeout");
    }
    await right();
    assert.deepEqual(containers(), before);
  });

  test("a builtin that does not listen costs its container, and the pool heals", async () => {
    const before = containers();
    const code = "const big = 'ab'.repeat(5e6); for (;;) big.split('').reverse().join('')";
    const options = { timeoutMs: 200, memoryLimitBytes: 1 << 30 };
    assert.equal(codeOf(await executor.execute(code, [], options)), "timeout");
    await right();
    assert.notDeepEqual(containers(), before);
  });

  test("a container that is removed under a run gives that run internal_error", async () => {
    await right();
    const attack = resolveProvider({
      name: "attack",
      tools: {
        remove: { execute: () => void execFileSync(program, ["rm", "--force", ...containers()]) },
      },
    });
    const code = "await attack.remove(); await new Promise(() => {})";
    assert.equal(codeOf(await executor.execute(code, [attack])), "internal_error");
    await right();
  });

  test("a memory bomb is memory_limit", async () => {
    const bomb = "const held = []; for (;;) held.push(new Array(1000).fill(7))";
    assert.equal(codeOf(await executor.execute(bomb)), "memory_limit");
    await right();
  });
});

test("without Podman and Docker one sentence says what to install, and the rest works", () => {
  const script = `
    import { QuickJsExecutor } from ${JSON.stringify(new URL("../src/index.js", import.meta.url).href)};
    const results = [];
    for (const placement of ["container", "worker"]) {
      const executor = new QuickJsExecutor({ placement });
      results.push(await executor.execute("6 * 7"));
      await executor.dispose();
    }
    console.log(JSON.stringify(results));`;
  // The real thing: a machine on which neither can be found.
  const hidden = ["podman", "docker"]
    .flatMap((name) => ["/usr/local/bin", "/usr/bin"].map((folder) => `${folder}/${name}`))
    .filter((path) => existsSync(path))
    .flatMap((path) => ["--ro-bind", "/dev/null", path]);
  const node = [process.execPath, "--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync("bwrap", ["--dev-bind", "/", "/", ...hidden, ...node], {
    encoding: "utf8",
  });
  assert.notEqual(stdout, "", stderr);
  const [container, worker] = JSON.parse(stdout);
  assert.equal(worker.result, 42);
  assert.equal(container.error.code, "internal_error");
  assert.match(
    container.error.message,
    /containers need Podman or Docker: apt-get install podman \(neither was found\)/,
  );
});

test("settings that make no sense are refused by name", () => {
  const refuse = (options: object, words: RegExp) =>
    assert.throws(() => new QuickJsExecutor(options), { name: "TypeError", message: words });
  refuse({ container: {} }, /options.container needs options.placement to be "container"/);
  const placement = "container";
  refuse({ placement, container: { img: "x" } }, /options.container.*img/);
  refuse({ placement, container: { image: "--privileged" } }, /container.image must name an image/);
  refuse({ placement, container: { command: [] } }, /container.command must be a list/);
  refuse({ placement, container: { program: "lxc" } }, /container.program must be "podman" or/);
  refuse({ placement, container: { cpus: 0 } }, /container.cpus must be a number above 0/);
  refuse({ placement, container: { pids: 8 } }, /container.pids must be a whole number, 40 or/);
});

/** The containers of this program, running or not. */
function containers(): string[] {
  const said = execFileSync(program, ["ps", "--all", "--format", "{{.Names}}"]).toString();
  return said
    .split("\n")
    .filter((name) => name.startsWith(`execbox-${process.pid}-`))
    .sort();
}
