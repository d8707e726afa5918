/** Groups of programs that were killed are removed by the next one beside them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createControlGroup } from "../src/hardening/cgroup.js";

test("a group whose owner is gone does not stay", (context) => {
  const line = readFileSync("/proc/self/cgroup", "utf8")
    .split("\n")
    .find((text) => text.includes(":memory:"));
  const parent = join("/sys/fs/cgroup/memory", line?.split(":")[2] ?? "");
  const pid = execFileSync(process.execPath, ["-p", "process.pid"], { encoding: "utf8" }).trim();
  const left = join(parent, `execbox-${pid}-1`);
  try {
    mkdirSync(left);
  } catch {
    return context.skip("no control group can be made here");
  }
  createControlGroup({ memoryBytes: 1024 ** 3 })?.remove();
  assert.equal(existsSync(left), false);
});
