/**
 * The handle: every field populated, strict about what it is given, loud about downgrades.
 * Verifies block.name, block.populated, block.default-subprocess, block.engine-values,
 * block.image-null, block.image-sandbox-only, block.language-inferred, block.memory-default,
 * block.timeout-default, block.cpu-default, block.downgrade, block.downgrade-flag,
 * block.downgrade-logged, block.audit, block.limits-warn, block.unenforceable-logged,
 * block.single-concern, block.unknown-keys, block.needs-language, block.limits-portable,
 * block.needs-native.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  defineRunner,
  type Machine,
  type RunnerAuditEvent,
  type RunnerDefinition,
  type RunnerPolicy,
} from "../src/index.js";

/** Defines what no typed caller could write. */
function defineUnchecked(block: unknown, host?: RunnerPolicy) {
  return defineRunner(block as RunnerDefinition, host);
}

function recorder() {
  const warnings: string[] = [];
  const events: RunnerAuditEvent[] = [];
  const logger = { warn: (message: string) => void warnings.push(message) };
  return { warnings, events, logger, audit: (event: RunnerAuditEvent) => void events.push(event) };
}

test("a block that says nothing is a subprocess with the recommended limits", () => {
  const { resolveForOrigin, enforcement, ...handle } = defineRunner();
  assert.deepEqual(handle, {
    engine: "subprocess",
    image: null,
    needs: { language: "node", native: [], npm: [], pip: [] },
    limits: { memory_mb: 256, timeout_ms: 600_000, cpu_ms: Number.POSITIVE_INFINITY },
    warnings: [],
  });
  assert.equal(typeof resolveForOrigin, "function");
  assert.deepEqual(Object.keys(enforcement), ["memory_mb", "timeout_ms", "cpu_ms"]);
});

test("no field of any handle is undefined, whatever is left out", () => {
  for (const engine of ["in-process", "subprocess", "sandbox"] as const) {
    for (const block of [{ engine }, { engine, needs: {} }, { engine, limits: {} }]) {
      const handle = defineRunner(block).resolveForOrigin("host");
      const values = [handle, handle.needs, handle.limits].flatMap((part) => Object.values(part));
      assert.equal(values.includes(undefined), false);
      assert.equal(handle.image === null, engine !== "sandbox");
    }
  }
});

test("what the block states is what the handle holds, in copies of its own", () => {
  const block = {
    needs: { language: "python", native: ["ffmpeg"], npm: ["a@1"], pip: ["b==2"] },
    limits: { memory_mb: 64, timeout_ms: 5, cpu_ms: 7 },
  } as const;
  const { needs, limits } = defineRunner(block);
  assert.deepEqual({ needs, limits }, block);
  needs.native.push("mine");
  assert.deepEqual(defineRunner(block).needs.native, ["ffmpeg"]);
});

test("an empty list or object in JavaScript's undefined is as if left out", () => {
  assert.equal(defineUnchecked({ engine: undefined, needs: undefined }).engine, "subprocess");
});

test("the host's default limits hold for what the block leaves open", () => {
  const { limits } = defineRunner({ limits: { cpu_ms: 5 } }, { limits: { memory_mb: 32 } });
  assert.deepEqual(limits, { memory_mb: 32, timeout_ms: 600_000, cpu_ms: 5 });
});

test("the language comes from run, and must not contradict it", () => {
  const languages = ["main.ts", "main.mjs", "x/main.py", "MAIN.PY", "main.sh", "main"].map(
    (run) => defineRunner({}, { run }).needs.language,
  );
  assert.deepEqual(languages, ["node", "node", "python", "python", "node", "node"]);
  assert.equal(
    defineRunner({ needs: { language: "multi" } }, { run: "main.py" }).needs.language,
    "multi",
  );
  assert.throws(() => defineRunner({ needs: { language: "node" } }, { run: "main.py" }), {
    path: "runner.needs.language",
  });
});

