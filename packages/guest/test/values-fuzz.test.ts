import assert from "node:assert/strict";
import test from "node:test";
import { decodeValue, encodeValue } from "../src/values.js";
import { assertSameGraph, makeRandom, ValueMaker } from "./values-support.js";

const ROUNDS = 20_000;

test(`${ROUNDS} random values arrive as structuredClone would copy them`, () => {
  let compared = 0;
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const random = makeRandom(seed);
    const value = new ValueMaker(random, 1 + random() * 40).make();
    try {
      const { text, blobs } = encodeValue(value, { root: "value" });
      const arrived = decodeValue(text, blobs);
      assertSameGraph(arrived, value);
      if (cloneOrNothing(value, (clone) => assertSameGraph(arrived, clone))) compared++;
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  }
  assert.ok(compared > ROUNDS * 0.9, `only ${compared} could be compared`);
});

/** Node 20 cannot read what it wrote of an error that contains itself; we can. */
function cloneOrNothing(value: unknown, compare: (clone: unknown) => void): boolean {
  let clone: unknown;
  try {
    clone = structuredClone(value);
  } catch {
    return false;
  }
  compare(clone);
  return true;
}
