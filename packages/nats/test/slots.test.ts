import assert from "node:assert/strict";
import { test } from "node:test";
import { type OpenOffer, Slots } from "../src/runner/slots.js";

const offer = (reply: string, patienceMs = 0): OpenOffer => ({
  reply,
  patienceMs,
  heartbeatMs: 1_000,
});

/** Slots whose decisions are written down. */
function watched(count: number): { slots: Slots; said: string[] } {
  const said: string[] = [];
  const slots = new Slots(count, {
    accept: ({ reply }) => said.push(`accept ${reply}`),
    refuse: ({ reply }, reason) => said.push(`refuse ${reply}: ${reason}`),
    keep: ({ reply }) => said.push(`keep ${reply}`),
    listen: (wanted) => said.push(wanted ? "join" : "leave"),
  });
  slots.open();
  return { slots, said };
}

test("a runner is in the group exactly while it has a free slot", () => {
  const { slots, said } = watched(2);
  for (const reply of ["a", "b", "c"]) slots.offer(offer(reply), 0);
  slots.free(1);
  assert.deepEqual(said, ["join", "accept a", "accept b", "leave", "refuse c: busy", "join"]);
});

test("patient offers get free slots in the order they came, while they last", () => {
  const { slots, said } = watched(1);
  slots.offer(offer("a"), 0);
  slots.offer(offer("short", 10), 0);
  slots.offer(offer("long", 100), 0);
  slots.offer(offer("longer", 100), 0);
  assert.equal(slots.waiting, 3);
  slots.free(50);
  slots.free(60);
  const kept = ["keep short", "keep long", "keep longer"];
  const freed = ["refuse short: busy", "accept long", "accept longer"];
  assert.deepEqual(said.slice(3), [...kept, ...freed]);
  assert.equal(slots.waiting, 0);
});

test("offers do not pile up without bound", () => {
  const { slots, said } = watched(1);
  for (let index = 0; index < 100; index++) slots.offer(offer(`o${index}`, 1_000), 0);
  assert.equal(slots.waiting, 16);
  assert.equal(said.filter((word) => word.endsWith("busy")).length, 83);
  slots.offer(offer("later", 1_000), 2_000);
  assert.equal(slots.waiting, 1);
});

test("a draining runner leaves, sends the waiting away, and takes nothing more", () => {
  const { slots, said } = watched(1);
  slots.offer(offer("a"), 0);
  slots.offer(offer("b", 1_000), 0);
  slots.drain();
  slots.offer(offer("c", 1_000), 0);
  slots.free(1);
  const expected = ["join", "accept a", "leave", "keep b"];
  assert.deepEqual(said, [...expected, "refuse b: draining", "refuse c: draining"]);
});