test("permissions are refused with the block they belong to, at any depth", () => {
  const homes = {
    env: /secrets block \(AIP-19\)/,
    secrets: /secrets block \(AIP-19\)/,
    network: /top-level network block/,
    fs: /inputsFiles and outputsFiles blocks \(AIP-16\)/,
    run: /AIP-26/,
    mode: /runner\.engine/,
  };
  for (const [key, home] of Object.entries(homes)) {
    for (const [block, path] of [
      [{ [key]: {} }, `runner.${key}`],
      [{ needs: { [key]: [] } }, `runner.needs.${key}`],
      [{ limits: { [key]: 1 } }, `runner.limits.${key}`],
    ] as const) {
      assert.throws(() => defineUnchecked(block), {
        name: "RunnerBlockError",
        path,
        message: home,
      });
    }
  }
});

test("unknown keys and wrong types are refused with their path and what would be right", () => {
  const refusals: [block: unknown, path: string, message: RegExp][] = [
    [{ motor: "x" }, "runner.motor", /the fields are engine, image, needs, limits/],
    [{ engine: "vm" }, "runner.engine", /one of subprocess, sandbox, in-process, got "vm"/],
    [{ engine: null }, "runner.engine", /got null/],
    [{ image: "" }, "runner.image", /a name/],
    [{ needs: [] }, "runner.needs", /an object, got an array/],
    [{ needs: { language: "ruby" } }, "runner.needs.language", /node, python, multi/],
    [{ needs: { native: "ffmpeg" } }, "runner.needs.native", /a list/],
    [{ needs: { native: ["ok", "-o Dir=/"] } }, "runner.needs.native[1]", /Debian package/],
    [{ needs: { npm: ["left-pad"] } }, "runner.needs.npm[0]", /name@range/],
    [{ needs: { npm: ["x@latest"] } }, "runner.needs.npm[0]", /name@range/],
    [{ needs: { npm: ["x@npm:evil@1"] } }, "runner.needs.npm[0]", /name@range/],
    [{ needs: { npm: ["x@git+ssh://h/r"] } }, "runner.needs.npm[0]", /name@range/],
    [{ needs: { pip: ["-r evil.txt"] } }, "runner.needs.pip[0]", /name==version/],
    [{ needs: { pip: ["x @ https://h/x.whl"] } }, "runner.needs.pip[0]", /name==version/],
    [{ limits: { memory_mb: "64" } }, "runner.limits.memory_mb", /a number above 0, got "64"/],
    [{ limits: { memory_mb: 0 } }, "runner.limits.memory_mb", /above 0/],
    [{ limits: { cpu_ms: Number.POSITIVE_INFINITY } }, "runner.limits.cpu_ms", /above 0/],
    [{ limits: { timeout_ms: 2 ** 31 } }, "runner.limits.timeout_ms", /at most 2147483647/],
    [{ limits: { vcpus: 2 } }, "runner.limits.vcpus", /memory_mb, timeout_ms, cpu_ms/],
    [JSON.parse('{"__proto__":{"engine":"in-process"}}'), "runner.__proto__", /not a field/],
    [[], "runner", /an object/],
    [new Date(), "runner", /an object/],
    ["subprocess", "runner", /an object, got "subprocess"/],
  ];
  for (const [block, path, message] of refusals) {
    assert.throws(() => defineUnchecked(block), { name: "RunnerBlockError", path, message });
  }
});

test("the host's own mistakes are named too", () => {
  const mistakes: [host: object, message: RegExp][] = [
    [{ loger: console }, /host\.loger is not an option/],
    [{ limits: { memory_mb: -1 } }, /host\.limits\.memory_mb must be a number above 0/],
    [{ images: [{ id: "a", language: "perl" }] }, /host\.images\[0\]\.language/],
    [{ images: [IMAGE, IMAGE] }, /host\.images\[1\]\.id is "a", which another image has/],
    [{ trustedOrigins: "host" }, /host\.trustedOrigins must be a list/],
    [{ audit: true }, /host\.audit must be a function/],
  ];
  for (const [host, message] of mistakes) {
    assert.throws(() => defineRunner({}, host), { name: /TypeError|RunnerBlockError/, message });
  }
});

const IMAGE = { id: "a", language: "node" };

test("an origin that is not trusted gets subprocess for in-process: flagged, logged, audited", () => {
  const { warnings, events, logger, audit } = recorder();
  const handle = defineRunner({ engine: "in-process" }, { logger, audit });
  for (const origin of ["workspace", "ai-draft", "", "Host", "host "]) {
    const resolved = handle.resolveForOrigin(origin);
    assert.equal(resolved.engine, "subprocess");
    assert.equal(resolved.downgraded, true);
    assert.equal(resolved.image, null);
  }
  assert.equal(warnings.length, 5);
  assert.match(warnings[0] ?? "", /origin "workspace" asked for in-process and got subprocess/);
  assert.deepEqual(events.map(({ severity, type, origin }) => [severity, type, origin])[0], [
    "high",
    "runner.downgraded",
    "workspace",
  ]);
  assert.equal(events.length, 5);
  assert.equal(handle.engine, "in-process", "the handle itself is as it was");
});

