import { constants } from "node:fs";
import { mkdir, open, readlink, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { systemCode, ThreadFileError } from "./file-error.js";
import { isPrivate, PRIVATE_FOLDER } from "./paths.js";

/** A folder that is surely inside the storage, as long as the callback that gets it runs. */
export interface HeldFolder {
  /** A path for one name in the folder, to be used at once. */
  at(name: string): string;
}

// Windows has neither flag.
const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_RDONLY } = constants;

/**
 * Holds the folder with this real path open while `use` works in it. Whoever can write beside us
 * may swap a folder for a link between our check and our use. On Linux names are therefore
 * looked up in the open folder itself, through `/proc/self/fd`, which no swap can redirect;
 * elsewhere the check stands right before the use and no closer.
 */
export async function withFolder<T>(
  real: string,
  use: (folder: HeldFolder) => Promise<T>,
): Promise<T> {
  if (process.platform !== "linux") return use({ at: (name) => join(real, name) });
  const handle = await open(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    const door = `/proc/self/fd/${handle.fd}`;
    const actual = await readlink(door).catch(() => undefined);
    // Without a /proc there is nothing to compare with and no door to go through.
    if (actual === undefined) return await use({ at: (name) => join(real, name) });
    if (actual !== real) throw new ThreadFileError("refused", "A folder was moved while in use");
    return await use({ at: (name) => join(door, name) });
  } finally {
    await handle.close();
  }
}

/**
 * The real path behind `names`, which must be inside `root`, itself real. Links may be followed
 * as long as they stay inside. Throws the file system's error when there is nothing.
 */
export async function resolveInside(root: string, names: readonly string[]): Promise<string> {
  const real = await realpath(join(root, ...names));
  assertInside(root, real, names);
  return real;
}

/** The real path of the folder `names` inside `root`, made as far as it is not there. */
export async function makeFolder(root: string, names: readonly string[]): Promise<string> {
  let real = root;
  for (const [index, name] of names.entries()) {
    // One at a time: a recursive mkdir would follow a link that leads out, and build there.
    real = await withFolder(real, async (folder) => {
      await mkdir(folder.at(name)).catch((thrown) => {
        if (systemCode(thrown) !== "EEXIST") throw thrown;
      });
      const next = await realpath(folder.at(name)).catch((thrown) => {
        if (systemCode(thrown) !== "ENOENT") throw thrown;
        throw escapes(names);
      });
      assertInside(root, next, names.slice(0, index + 1));
      return next;
    });
  }
  return real;
}

/** Refuses a real path outside `root`, and one into its private part that `names` does not say. */
export function assertInside(root: string, real: string, names: readonly string[]): void {
  const start = root.endsWith(sep) ? root : root + sep;
  if (real !== root && !real.startsWith(start)) throw escapes(names);
  // A link, another case or a short name must not be a second way to what is private.
  const arrived = relative(root, real).split(sep);
  if (isPrivate(arrived) && names[0] !== PRIVATE_FOLDER) throw escapes(names);
}

function escapes(names: readonly string[]): ThreadFileError {
  const shown = JSON.stringify(`/${names.join("/")}`);
  return new ThreadFileError("refused", `${shown} goes through a link that leads out`);
}
