/**
 * The published schema: in step with the table, and accepting exactly what the checker accepts.
 * Verifies block.one-schema, block.schema-published, block.schema-agrees.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { composeRunner, defineRunner, type RunnerDefinition, runnerSchema } from "../src/index.js";
import { randomBlock, randomNumbers } from "./random-block.js";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const ajv = new Ajv2020({ allErrors: false, strict: true });
const acceptsForm = ajv.compile(runnerSchema());
const acceptsBlock = ajv.compile({ $ref: `${runnerSchema()["$id"]}#/$defs/block` });

test("RUNNER.schema.json is published and is what the table says", () => {
  const text = read("RUNNER.schema.json");
  assert.deepEqual(JSON.parse(text), runnerSchema(), "run `npm run build`, then commit the file");
  assert.ok(JSON.parse(read("package.json")).files.includes("RUNNER.schema.json"));
});

test("random blocks are accepted or refused exactly as the schema says", () => {
  const host = { logger: { warn: () => {} }, images: [{ id: "any", language: "multi" as const }] };
  const seen = { accepted: 0, refused: 0 };
  const random = randomNumbers(17);
  for (let round = 0; round < 20_000; round++) {
    const block = randomBlock(random);
    const expected = acceptsBlock(block);
    assert.equal(
      accepts(() => defineRunner(block as RunnerDefinition, host)),
      expected,
      text(block),
    );
    seen[expected ? "accepted" : "refused"]++;
  }
  // Both answers were asked for often enough to mean something.
  assert.ok(seen.accepted > 2_000 && seen.refused > 2_000, JSON.stringify(seen));
});

test("random forms are accepted or refused exactly as the schema says", async () => {
  const random = randomNumbers(18);
  const seen = { accepted: 0, refused: 0 };
  for (let round = 0; round < 3_000; round++) {
    const block = randomBlock(random);
    const wrap = random.pick<(value: unknown) => unknown>([
      (value) => value,
      (inline) => ({ inline }),
      (inline) => ({ inline, engine: "sandbox" }),
      () => ({ ref: random.pick<unknown>(["@a/b", "", 7]) }),
      () => ({ ref: "x", file: "y" }),
    ]);
    const form = wrap(block);
    const expected = acceptsForm(form);
    const actual = await composeRunner(form, { resolveRef: () => ({}) }).then(
      () => true,
      () => false,
    );
    assert.equal(actual, expected, text(form));
    seen[expected ? "accepted" : "refused"]++;
  }
  assert.ok(seen.accepted > 300 && seen.refused > 300, JSON.stringify(seen));
});

/** Whether the block is accepted; an image that the registry lacks is no matter of the schema. */
function accepts(define: () => unknown): boolean {
  try {
    define();
    return true;
  } catch (error) {
    return /registry does not have/.test(String(error));
  }
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
