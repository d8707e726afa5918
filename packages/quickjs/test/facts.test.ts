// Verifies wall.facts, container.facts.
/** The table in docs/placements.md says what `facts()` says. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openProcessLink, type Wall } from "@execbox/placement";
import { ContainerDriver } from "@execbox/placement/container";
import type { PlacementFacts } from "@execbox/protocol";
import { QuickJsExecutor, quickJsPrograms } from "../src/index.js";

const page = readFileSync(new URL("../../../../docs/placements.md", import.meta.url), "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** One column of the table: each fact with the values it may have. */
function column(index: number): [keyof PlacementFacts, string[]][] {
  return rows.map((cells) => [
    cells[1]!.replaceAll("`", "") as keyof PlacementFacts,
    cells[index]!.split(/, | or /),
  ]);
}

function compare(facts: PlacementFacts, index: number): void {
  assert.equal(
    rows.length,
    Object.keys(facts).length - 1,
    "every fact but the placement has a row",
  );
  for (const [name, allowed] of column(index)) {
    const value = facts[name];
    const text = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
    assert.ok(allowed.includes(text), `${name} is ${text}, the page says ${allowed.join(" or ")}`);
  }
}

test("inline and worker", async () => {
  for (const [index, placement] of [
    [2, "inline"],
    [3, "worker"],
  ] as const) {
    const executor = new QuickJsExecutor({ placement });
    compare(await executor.facts(), index);
    await executor.dispose();
  }
});

for (const [index, wall] of [
  [4, "bubblewrap"],
  [5, "permission-model"],
] as const satisfies [number, Wall][]) {
  test(`process, ${wall}`, async (context) => {
    const spec = quickJsPrograms().process();
    const { transport, facts } = await openProcessLink(spec, 1 << 26, wall);
    await transport.terminate();
    if (facts.wall !== wall) return context.skip(`${wall} does not work here`);
    compare(facts, index);
  });
}

test("container", async (context) => {
  const program = process.env.EXECBOX_TEST_CONTAINERS === "docker" ? "docker" : "podman";
  const support = await new ContainerDriver({ program }).probe();
  if (!support.ok) return context.skip(support.reason);
  const executor = new QuickJsExecutor({ placement: "container", container: { program } });
  const facts = await executor.facts();
  await executor.dispose();
  compare(facts, 6);
  // The driver saw the same on its own.
  assert.equal(facts.memory !== "engine", support.enforces.memory);
  assert.equal(facts.network === "closed", support.enforces.network);
});
