// Verifies cli.trace.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { mostAtOnce } from "../src/trace/timeline.js";
import { folderWith, TOOLS } from "./folder.js";
import { execbox } from "./support.js";

test("--trace writes every call, and trace draws it in 80 columns and as a picture", async (context) => {
  const folder = await folderWith(context, TOOLS);
  const at = (name: string) => join(folder, name);
  const code =
    "await Promise.all([shop.wait(), shop.orders({ customer: 'ada' })]); try { await shop.refuse() } catch {} 1";
  await execbox(["run", "-e", code, "--tools", at("tools.ts"), "--trace", at("out.json")]);
  const trace = JSON.parse(await readFile(at("out.json"), "utf8"));
  assert.deepEqual(
    trace.calls.map(({ tool }: { tool: string }) => tool),
    ["shop.wait", "shop.orders", "shop.refuse"],
  );
  const [wait, orders, refuse] = trace.calls;
  assert.ok(wait.endMs - wait.startMs > 300 && wait.endMs <= trace.durationMs);
  assert.equal(orders.inputChars, '{"customer":"ada"}'.length);
  assert.equal(orders.outputChars, '[{"total":40},{"total":60}]'.length);
  assert.deepEqual(refuse.error, { code: "tool_error", message: "no such order" });
  const { out, code: exit } = await execbox(["trace", at("out.json"), "--svg", at("out.svg")]);
  assert.equal(exit, 0);
  assert.match(out, /<eval> {2}ok in .*, quickjs worker\n3 calls, at most 2 at once/);
  assert.match(out, /shop\.wait +·*█+·* +4\d\d ms/);
  assert.match(out, /tool_error shop\.refuse: no such order/);
  for (const line of out.split("\n")) assert.ok(line.length <= 80, line);
  const svg = await readFile(at("out.svg"), "utf8");
  assert.match(svg, /^<svg [^>]*aria-label="&lt;eval&gt;: ok in/);
  assert.equal(svg.match(/<g>/g)?.length, 3);
});

test("what is no trace is refused", async (context) => {
  const folder = await folderWith(context, { "x.json": '{"calls":[]}' });
  const { code, err } = await execbox(["trace", join(folder, "x.json")]);
  assert.equal(code, 65);
  assert.match(err, /is not a trace; make one with: execbox run/);
});

test("the busiest moment counts calls that touch as one after the other", () => {
  const call = (startMs: number, endMs?: number) => ({
    tool: "a",
    startMs,
    ...(endMs === undefined ? {} : { endMs }),
  });
  assert.equal(mostAtOnce([call(0, 1), call(1, 2)]), 1);
  assert.equal(mostAtOnce([call(0, 3), call(1, 2), call(1)]), 3);
  assert.equal(mostAtOnce([]), 0);
});