test("trusted origins keep in-process; other engines are never touched, and nothing is logged", () => {
  const { warnings, events, logger, audit } = recorder();
  const host = { logger, audit };
  for (const origin of ["host", "vendor"]) {
    const resolved = defineRunner({ engine: "in-process" }, host).resolveForOrigin(origin);
    assert.deepEqual([resolved.engine, resolved.downgraded], ["in-process", false]);
  }
  for (const engine of ["subprocess", "sandbox"] as const) {
    const resolved = defineRunner({ engine }, host).resolveForOrigin("anyone");
    assert.deepEqual([resolved.engine, resolved.downgraded], [engine, false]);
  }
  assert.deepEqual([warnings, events], [[], []]);
});

test("the list of trusted origins is the host's, and an empty one trusts nobody", () => {
  const { logger } = recorder();
  const block = { engine: "in-process" } as const;
  const ours = defineRunner(block, { logger, trustedOrigins: ["us"] });
  assert.equal(ours.resolveForOrigin("us").engine, "in-process");
  assert.equal(ours.resolveForOrigin("host").engine, "subprocess");
  const nobody = defineRunner(block, { logger, trustedOrigins: [] });
  assert.equal(nobody.resolveForOrigin("host").engine, "subprocess");
});

test("writing to a handle does not change what an origin is granted", () => {
  const { logger } = recorder();
  const handle = defineRunner({ engine: "subprocess" }, { logger });
  handle.engine = "in-process";
  assert.equal(handle.resolveForOrigin("host").engine, "subprocess");
});

test("an audit hook that throws stops the resolution", () => {
  const { logger } = recorder();
  const audit = () => {
    throw new Error("no audit, no run");
  };
  const handle = defineRunner({ engine: "in-process" }, { logger, audit });
  assert.throws(() => handle.resolveForOrigin("workspace"), /no audit, no run/);
});

const BARE: Machine = {
  subprocess: {
    wall: "permission-model",
    seccomp: false,
    memory: "engine",
    cpuLimit: false,
    processLimit: false,
  },
  sandbox: { ok: false, reason: "nothing is installed" },
};

test("limits that nothing enforces here warn when the runner is defined, and the handle says so", () => {
  const { warnings, logger } = recorder();
  const limits = { memory_mb: 64, timeout_ms: 1_000, cpu_ms: 500 };
  const host = { logger, machine: BARE };
  const handle = defineRunner({ limits }, host);
  assert.equal(handle.enforcement.memory_mb.state, "advisory");
  assert.equal(handle.enforcement.timeout_ms.state, "enforced");
  assert.equal(handle.enforcement.cpu_ms.state, "advisory");
  assert.equal(warnings.length, 2);
  assert.match(warnings[0] ?? "", /^runner\.limits\.memory_mb is 64, which is not enforced/);
  assert.match(warnings[1] ?? "", /^runner\.limits\.cpu_ms is 500, .*util-linux/);
  assert.deepEqual(handle.warnings, warnings);
  const inProcess = defineRunner({ engine: "in-process", limits }, host);
  assert.equal(inProcess.enforcement.timeout_ms.state, "advisory");
});

test("limits the block does not state, and machines nobody looked at, warn about nothing", () => {
  const { warnings, logger } = recorder();
  defineRunner({}, { logger, machine: BARE });
  const unknown = defineRunner({ limits: { memory_mb: 1 } }, { logger });
  assert.deepEqual(warnings, []);
  assert.match(unknown.enforcement.memory_mb.by, /nobody has looked/);
});

test("an image for an engine without images is ignored, with a warning", () => {
  const { warnings, logger } = recorder();
  const handle = defineRunner({ engine: "subprocess", image: "whatever" }, { logger });
  assert.equal(handle.image, null);
  assert.match(warnings[0] ?? "", /runner\.image has no meaning for engine subprocess/);
});
