import { fileURLToPath } from "node:url";
import { type ContainerSettings, type PlacementFacts, WORKER_FACTS } from "@execbox/protocol";
import { eraserFiles } from "../eraser-files.js";
import type { Link, OpenLink } from "../link.js";
import {
  PROCESS_CPU_SECONDS,
  type ProcessSpec,
  processMemory,
  whenReady,
} from "../process-link.js";
import { StdioTransport } from "../stdio-transport.js";
import { ContainerDriver } from "./cli-driver.js";
import { buildNodeImage } from "./local-image.js";
import type { Sandbox, SandboxDriver, SandboxWalls } from "./sandbox-driver.js";

/** Node itself has about twenty threads; with fewer than forty it stands still and says nothing. */
const PIDS = 64;
const CPUS = 2;
const SCRATCH_BYTES = 16 * 1024 * 1024;
/** A container that has not said a word by then never will. */
const START_TIMEOUT_MS = 30_000;

/** Starts runners in containers, all from one image, which is made first when none is named. */
export function containerLinkOpener(
  spec: ProcessSpec,
  memoryLimitBytes: number,
  settings: ContainerSettings = {},
): OpenLink {
  const { program } = settings;
  const only = program === undefined ? {} : { program };
  const driver = new ContainerDriver(only);
  return async () => {
    try {
      const image = settings.image ?? (await defaultImage(only));
      return await openContainerLink(spec, memoryLimitBytes, driver, { ...settings, image });
    } catch (error) {
      // Somebody may have removed it; whoever tries again looks for it again.
      defaultImages.delete(program);
      throw error;
    }
  };
}

const defaultImages = new Map<ContainerSettings["program"], Promise<string>>();

/** Looked for once in a program: every container would wait for it. */
function defaultImage(only: { program?: "podman" | "docker" }): Promise<string> {
  const known = defaultImages.get(only.program) ?? buildNodeImage(only);
  defaultImages.set(only.program, known);
  return known;
}

/**
 * Starts a runner in a sandbox of its own. The engine's program is mounted read-only and run by
 * the image's Node; with `command`, the image brings a runner along and nothing is mounted.
 */
export async function openContainerLink(
  spec: ProcessSpec,
  memoryLimitBytes: number,
  driver: SandboxDriver,
  settings: ContainerSettings & { image: string },
): Promise<Link> {
  const { command, image, cpus = CPUS, pids = PIDS } = settings;
  const readable = command === undefined ? [...spec.readable, ...eraserFiles()] : [];
  const sandbox = await driver.create({
    image,
    memoryBytes: processMemory(memoryLimitBytes),
    pids,
    cpus,
    cpuSeconds: PROCESS_CPU_SECONDS,
    scratchBytes: SCRATCH_BYTES,
    network: false,
    // At their own places: that is where the program looks for what it imports.
    mounts: readable.map((path) => ({ from: path, to: path })),
    env: {},
  });
  const own = ["node", ...(spec.nodeFlags ?? []), fileURLToPath(spec.entry)];
  const program = driver.exec(sandbox, command ?? own, { cwd: "/" });
  const transport = new StdioTransport({
    ...program,
    ended: endWith(program.ended, driver, sandbox),
  });
  if (command === undefined) await started(transport);
  program.unref?.();
  return { transport, facts: factsOf(sandbox.walls) };
}

/** The sandbox goes with its runner, and whoever waits for the one has waited for the other. */
async function endWith<Exit>(
  ended: Promise<Exit>,
  driver: SandboxDriver,
  sandbox: Sandbox,
): Promise<Exit> {
  const exit = await ended;
  // What cannot be removed now is removed when this program ends.
  await driver.dispose(sandbox).catch(() => {});
  return exit;
}

async function started(transport: StdioTransport): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `the container's runner was not ready after ${START_TIMEOUT_MS} ms`;
    timer = setTimeout(() => reject(new Error(message)), START_TIMEOUT_MS);
  });
  try {
    await Promise.race([whenReady(transport), late]);
  } catch (error) {
    await transport.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Where nobody could look, nothing is claimed that the machine might not keep. */
function factsOf(walls: SandboxWalls | undefined): PlacementFacts {
  const container = { ...WORKER_FACTS, placement: "container", wall: "container" } as const;
  if (walls === undefined) {
    return { ...container, survivesCrash: true, network: "unknown", files: "unknown" };
  }
  return {
    ...container,
    survivesCrash: true,
    network: walls.networkClosed ? "closed" : "open",
    files: walls.rootReadOnly ? "image-read-only" : "image",
    seccomp: walls.seccomp,
    memory: walls.memory,
    cpuLimit: walls.cpuTime,
  };
}
