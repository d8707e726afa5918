import assert from "node:assert/strict";
import { test } from "node:test";
import { Directory } from "../src/fleet/directory.js";
import { formatLabels, parseLabels } from "../src/index.js";
import { type Advert, readAdvert, readOffer } from "../src/wire/admission.js";
import { classOf, fits } from "../src/wire/labels.js";
import { randomToken, subjectsOf } from "../src/wire/subjects.js";

test("labels are read as they are written", () => {
  assert.deepEqual(parseLabels("engine=quickjs, region=eu"), { engine: "quickjs", region: "eu" });
  assert.deepEqual(parseLabels(""), {});
  assert.equal(formatLabels({ region: "eu", engine: "quickjs" }), "engine=quickjs,region=eu");
  for (const wrong of ["engine", "a=b=c", "=x", "a=", "a=b c", "1a=b", "a=b*"]) {
    assert.throws(() => parseLabels(wrong), TypeError, wrong);
  }
});

test("a demand fits labels that hold all of it", () => {
  assert.ok(fits({}, { a: "1" }));
  assert.ok(fits({ a: "1" }, { a: "1", b: "2" }));
  assert.ok(!fits({ a: "1", b: "2" }, { a: "1" }));
  assert.ok(!fits({ toString: "x" }, {}));
  assert.equal(classOf({ a: "1", b: "2" }), classOf({ b: "2", a: "1" }));
  assert.notEqual(classOf({ a: "1" }), classOf({ a: "2" }));
});

// Verifies fleet.subjects.
test("subjects hold 144 random bits, and nothing of theirs can be a wildcard", () => {
  const tokens = new Set(Array.from({ length: 10_000 }, randomToken));
  assert.equal(tokens.size, 10_000);
  for (const token of tokens) assert.match(token, /^[A-Za-z0-9_-]{24}$/);
  const subjects = subjectsOf("q");
  assert.ok(subjects.isHost("execbox.q.host.a.b.c"));
  for (const subject of [
    "execbox.q.host.a.b.*",
    "execbox.q.host.a.b.>",
    "execbox.q.host.a.b",
    "execbox.q.host.a.b.c.d",
    "execbox.q.runner.a.b.c",
    "execbox.other.host.a.b.c",
    "$SYS.REQ",
    undefined,
  ]) {
    assert.ok(!subjects.isHost(subject), String(subject));
  }
});

const advert: Advert = {
  name: "r",
  instance: "i",
  labels: { region: "eu" },
  slots: 4,
  running: 0,
  waiting: 0,
  draining: false,
  gone: false,
  everyMs: 1_000,
  ended: 0,
  rate: 0,
  latencyMs: 0,
};

test("what strangers advertise or offer is checked", () => {
  const read = (value: unknown) => readAdvert(Buffer.from(JSON.stringify(value)));
  assert.deepEqual(read({ ...advert, extra: 1 }), advert);
  const wrong = [
    { name: "a.b" },
    { instance: "*" },
    { labels: { a: 1 } },
    { labels: null },
    { slots: -1 },
    { slots: "4" },
    { running: null },
    { everyMs: 0 },
    { draining: 0 },
    { name: "x".repeat(5_000) },
  ];
  for (const change of wrong) {
    assert.equal(read({ ...advert, ...change }), undefined, JSON.stringify(change).slice(0, 50));
  }
  assert.equal(readAdvert(Buffer.from("null")), undefined);
  assert.equal(readAdvert(Buffer.from("[".repeat(9_000))), undefined);
  const offer = (value: unknown) => readOffer(Buffer.from(JSON.stringify(value)));
  assert.deepEqual(offer({ heartbeatMs: 100, patienceMs: 0 }), { heartbeatMs: 100, patienceMs: 0 });
  assert.equal(offer({ heartbeatMs: 1, patienceMs: 0 }), undefined);
  assert.equal(offer({ heartbeatMs: 100, patienceMs: 1e9 }), undefined);
});

test("a directory forgets who is gone, and remembers who is only lost for a while", () => {
  const directory = new Directory();
  directory.take(advert, 0);
  directory.take({ ...advert, instance: "other" }, 0);
  directory.take({ ...advert, instance: "other", gone: true }, 100);
  assert.equal(directory.runners().length, 1);
  const [found] = directory.fitting({ region: "eu" });
  assert.deepEqual(directory.fitting({ region: "us" }), []);
  assert.ok(found !== undefined && directory.choose([found], 1_000) !== undefined);
  assert.equal(directory.choose([found], 10_000), undefined, "lost runners get no offers");
  directory.forget(20_000);
  assert.equal(directory.runners().length, 1);
  directory.forget(60_000);
  assert.equal(directory.runners().length, 0);
});

test("a directory is bounded, whoever advertises", () => {
  const directory = new Directory();
  for (let index = 0; index < 25_000; index++) {
    directory.take({ ...advert, instance: `i${index}` }, 0);
  }
  assert.equal(directory.runners().length, 20_000);
  directory.forget(1e6);
  directory.take({ ...advert, instance: "late" }, 1e6);
  assert.equal(directory.runners().length, 1, "who is lost makes room");
});
