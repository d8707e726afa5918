// Verifies container.seen-not-assumed.
/** What the driver believes of a process it looks at. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { groupsOf, lookAt } from "../src/container/seen-walls.js";

test("a process that is not the container's is not looked at", () => {
  assert.equal(lookAt(process.pid, "0123456789abcdef"), undefined);
});

test("a container without groups of its own has no caps, whatever its surroundings have", async () => {
  // As a rootless container stands on groups of version 1: its starter has its name in its
  // command, and its group is its user's.
  const id = "a".repeat(64);
  const starter = spawn("/bin/sh", ["-c", "sleep 60 & echo $!; wait", id]);
  const [pid] = await once(starter.stdout, "data");
  const walls = lookAt(Number(pid), id);
  assert.equal(groupsOf(Number(pid), id), "");
  process.kill(Number(pid), "SIGKILL");
  await once(starter, "close");
  assert.ok(walls !== undefined);
  assert.equal(walls.memory, "engine");
  assert.equal(walls.pids, false);
  assert.equal(walls.powerless, false);
  const open = readFileSync("/proc/net/dev", "utf8").trim().split("\n").length > 3;
  assert.equal(walls.networkClosed, !open);
});
