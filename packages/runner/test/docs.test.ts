/** Every example of the page about the block but its programs, which run with those of all pages. Verifies body.docs. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { RUNNER_BLOCK } from "../src/block/table.js";
import { defineRunner, openRunner, validateRunner } from "../src/index.js";
import { bundleOf, moduleOf } from "./bundles.js";
import { ShellDriver } from "./shell-driver.js";

const ROOT = new URL("../../../../", import.meta.url);
const page = readFileSync(new URL("docs/runner-block.md", ROOT), "utf8");

interface Block {
  language: string;
  text: string;
  /** What the comment before it says: the file it is, or that it is the driver. */
  mark: string | undefined;
}

const blocks: Block[] = [...page.matchAll(/(?:<!-- (.*?) -->\n\n)?```(\w+)\n([\s\S]*?)```/g)].map(
  ([, mark, language = "", text = ""]) => ({ mark, language, text }),
);
const fileBlocks = blocks.flatMap(({ mark, text }): [string, string][] => {
  const name = /^code: file (.*)$/.exec(mark ?? "")?.[1];
  return name === undefined ? [] : [[name, text]];
});
const workspace = bundleOf(Object.fromEntries(fileBlocks));

test("the table of fields has every field of the block, and its defaults", () => {
  for (const path of fieldsOf(RUNNER_BLOCK.properties)) {
    assert.match(page, new RegExp(`^\\| \`${path.replace(".", "\\.")}\` +\\|`, "m"));
  }
  const { engine, limits } = defineRunner();
  assert.match(page, new RegExp(`\\| \`engine\` .*\\| \`${engine}\` +\\|`));
  assert.match(page, new RegExp(`\\| \`limits\\.memory_mb\` .* or ${limits.memory_mb} +\\|`));
  assert.match(page, new RegExp(`\\| \`limits\\.timeout_ms\` .* or ${limits.timeout_ms} +\\|`));
});

test("every manifest is accepted, or refused where it says so", async () => {
  const manifests = blocks.filter(({ language }) => language === "yaml");
  assert.ok(manifests.length >= 7);
  for (const { text } of manifests) {
    const file = join(workspace, "TOOL.yaml");
    writeFileSync(file, text);
    const report = await validateRunner(file);
    const refused = /^# refused at (\S+)/.exec(text)?.[1];
    assert.equal(report.ok ? undefined : report.path, refused, text);
    if (!report.ok && refused === "runner.env") {
      assert.ok(page.replaceAll("\n", " ").includes(report.message.replace(/^\S+: /, "")));
    }
  }
});

test("the driver on the page is the one that is tested, and runs a body", async () => {
  const driver = blocks.find(({ mark }) => mark === "driver");
  const file = new URL("packages/runner/test/shell-driver.ts", ROOT);
  assert.equal(driver?.text, readFileSync(file, "utf8"));

  const images = [{ id: "box", language: "multi" as const }];
  const logger = { warn: () => {} };
  const handle = defineRunner(
    { engine: "sandbox", limits: { timeout_ms: 3_000 } },
    { images, logger },
  );
  const runner = await openRunner(handle, { driver: new ShellDriver(["/bin/sh", "-c"]) });
  const answer = await runner.run({ bundle: workspace, run: "main.ts" }, { month: 11 });
  assert.deepEqual(answer.ok && answer.result, { total: 210 }, JSON.stringify(answer));
  const endless = moduleOf(
    `import { spawn } from "node:child_process";
     spawn("sh", ["-c", "trap '' TERM; while :; do sleep 1; done; : shell-driver-mark"]);
     export default () => { for (;;); }`,
  );
  const late = await runner.run(endless);
  assert.ok(!late.ok && late.error.code === "timeout");
  await runner.dispose();
  const { stdout } = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" });
  assert.equal(stdout.includes("shell-driver-mark"), false);
});

function fieldsOf(properties: object, prefix = ""): string[] {
  return Object.entries(properties).flatMap(([name, part]: [string, unknown]) => {
    const inner = (part as { properties?: object }).properties;
    return inner === undefined ? [`${prefix}${name}`] : fieldsOf(inner, `${prefix}${name}.`);
  });
}
