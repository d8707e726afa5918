/**
 * What a placement enforces on this machine; found out by trying, never assumed. "In reach"
 * means: for code that has broken out of the engine. Guest code inside it reaches none of it.
 */
export interface PlacementFacts {
  placement: "inline" | "worker" | "process" | "container" | "remote";
  /** What stands between the engine and the rest of the machine. */
  wall: "none" | "permission-model" | "bubblewrap" | "container" | "unknown";
  /** Whether a deadline holds inside one long builtin, because the whole thing can be killed. */
  hardDeadline: boolean;
  /** Whether the calling thread stays free while guest code computes. */
  hostStaysFree: boolean;
  /** Whether the host survives a crash of the engine itself. */
  survivesCrash: boolean;
  /** Whether the network is in reach. */
  network: "open" | "closed" | "unknown";
  /** Which files are in reach. */
  files: "host" | "own-bundle" | "system-read-only" | "image" | "image-read-only" | "unknown";
  /** Whether the host's environment variables are in reach. */
  environment: "host" | "empty" | "unknown";
  /** Whether a filter refuses system calls that a runner never makes. */
  seccomp: boolean;
  /** What caps memory beside the engine's own limit. */
  memory: "engine" | "rlimit" | "cgroup-v1" | "cgroup-v2";
  /** Whether the kernel ends a process that uses too much processor time. */
  cpuLimit: boolean;
}

/** On the calling thread: the engine is all there is. */
export const INLINE_FACTS: PlacementFacts = {
  placement: "inline",
  wall: "none",
  hardDeadline: false,
  hostStaysFree: false,
  survivesCrash: false,
  network: "open",
  files: "host",
  environment: "host",
  seccomp: false,
  memory: "engine",
  cpuLimit: false,
};

/** On a thread of this process: it can be stopped, but shares everything else. */
export const WORKER_FACTS: PlacementFacts = {
  ...INLINE_FACTS,
  placement: "worker",
  hardDeadline: true,
  hostStaysFree: true,
  environment: "empty",
};

/** Behind a transport: the host can cut it off; what holds the guest there, it cannot know. */
export const REMOTE_FACTS: PlacementFacts = {
  ...WORKER_FACTS,
  placement: "remote",
  wall: "unknown",
  survivesCrash: true,
  network: "unknown",
  files: "unknown",
  environment: "unknown",
};
