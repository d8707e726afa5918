import type { Readable, Writable } from "node:stream";

/**
 * Makes and talks to sandboxes: real containers of Podman or Docker, or machines of a service.
 * Whoever calls it owns every sandbox until it has disposed of it.
 *
 * The five methods `prepare`, `create`, `exec`, `copy` and `dispose` are all a driver needs;
 * `probe` says beforehand whether they will work.
 */
export interface SandboxDriver {
  /** What it is called in messages: `"podman"`, `"docker"`, the name of a service. */
  readonly name: string;

  /** Whether it works here, and which limits it really enforces. Starts nothing that stays. */
  probe(): Promise<SandboxSupport>;

  /**
   * Makes an image that has everything a body needs, or finds the one made before: the same
   * needs on the same base give the same image. Only this step may use the network, and only
   * when `network` says so.
   */
  prepare(needs: SandboxNeeds, progress: (step: string) => void): Promise<string>;

  /**
   * Makes a sandbox that waits for commands: read-only but for `/scratch` and `/tmp`, no
   * capabilities, no new privileges, not root, and no network unless granted.
   */
  create(spec: SandboxSpec): Promise<Sandbox>;

  /** Starts a command in a sandbox. A command that cannot be started ends with a code, not an error. */
  exec(sandbox: Sandbox, command: readonly string[], options?: SandboxExecOptions): SandboxProcess;

  /** Puts a file or folder of the host into a sandbox, below `/scratch`. */
  copy(sandbox: Sandbox, from: string, to: string): Promise<void>;

  /** Ends a sandbox with everything in it, at once. Afterwards nothing is left of it. */
  dispose(sandbox: Sandbox): Promise<void>;
}

/** The folder of a sandbox that its commands may write to; they start there. Empty at first. */
export const SANDBOX_SCRATCH = "/scratch";

/** What a driver found out about its machine or service. */
export type SandboxSupport =
  | {
      ok: true;
      /** Limits that were seen to hold, rather than merely accepted. */
      enforces: { memory: boolean; cpu: boolean; pids: boolean; network: boolean };
    }
  | {
      ok: false;
      /** One sentence: what is missing and how to get it. */
      reason: string;
    };

/** What must be in an image, beside what its base has. */
export interface SandboxNeeds {
  /** An image the driver knows. */
  base: string;
  /** Packages of the operating system, by their Debian names. */
  native: readonly string[];
  /** `name@range`, installed after the bundle's locked packages, to where any module finds them. */
  npm: readonly string[];
  /** `name==version`, installed for the user after the bundle's `requirements.txt`. */
  pip: readonly string[];
  /**
   * A folder of the host whose `package.json`, `package-lock.json` and `requirements.txt` are the
   * baseline; those that are there.
   */
  bundle?: string;
  /** Whether installing may use the network. */
  network: boolean;
}

/** One sandbox to be made. */
export interface SandboxSpec {
  /** What `prepare` gave, or an image the driver knows. */
  image: string;
  /** The most memory all its processes may have together. */
  memoryBytes: number;
  /** The most processes and threads it may have. Node needs about 40. */
  pids: number;
  /** How many processors' worth of time it may use at once. */
  cpus: number;
  /** The most processor time each of its processes may use, in seconds. No cap when left out. */
  cpuSeconds?: number;
  /** The most it may keep in `/scratch` and `/tmp`, each. */
  scratchBytes: number;
  /** Whether it may reach the network. */
  network: boolean;
  /** Folders of the host it can read. A service that cannot mount copies them. */
  mounts: readonly SandboxMount[];
  /** Its whole environment, beside what the image sets. */
  env: Readonly<Record<string, string>>;
}

/** A folder or file of the host that a sandbox sees, read-only. */
export interface SandboxMount {
  /** The path on the host. */
  from: string;
  /** The path in the sandbox. */
  to: string;
}

/** A sandbox that was made and not yet disposed of. */
export interface Sandbox {
  readonly id: string;
  /** What was seen to hold it; missing where the driver cannot look. */
  readonly walls?: SandboxWalls;
}

/** What holds a sandbox: seen, not merely asked for. */
export interface SandboxWalls {
  /** Whether it has no capability, no way to gain one, and is not root. */
  powerless: boolean;
  /** Whether it has no network but its own loopback. */
  networkClosed: boolean;
  /** Whether its root cannot be written. */
  rootReadOnly: boolean;
  /** Whether a filter refuses system calls. */
  seccomp: boolean;
  /** What caps its memory; `engine` when nothing does. */
  memory: "cgroup-v1" | "cgroup-v2" | "engine";
  /** Whether the number of its processes is capped. */
  pids: boolean;
  /** Whether the processor time of its processes is capped. */
  cpuTime: boolean;
}

/** How a command is started. */
export interface SandboxExecOptions {
  /** The folder it starts in. Default `/scratch`. */
  cwd?: string;
  /** Variables beside the sandbox's. */
  env?: Readonly<Record<string, string>>;
}

/** A command that runs in a sandbox. Its three streams are all that leads out of it. */
export interface SandboxProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when it has ended and its output has been handed over. Never rejects. */
  readonly ended: Promise<SandboxExit>;
  /**
   * Ends it and everything it started, at once, whatever they do about signals. A driver may end
   * the whole sandbox for that: then only `dispose` is left to call.
   */
  kill(): void;
  /** Makes this process wait for it again. */
  ref?(): void;
  /** Lets this process end although it still runs. */
  unref?(): void;
}

/** How a command ended. */
export interface SandboxExit {
  /** Its exit code; `null` when something killed it. */
  code: number | null;
  /** Whether it was killed for its memory, as far as the driver can tell. */
  outOfMemory: boolean;
  /** What killed it, when that is known. */
  cause?: string;
}
