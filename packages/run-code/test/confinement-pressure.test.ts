/** Confinement under pressure: random paths, and a folder that changes while it is used. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { createThread } from "../src/thread/thread.js";
import { seeded, temporaryFolder } from "./fixtures.js";
import { scene, snapshot } from "./storage-scene.js";

const DOTS = [".. ", "..\u200b", ".\0.", ..."․․ ．． .. ... . %2e%2e ..; ..%c0%af".split(" ")];
const PLAIN = "in file a secret outside root deep ~ NUL -rf $HOME é".split(" ");
const ODD = ["C:", ".thread", ".THREAD", "messages.jsonl", "\ud800", "x".repeat(260)];
const SEPARATORS = ["/", "/", "/", "//", "/./", "\\", "\\\\", "∕", "%2f", "\n"];
const STARTS = ["", "", "/", "//", "./", "../", "\\\\?\\", "file:///", "~/"];

/** Paths that look for a way out, from pieces that have been one somewhere. */
function nastyPaths(random: () => number, links: readonly string[], folders: readonly string[]) {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? "";
  const pickName = (): string => {
    const kind = random();
    if (kind < 0.2) return pick(DOTS);
    if (kind < 0.55) return pick(links);
    return kind < 0.9 ? pick(PLAIN) : pick(ODD);
  };
  return (): string => {
    let path = pick([...STARTS, ...folders.map((folder) => `${folder}/`)]) + pickName();
    for (let more = Math.floor(random() * 5); more > 0; more--)
      path += pick(SEPARATORS) + pickName();
    return path;
  };
}

test("10,000 nasty paths: whatever is accepted is inside", async (context) => {
  const { state, root, outside, links } = scene(context);
  const before = snapshot(outside);
  const seed = 20_240_611;
  const random = seeded(seed);
  const nextPath = nastyPaths(random, links, [root, outside]);
  const accepted = { writes: 0, reads: 0 };
  for (let round = 0; round < 10_000; round++) {
    const path = nextPath();
    const where = `seed ${seed}, round ${round}: ${JSON.stringify(path)}`;
    const mark = `mark ${round}`;
    const wrote = random() < 0.4 && (await succeeds(state.writeFile(path, mark)));
    const text = await state.readFile(path).catch(() => undefined);
    assert.notEqual(text, "secret", where);
    if (wrote) assert.equal(text, mark, where);
    if (text === undefined) continue;
    // The kernel's own reading of the path, links followed, must be inside and public too.
    const real = realpathSync(join(root, path));
    assert.ok(real.startsWith(`${root}/`), where);
    assert.ok(!real.startsWith(`${root}/.thread/`), where);
    assert.equal(readFileSync(real, "utf8"), text, where);
    accepted[wrote ? "writes" : "reads"]++;
    if (random() < 0.3) await state.removeFile(path);
  }
  assert.deepEqual(snapshot(outside), before);
  // A test in which nothing is accepted would prove nothing.
  assert.ok(accepted.writes > 300 && accepted.reads > 50, JSON.stringify(accepted));
});

function succeeds(attempt: Promise<unknown>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}

/**
 * Swaps a folder for a link that leads out and back, as fast as it can, with the folder left in
 * peace for a moment in between: on a busy machine nothing would ever get through otherwise.
 */
const SWAPPER = `
const pause = new Int32Array(new SharedArrayBuffer(4));
let round = 0;
const { renameSync, rmSync, symlinkSync, unlinkSync } = require("node:fs");
const { outside, dir, aside } = require("node:worker_threads").workerData;
// A writer may make the folder while it is away; each step is then simply tried again.
const attempt = (step) => { try { step() } catch {} };
for (;;) {
  attempt(() => rmSync(aside, { recursive: true }));
  attempt(() => renameSync(dir, aside));
  attempt(() => symlinkSync(outside, dir));
  attempt(() => unlinkSync(dir));
  attempt(() => renameSync(aside, dir));
  if (++round % 8 === 0) Atomics.wait(pause, 0, 0, 2);
}`;

test("a folder swapped for a link in mid-use leads nowhere", {
  skip: process.platform !== "linux",
}, async (context) => {
  const top = temporaryFolder(context);
  const [root, outside] = [join(top, "root"), join(top, "outside")];
  for (const folder of [root, join(root, "dir"), outside]) mkdirSync(folder);
  writeFileSync(join(outside, "secret"), "secret");
  writeFileSync(join(root, "dir/secret"), "inside");
  const state = createThread({ storage: { folder: root } });
  const workerData = { outside, dir: join(root, "dir"), aside: join(top, "aside") };
  const swapper = new Worker(SWAPPER, { eval: true, workerData });
  const counts = { through: 0, refused: 0 };
  try {
    await sleep(50);
    const end = Date.now() + 1_500;
    while (Date.now() < end) {
      const wrote = await succeeds(state.writeFile("dir/new/file", "x"));
      counts[wrote ? "through" : "refused"]++;
      assert.notEqual(await state.readFile("dir/secret").catch(() => undefined), "secret");
    }
  } finally {
    await swapper.terminate();
  }
  assert.deepEqual(readdirSync(outside), ["secret"]);
  assert.ok(counts.through > 10 && counts.refused > 10, JSON.stringify(counts));
});
