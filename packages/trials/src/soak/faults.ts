import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type CodeRunner, createThread } from "@execbox/run-code";
import type { Random } from "../random.js";
import { descendants, openDescriptors } from "./process-tree.js";

/** What goes wrong around the runs. */
export interface Fault {
  readonly name: string;
  /** Why it cannot be made here, or `undefined`. */
  readonly missing?: string | undefined;
  /** Makes it, for a moment; rejects when the product did what it must not. */
  strike(random: Random, runner: CodeRunner): Promise<void>;
}

/** Every fault, with what this machine lacks for it. */
export function listFaults(): Fault[] {
  return [
    { name: "kill a child", strike: killChild },
    { name: "stall a child", strike: stallChild },
    { name: "memory pressure", strike: pressMemory },
    { name: "descriptor pressure", missing: lacksPrlimit(), strike: pressDescriptors },
    { name: "full disk", missing: lacksTmpfs(), strike: fillDisk },
    { name: "clock jump", strike: jumpClock },
  ];
}

async function killChild(random: Random): Promise<void> {
  const children = descendants();
  if (children.length > 0) signal(random.pick(children).pid, "SIGKILL");
}

/** Longer than a run may take: its verdict must come from the host's own clock. */
async function stallChild(random: Random): Promise<void> {
  const children = descendants();
  if (children.length === 0) return;
  const { pid } = random.pick(children);
  signal(pid, "SIGSTOP");
  await pause(500 + random.below(2_000));
  signal(pid, "SIGCONT");
}

const PRESSURE_BYTES = 192 * 1024 * 1024;

async function pressMemory(): Promise<void> {
  const held = Buffer.alloc(PRESSURE_BYTES, 1);
  await pause(1_500);
  if (held[PRESSURE_BYTES - 1] !== 1) throw new Error("memory changed");
}

const SPARE_DESCRIPTORS = 200;

/** Lowers the limit, then takes every descriptor that is left. */
async function pressDescriptors(): Promise<void> {
  const before = setDescriptorLimit(openDescriptors() + SPARE_DESCRIPTORS);
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync("/dev/null", "r"));
  } catch {
    // That was the last one.
  }
  await pause(1_000);
  for (const descriptor of taken) closeSync(descriptor);
  if (before !== undefined) setDescriptorLimit(before);
}

function setDescriptorLimit(limit: number): number | undefined {
  const pid = String(process.pid);
  const shown = spawnSync("prlimit", [
    "--pid",
    pid,
    "--nofile",
    "--output",
    "SOFT",
    "--noheadings",
  ]);
  spawnSync("prlimit", ["--pid", pid, `--nofile=${limit}:`]);
  const soft = Number(shown.stdout?.toString().trim());
  return Number.isInteger(soft) ? soft : undefined;
}

const DISK = "size=256k";

/** A thread's storage on a disk that is full: the guest must be told, and nothing else may fail. */
async function fillDisk(_random: Random, runner: CodeRunner): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "execbox-disk-"));
  try {
    if (!mount(folder)) return;
    writeFileSync(join(folder, "rest"), Buffer.alloc(240 * 1024));
    const state = createThread({
      storage: { folder: join(folder, "thread") },
      runCode: runner.runCode,
    });
    const run = await state.runCode(
      "try { await write('/a.txt', 'x'.repeat(200_000)); } catch (error) { answer = error.message; } export default answer; var answer;",
      { globals: { write: (path: string, data: string) => state.writeFile(path, data) } },
    );
    const told = run.status === "success" && typeof run.result === "string" && run.result !== "";
    // A child may have been struck by something else meanwhile.
    if (!told && run.status === "success")
      throw new Error(`a full disk gave ${String(run.result)}`);
  } finally {
    spawnSync("umount", [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function mount(folder: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", DISK, "none", folder]).status === 0;
}

/**
 * The wall clock as this process sees it, an hour or a day away and back. The kernel's own clock
 * belongs to the machine and is left alone; what measures time here must not use either.
 */
async function jumpClock(random: Random): Promise<void> {
  const real = Date.now;
  const jump = random.pick([-86_400_000, -3_600_000, 3_600_000, 86_400_000]);
  Date.now = () => real() + jump;
  await pause(1_500);
  Date.now = real;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

function lacksPrlimit(): string | undefined {
  const found = spawnSync("prlimit", ["--version"]).status === 0;
  return found ? undefined : "prlimit is not installed: apt-get install util-linux";
}

function lacksTmpfs(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "execbox-disk-"));
  mkdirSync(folder, { recursive: true });
  const mounted = mount(folder);
  if (mounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted ? undefined : "a tmpfs cannot be mounted here: it takes root";
}
