/**
 * From a manifest to a block: the three forms, inheritance, files that stay inside.
 * Verifies block.composition, block.one-schema, block.inherit, block.file-confined.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { composeRunner, inheritRunner, resolveRunner } from "../src/index.js";

const root = mkdtempSync(join(tmpdir(), "execbox-compose-"));
after(() => rmSync(root, { recursive: true }));
const workspace = join(root, "workspace");
mkdirSync(join(workspace, "deep"), { recursive: true });

const BLOCK = { engine: "sandbox", needs: { language: "python", pip: ["requests==2.31.0"] } };
const RUNNER_MD = `---
# The block itself is the front matter.
engine: sandbox
needs:
  language: python
  pip: [requests==2.31.0]
---

Prose about it, with a line of dashes:

---
`;
writeFileSync(join(workspace, "RUNNER.md"), RUNNER_MD);
writeFileSync(join(workspace, "deep", "RUNNER.md"), RUNNER_MD);
writeFileSync(join(root, "outside.md"), RUNNER_MD);

test("the block itself, inline, ref and file all lead to the same block", async () => {
  const options = {
    workspace,
    resolveRef: (ref: string) => (ref === "@agentik/runners/python" ? BLOCK : undefined),
  };
  for (const form of [
    BLOCK,
    { inline: BLOCK },
    { ref: "@agentik/runners/python" },
    { file: "./RUNNER.md" },
    { file: "deep/../RUNNER.md" },
  ]) {
    assert.deepEqual(await composeRunner(form, options), BLOCK, JSON.stringify(form));
  }
  assert.deepEqual(await composeRunner(undefined), {});
});

test("a ref may be resolved asynchronously, and its block is checked like any other", async () => {
  const resolveRef = async () => ({ network: true });
  await assert.rejects(composeRunner({ ref: "x" }, { resolveRef }), {
    path: "runner.ref(x).network",
    message: /top-level network block/,
  });
});

test("forms that lead nowhere say why", async () => {
  const failures: [form: unknown, options: object, message: RegExp][] = [
    [{ ref: "x" }, {}, /the host resolves no refs/],
    [{ ref: "x" }, { resolveRef: () => undefined }, /"x", which the host does not know/],
    [{ ref: 7 }, {}, /runner\.ref must be a name, got 7/],
    [{ file: "./RUNNER.md" }, {}, /needs a workspace/],
    [{ file: "absent.md" }, { workspace }, /"absent\.md" cannot be read \(ENOENT\)/],
    [{ file: "deep" }, { workspace }, /"deep" is not a file/],
    [{ inline: {}, ref: "x" }, {}, /runner\.ref cannot stand beside runner\.inline/],
    [{ inline: {}, engine: "sandbox" }, {}, /runner\.engine cannot stand beside runner\.inline/],
    [{ inline: { inline: {} } }, {}, /runner\.inline\.inline is not a field/],
  ];
  for (const [form, options, message] of failures) {
    await assert.rejects(composeRunner(form, options), { name: "RunnerBlockError", message });
  }
});

test("a file that leaves the workspace is refused, however it tries", async () => {
  symlinkSync(join(root, "outside.md"), join(workspace, "link.md"));
  symlinkSync(root, join(workspace, "up"));
  symlinkSync("/proc/self/environ", join(workspace, "environ.md"));
  for (const file of [
    "../outside.md",
    "deep/../../outside.md",
    "/etc/passwd",
    join(workspace, "RUNNER.md"),
    "link.md",
    "up/outside.md",
    "environ.md",
    "RUNNER.md\0.txt",
  ]) {
    await assert.rejects(
      composeRunner({ file }, { workspace }),
      { path: "runner.file", message: /leads out of the workspace/ },
      file,
    );
  }
});

test("links that stay inside are followed, also when the workspace is reached through one", async () => {
  symlinkSync(join(workspace, "deep"), join(workspace, "inside"));
  symlinkSync(workspace, join(root, "alias"));
  const file = "inside/RUNNER.md";
  assert.deepEqual(await composeRunner({ file }, { workspace: join(root, "alias") }), BLOCK);
});

test("a named pipe does not make the host wait", async () => {
  execFileSync("mkfifo", [join(workspace, "pipe.md")]);
  await assert.rejects(composeRunner({ file: "pipe.md" }, { workspace }), /is not a file/);
});

test("hostile YAML costs its author an error and nobody else anything", async () => {
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"]
    .concat(
      "bcdefghij".split("").map((name, at) => {
        const before = "abcdefghij"[at];
        return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`;
      }),
    )
    .join("\n");
  const texts: [text: string, message: RegExp][] = [
    [`---\n${bomb}\n---\n`, /YAML cannot be read: Excessive alias count/],
    [
      `---\nengine: sandbox\nengine: in-process\n---\n`,
      /YAML cannot be read: Map keys must be unique/,
    ],
    [`---\nengine: !!js/function "x"\n---\n`, /YAML cannot be read: Unresolved tag/],
    [`---\nengine: [\n---\n`, /YAML cannot be read/],
    [`---\n${"[".repeat(100_000)}\n---\n`, /YAML cannot be read/],
    [`---\n__proto__: { engine: in-process }\n---\n`, /runner\.__proto__ is not a field/],
    [`---\n- engine\n---\n`, /runner must be an object, got an array/],
    [`engine: sandbox\n`, /front matter is missing/],
    [`text\n---\nengine: sandbox\n---\n`, /front matter is missing/],
    [`---\nengine: sandbox\n`, /front matter is missing/],
    [`---\n${"#".repeat(300_000)}\n---\n`, /at most 262144 are read/],
  ];
  for (const [text, message] of texts) {
    writeFileSync(join(workspace, "hostile.md"), text);
    await assert.rejects(composeRunner({ file: "hostile.md" }, { workspace }), {
      name: "RunnerBlockError",
      message,
    });
  }
});

test("a tool overrides its workspace field by field, image included", () => {
  const base = {
    engine: "sandbox",
    image: "all",
    needs: { language: "node", native: ["ffmpeg"] },
    limits: { memory_mb: 64, timeout_ms: 1_000 },
  } as const;
  assert.deepEqual(inheritRunner(base, {}), base);
  assert.deepEqual(
    inheritRunner(base, { image: "own", needs: { native: [] }, limits: { timeout_ms: 5 } }),
    {
      engine: "sandbox",
      image: "own",
      needs: { language: "node", native: [] },
      limits: { memory_mb: 64, timeout_ms: 5 },
    },
  );
});

test("a manifest is resolved whole: run, form, inheritance, host", async () => {
  const handle = await resolveRunner(
    { name: "report", run: "main.py", runner: { inline: { limits: { memory_mb: 8 } } } },
    { inherited: { file: "RUNNER.md" }, workspace, host: { limits: { timeout_ms: 9 } } },
  );
  assert.equal(handle.engine, "sandbox");
  assert.equal(handle.image, "mcp-python-server");
  assert.deepEqual(handle.needs.pip, ["requests==2.31.0"]);
  assert.deepEqual(handle.limits, {
    memory_mb: 8,
    timeout_ms: 9,
    cpu_ms: Number.POSITIVE_INFINITY,
  });
});
