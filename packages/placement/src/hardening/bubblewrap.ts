import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { findProgram } from "./find-program.js";

/** The descriptor on which bubblewrap reads the seccomp filter. */
export const SECCOMP_DESCRIPTOR = 3;

/** System folders whose programs and libraries Node may need; read-only inside. */
const SYSTEM_FOLDERS = ["/usr", "/lib", "/lib64", "/bin"];

/** What differs between the programs behind bubblewrap. */
export interface BubblewrapOptions {
  seccomp: boolean;
  /** Keeps the environment bubblewrap is started with, rather than none. */
  keepEnvironment?: boolean;
  /** Starts the program in its private `/tmp`, which may hold this much. */
  scratchBytes?: number;
}

/** Where a program behind bubblewrap may write: a folder in memory that ends with it. */
const SCRATCH = "/tmp";

/**
 * The command that puts another one behind bubblewrap: no network, no environment, no
 * capabilities, its own processes only, and of the file system the system's programs and
 * `readable`, all read-only.
 */
export function bubblewrapCommand(
  bwrap: string,
  readable: readonly string[],
  options: BubblewrapOptions,
): string[] {
  const { scratchBytes } = options;
  return [
    bwrap,
    "--unshare-all",
    "--unshare-user",
    "--disable-userns",
    "--die-with-parent",
    "--new-session",
    ...(options.keepEnvironment === true ? [] : ["--clearenv"]),
    ...["--cap-drop", "ALL"],
    ...SYSTEM_FOLDERS.flatMap(exposeSystemFolder),
    ...["--proc", "/proc"],
    ...["--dev", "/dev"],
    ...(scratchBytes === undefined ? [] : ["--size", String(scratchBytes)]),
    ...["--tmpfs", SCRATCH],
    ...readable.filter((path) => !isInSystem(path)).flatMap((path) => ["--ro-bind", path, path]),
    // The empty tree that holds all these must not be written to either.
    ...["--remount-ro", "/"],
    ...["--chdir", scratchBytes === undefined ? "/" : SCRATCH],
    ...(options.seccomp ? ["--seccomp", String(SECCOMP_DESCRIPTOR)] : []),
    "--",
  ];
}

let usable: string | undefined | null = null;

/** The path of bubblewrap where it is installed and this machine lets it work. */
export function findBubblewrap(): string | undefined {
  if (usable === null) usable = probe(findProgram("bwrap"));
  return usable;
}

/** Kernels, containers and policies forbid it in many ways; only trying it tells. */
function probe(bwrap: string | undefined): string | undefined {
  if (bwrap === undefined) return undefined;
  const [program, ...args] = bubblewrapCommand(bwrap, [], { seccomp: false });
  const { status } = spawnSync(program!, [...args, "/bin/true"], {
    stdio: "ignore",
    env: {},
    timeout: 5_000,
  });
  return status === 0 ? bwrap : undefined;
}

function exposeSystemFolder(path: string): string[] {
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink()
    ? ["--symlink", readlinkSync(path), path]
    : ["--ro-bind", path, path];
}

function isInSystem(path: string): boolean {
  return SYSTEM_FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
