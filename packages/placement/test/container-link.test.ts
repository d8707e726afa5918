// Verifies container.memory-verdict, container.own-runner, container.dies-with-host,
// container.image-once.
/** Runners in containers, on the level of links: how they end, and what that is called. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { DEFAULT_LIMITS } from "@execbox/core";
import { HostSession, SessionExecutor } from "@execbox/protocol";
import {
  buildLocalImage,
  buildNodeImage,
  containerLinkOpener,
  openContainerLink,
} from "../src/container.js";
import { PooledSessions, poolOptions } from "../src/index.js";
import { driver, MB, program, skip } from "./container-support.js";
import { program as fixture, GREEDY, SIMPLE_RUNNER, STUBBORN_RUNNER } from "./fixtures.js";

function specOf(source: string) {
  const { entry, folder } = fixture(source);
  return { entry: pathToFileURL(entry), readable: [folder], folder };
}

describe(`runners in containers of ${program}`, { skip }, () => {
  test("a container that outgrows its cap is memory_limit", async () => {
    const open = containerLinkOpener(specOf(GREEDY), 16 * MB, { program });
    const sessions = new PooledSessions(open, poolOptions());
    const executor = new SessionExecutor(sessions, { ...DEFAULT_LIMITS, timeoutMs: 60_000 });
    const { memory } = await executor.facts();
    assert.match(memory, /^cgroup/);
    const result = await executor.execute("0");
    await executor.dispose();
    assert.ok(!result.ok);
    assert.equal(result.error.code, "memory_limit");
  });

  test("a runner that says nothing but its last words is an error with them", async () => {
    const open = containerLinkOpener(
      specOf(`console.error("no engine here"); process.exit(3)`),
      16 * MB,
      {
        program,
      },
    );
    await assert.rejects(open(), /ended with code 3: no engine here/);
  });

  test("a program that others cannot read is an error that says how to mend it", async () => {
    const spec = specOf(SIMPLE_RUNNER);
    chmodSync(spec.folder, 0o700);
    await assert.rejects(containerLinkOpener(spec, 16 * MB, { program })(), /chmod -R o\+rX/);
  });

  test("an image may bring its own runner, and then nothing is mounted", async () => {
    const { entry } = fixture(SIMPLE_RUNNER);
    const image = await buildLocalImage(
      {
        name: "test-runner",
        programs: { "/usr/bin/node": process.execPath },
        folders: { "/opt/runner.mjs": entry },
      },
      program,
    );
    const nothing = { entry: pathToFileURL("/nowhere"), readable: ["/nowhere"] };
    const command = ["node", "/opt/runner.mjs", "--quiet"];
    const { transport } = await openContainerLink(nothing, 16 * MB, driver, { image, command });
    const session = new HostSession(transport);
    const options = {
      limits: DEFAULT_LIMITS,
      signal: undefined,
      onLog: undefined,
      language: undefined,
    };
    const result = await session.run({
      code: "7",
      providers: [],
      options,
      startedAt: performance.now(),
    });
    await session.dispose();
    assert.ok(result.ok);
    assert.equal(result.result, "7");
  });

  test("an image that was made before is found again", async () => {
    const madeAt = (image: string) =>
      execFileSync(program, ["image", "inspect", "--format", "{{.Created}}", image]).toString();
    const image = await buildNodeImage({ program });
    const made = madeAt(image);
    assert.equal(await buildNodeImage({ program }), image);
    assert.equal(madeAt(image), made);
  });

  for (const [how, end] of [
    ["is killed", "process.kill(process.pid, 'SIGKILL')"],
    ["ends without a word", "0"],
  ]) {
    test(`when this program ${how}, a runner that will not end is ended`, async () => {
      const { entry, readable } = specOf(STUBBORN_RUNNER);
      const at = new URL("../src/container.js", import.meta.url).href;
      const host = `
        import { containerLinkOpener } from ${JSON.stringify(at)};
        const spec = { entry: new URL(${JSON.stringify(entry.href)}), readable: ${JSON.stringify(readable)} };
        await containerLinkOpener(spec, ${16 * MB}, { program: ${JSON.stringify(program)} })();
        console.log("ready");
        // Its container is counted before it ends.
        await new Promise((counted) => process.stdin.once("data", counted));
        process.stdin.destroy();
        ${end};`;
      const child = spawn(process.execPath, ["--input-type=module", "-e", host]);
      await once(child.stdout, "data");
      assert.equal(containersOf(child.pid).length, 1);
      child.stdin.write("counted");
      await once(child, "exit");
      const until = performance.now() + 20_000;
      while (containersOf(child.pid).length > 0 && performance.now() < until) await pause(100);
      assert.deepEqual(containersOf(child.pid), []);
    });
  }
});

/** The containers of a program, running or not. */
function containersOf(pid: number | undefined): string[] {
  const said = execFileSync(program, ["ps", "--all", "--format", "{{.Names}}"]).toString();
  return said.split("\n").filter((name) => name.startsWith(`execbox-${pid}-`));
}
