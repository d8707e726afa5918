// Verifies container.needs-once, container.needs-network, container.needs-refused.
/** Packages a body needs, installed for real: from a registry on this machine's loopback. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { tar } from "../src/container/tar.js";
import { buildNodeImage, ContainerDriver } from "../src/container.js";
import type { SandboxNeeds } from "../src/index.js";
import { LIMITS, outcome, program, skip } from "./container-support.js";

/** Two packages, `left` and `right`, each of which exports its own name. */
async function startRegistry(): Promise<{ server: Server; url: string; served: string[] }> {
  const served: string[] = [];
  const archives = new Map<string, Buffer>();
  for (const name of ["left", "right"]) {
    const manifest = JSON.stringify({ name, version: "1.0.0", main: "index.js" });
    const chunks: Uint8Array[] = [];
    for await (const chunk of tar([
      { kind: "text", name: "package/package.json", text: manifest },
      { kind: "text", name: "package/index.js", text: `module.exports = "${name} is here";` },
    ])) {
      chunks.push(chunk);
    }
    archives.set(name, gzipSync(Buffer.concat(chunks)));
  }
  const server = createServer((request, response) => {
    const name = /^\/(left|right)(\.tgz)?$/.exec(request.url ?? "")?.[1];
    served.push(request.url ?? "");
    if (name === undefined) {
      response.writeHead(404).end();
    } else if (request.url?.endsWith(".tgz")) {
      response.end(archives.get(name));
    } else {
      const dist = { tarball: `http://${request.headers.host}/${name}.tgz` };
      const version = { name, version: "1.0.0", main: "index.js", dist };
      const packument = { name, "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version } };
      response.setHeader("content-type", "application/json").end(JSON.stringify(packument));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return { server, url: `http://127.0.0.1:${port}/`, served };
}

describe(`images with what a body needs, by ${program}`, { skip }, () => {
  let registry: Awaited<ReturnType<typeof startRegistry>>;
  let driver: ContainerDriver;
  let needs: SandboxNeeds;
  before(async () => {
    registry = await startRegistry();
    // The host's network, because that is where the registry of this test is.
    driver = new ContainerDriver({
      program,
      network: "host",
      installEnv: { npm_config_registry: registry.url },
    });
    const base = await buildNodeImage({ program, npm: true });
    needs = { base, native: [], npm: [], pip: [], network: true };
  });
  after(() => registry.server.close());

  async function run(image: string, source: string) {
    const sandbox = await driver.create({ ...LIMITS, image });
    const result = await outcome(driver.exec(sandbox, ["node", "-e", source]));
    await driver.dispose(sandbox);
    return result;
  }

  test("nothing needed is the base itself", async () => {
    assert.equal(await driver.prepare(needs, () => assert.fail("nothing to do")), needs.base);
  });

  test("packages are installed once, shown as they are, and found from anywhere", async () => {
    const bundle = mkdtempSync(join(tmpdir(), "execbox-test-"));
    const manifest = {
      type: "module",
      scripts: { preinstall: "exit 9" },
      dependencies: { left: "^1.0.0" },
    };
    writeFileSync(join(bundle, "package.json"), JSON.stringify(manifest));
    const wanted = { ...needs, npm: ["right@^1.0.0"], bundle };
    const steps: string[] = [];
    const image = await driver.prepare(wanted, (step) => steps.push(step));
    assert.match(
      steps.join("\n"),
      /^starting from .*\nnpm install .*\nnpm install .*right@\^1\.0\.0\nkeeping/,
    );
    const { stdout, stderr } = await run(
      image,
      `const require = process.getBuiltinModule("module").createRequire("/scratch/anywhere.js"); console.log(require("left"), "and", require("right"))`,
    );
    assert.equal(stdout, "left is here and right is here\n", stderr);
    // Nothing that was for the install step alone is in the image.
    const env = await run(image, "console.log(JSON.stringify(process.env))");
    assert.doesNotMatch(env.stdout, /npm_config/);

    const asked = registry.served.length;
    assert.equal(await driver.prepare(wanted, () => assert.fail("it was made before")), image);
    assert.equal(registry.served.length, asked);
    const other = await driver.prepare({ ...wanted, npm: [] }, () => {});
    assert.notEqual(other, image);
  });

  test("without a grant there is no network, and the error says how to give it", async () => {
    const asked = registry.served.length;
    const wanted = { ...needs, npm: ["left@1.0.0"], network: false };
    await assert.rejects(
      driver.prepare(wanted, () => {}),
      /installing failed at `npm install .*left@1\.0\.0`: .*grant it with `network: true`/s,
    );
    assert.equal(registry.served.length, asked);
    assert.deepEqual(containers(), []);
  });

  test("a base that cannot install is an error that names what it lacks", async () => {
    const wanted = { ...needs, native: ["ffmpeg"] };
    await assert.rejects(
      driver.prepare(wanted, () => {}),
      /execbox-node-npm.* has no apt-get/,
    );
    await assert.rejects(
      driver.prepare({ ...wanted, base: "localhost/nothing:here" }, () => {}),
      /there is no image "localhost\/nothing:here" here: make one with buildNodeImage/,
    );
    assert.deepEqual(containers(), []);
  });

  test("what is not the name of a package is refused", async () => {
    const hostile: Partial<SandboxNeeds>[] = [
      { native: ["--force-yes"] },
      { native: ["libc6-"] },
      { native: ["a b"] },
      { native: ["./x.deb"] },
      { npm: ["--registry=http://evil"] },
      { npm: ["https://evil/x.tgz"] },
      { npm: ["x@file:../../etc"] },
      { npm: ["x@npm:y"] },
      { pip: ["-r/etc/passwd"] },
      { pip: ["x @ https://evil/x.whl"] },
      { pip: ["../x"] },
    ];
    for (const part of hostile) {
      const [kind] = Object.keys(part);
      await assert.rejects(
        driver.prepare({ ...needs, ...part }, () => {}),
        { name: "TypeError", message: new RegExp(`^needs\\.${kind}\\[0\\] must name a package`) },
        JSON.stringify(part),
      );
    }
  });

  test("a list of packages that is a link to somewhere else is not followed", async () => {
    const bundle = mkdtempSync(join(tmpdir(), "execbox-test-"));
    symlinkSync("/etc/passwd", join(bundle, "requirements.txt"));
    assert.equal(await driver.prepare({ ...needs, bundle }, () => {}), needs.base);
  });

  /** The containers of this program, running or not. */
  function containers(): string[] {
    const said = execFileSync(program, ["ps", "--all", "--format", "{{.Names}}"]).toString();
    return said.split("\n").filter((name) => name.startsWith(`execbox-${process.pid}-`));
  }
});
