import assert from "node:assert/strict";
import { test } from "node:test";
import {
  capabilities,
  hostSide,
  runnerRequirements,
  specificationSuites,
  unknownSelections,
} from "@execbox/conformance";

test("every rule that binds a runner has a case that relies on the specification alone", () => {
  const verified = new Set(
    specificationSuites.flatMap(({ cases }) =>
      cases.flatMap(({ ids, besides = [] }) => [...ids, ...besides]),
    ),
  );
  const bare = runnerRequirements.filter(({ id }) => !verified.has(id)).map(({ id }) => id);
  assert.deepEqual(bare, []);
});

test("no case of the kit is about a rule that binds the host, or one of ours", () => {
  const known = new Set<string>(runnerRequirements.map(({ id }) => id));
  const strays = specificationSuites.flatMap(({ cases }) =>
    cases.flatMap(({ ids }) => ids.filter((id) => !known.has(id))),
  );
  assert.deepEqual(strays, []);
  assert.deepEqual(
    hostSide.filter((id) => known.has(id)),
    [],
  );
});

test("what an engine may lack decides about cases, and nothing else does", () => {
  const facts = new Set(Object.values(capabilities).map(({ fact }) => fact));
  for (const { cases } of specificationSuites) {
    for (const { needs, name } of cases) {
      for (const fact of needs)
        assert.ok(
          [...facts].some((each) => each === fact),
          `${name}: ${fact}`,
        );
    }
  }
});

test("an id or an area can be chosen", () => {
  assert.deepEqual(unknownSelections(["log", "cancel.aborts", "logs", "cancel.abort"]), [
    "logs",
    "cancel.abort",
  ]);
});
