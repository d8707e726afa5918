import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  allCases,
  duplicates,
  requirements,
  uncovered,
  unknownIds,
  verifiedElsewhere,
} from "@execbox/conformance";

const REPOSITORY = new URL("../../../../", import.meta.url);

const elsewhere = Object.entries(verifiedElsewhere);

test("every id is there once, and reads as area.name", () => {
  const ids = requirements.map(({ id }) => id);
  assert.deepEqual(duplicates(ids), []);
  for (const id of ids) assert.match(id, /^[a-z0-9]+\.[a-z0-9]+(-[a-z0-9]+)*$/);
});

test("every requirement is a sentence", () => {
  for (const { id, text } of requirements) assert.match(text, /^\S.*\.$/, id);
});

test("no case and no table names an id that does not exist", () => {
  assert.deepEqual(
    unknownIds(requirements, allCases, [{ ids: Object.keys(verifiedElsewhere) }]),
    [],
  );
});

test("every case has an id, and a name of its own in its suite", () => {
  for (const { ids, name } of allCases) assert.notEqual(ids.length, 0, name);
  assert.deepEqual(duplicates(allCases.map(({ suite, name }) => `${suite}: ${name}`)), []);
});

for (const [id, path] of elsewhere) {
  test(`${path} verifies ${id}`, () => {
    const text = readFileSync(new URL(path, REPOSITORY), "utf8");
    assert.ok(text.includes(id), `${path} does not mention ${id}`);
  });
}

test("what nothing verifies is owned by another issue", () => {
  const open = uncovered(requirements, allCases, [{ ids: Object.keys(verifiedElsewhere) }]);
  const unowned = open.filter(({ owner }) => owner === undefined).map(({ id }) => id);
  assert.deepEqual(unowned, [], "write a case, or say in verified-elsewhere.ts where it is tested");
});
