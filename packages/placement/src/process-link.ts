import { fileURLToPath } from "node:url";
import { type HostTransport, type PlacementFacts, WORKER_FACTS } from "@execbox/protocol";
import { eraserFiles } from "./eraser-files.js";
import { type HardenedChild, spawnHardened, type Wall } from "./hardening/harden.js";
import type { Link } from "./link.js";
import { letGo, pipedChild } from "./piped-program.js";
import { CHILD_READY } from "./serve-process.js";
import { StdioTransport } from "./stdio-transport.js";

/** How an engine gets into another process. */
export interface ProcessSpec {
  /** A self-contained program whose last act is `serveProcess(engine)`. */
  entry: URL;
  /** Files and folders it reads, beside what erases types. */
  readable: readonly string[];
  nodeFlags?: readonly string[];
}

const MB = 1024 * 1024;
/** Node, the engine's code, and buffers on their way. */
const OWN_MEMORY_BYTES = 384 * MB;
/** A child's processor time for its whole life; it is retired long before. */
export const PROCESS_CPU_SECONDS = 3_600;

/**
 * Starts a runner in a hardened process of this machine. A guest may use `memoryLimitBytes`; the
 * process gets this and what Node itself needs.
 */
export async function openProcessLink(
  spec: ProcessSpec,
  memoryLimitBytes: number,
  wall?: Wall,
): Promise<Link> {
  const hardened = spawnHardened(
    {
      entry: fileURLToPath(spec.entry),
      args: [],
      nodeFlags: spec.nodeFlags ?? [],
      readable: [...spec.readable, ...eraserFiles()],
      memoryBytes: processMemory(memoryLimitBytes),
      cpuSeconds: PROCESS_CPU_SECONDS,
    },
    wall,
  );
  const transport = new StdioTransport(pipedChild(hardened.child, hardened.ranOutOfMemory));
  await whenReady(transport);
  letGo(hardened.child);
  return { transport, facts: factsOf(hardened) };
}

/** What a process as a whole may have when a guest in it may have `memoryLimitBytes`. */
export function processMemory(memoryLimitBytes: number): number {
  return OWN_MEMORY_BYTES + 3 * memoryLimitBytes;
}

/** Waits for the first line of the child, which is not part of the protocol. */
export function whenReady(transport: HostTransport): Promise<void> {
  return new Promise((resolve, reject) => {
    const off = [
      transport.onMessage((message) => {
        for (const unsubscribe of off) unsubscribe();
        if ((message as { type?: unknown }).type === CHILD_READY.type) resolve();
        else reject(new Error("the child did not begin as it should"));
      }),
      transport.onError((error) => {
        for (const unsubscribe of off) unsubscribe();
        reject(error);
      }),
    ];
  });
}

function factsOf({ wall, seccomp, memory, cpuLimit }: HardenedChild): PlacementFacts {
  const closed = wall === "bubblewrap";
  return {
    ...WORKER_FACTS,
    placement: "process",
    wall,
    survivesCrash: true,
    network: closed ? "closed" : "open",
    files: closed ? "system-read-only" : "own-bundle",
    seccomp,
    memory,
    cpuLimit,
  };
}
