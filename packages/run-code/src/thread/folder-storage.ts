import { randomUUID } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import {
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  unlink,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { describe } from "@execbox/core";
import { systemCode, ThreadFileError, toFileError } from "./file-error.js";
import {
  assertInside,
  type HeldFolder,
  makeFolder,
  resolveInside,
  withFolder,
} from "./held-folder.js";
import { formatPath, PRIVATE_FOLDER, parsePath } from "./paths.js";
import type { ThreadStorage } from "./storage.js";

// Windows has neither flag. O_NONBLOCK: a pipe in the folder must not hang whoever opens it.
const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = constants;

/**
 * A storage in a folder of the host, made when first written to. No path leads out of it:
 * neither `..` nor a symbolic link, whenever that was put there. What the host put into the
 * folder beforehand can be read under the same names.
 */
export function folderStorage(path: string): ThreadStorage {
  if (typeof path !== "string" || path === "" || path.includes("\0")) {
    throw new TypeError(`The storage's folder must be a path, got ${describe(path)}`);
  }
  // Now, so that a later change of the working directory does not move the thread.
  const folder = resolve(path);
  return {
    read: (file) => translated(file, (names) => read(folder, names)),
    write: (file, data) => translated(file, (names) => write(folder, names, data)),
    append: (file, data) => translated(file, (names) => append(folder, names, data)),
    remove: (file) => translated(file, (names) => remove(folder, names)),
    list: (file) => translated(file, (names) => list(folder, names)),
  };
}

async function translated<T>(
  path: string,
  work: (names: readonly string[]) => Promise<T>,
): Promise<T> {
  const names = parsePath(path);
  try {
    return await work(names);
  } catch (thrown) {
    throw toFileError(thrown, formatPath(names));
  }
}

async function read(root: string, names: readonly string[]): Promise<Uint8Array | undefined> {
  const base = await orUndefined(realpath(root));
  const place = base === undefined ? undefined : await findFile(base, names);
  if (place === undefined) return undefined;
  return withFolder(place.folder, async (folder) => {
    const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
    const handle = await open(folder.at(place.name), flags);
    try {
      if (!(await handle.stat()).isFile()) throw notAFile(names);
      // A copy: small buffers are cut from one shared block, which cloning would carry along.
      return new Uint8Array(await handle.readFile());
    } finally {
      await handle.close();
    }
  });
}

/** Writes a draft and puts it in place, so that readers see the old content or the new. */
async function write(root: string, names: readonly string[], data: Uint8Array): Promise<void> {
  const base = await makeRoot(root);
  const target = await findTarget(base, names);
  const drafts = await makeFolder(base, [PRIVATE_FOLDER]);
  await withFolder(drafts, async (from) => {
    const draft = from.at(`${randomUUID()}.draft`);
    try {
      await writeFile(draft, data, { flag: "wx" });
      await withFolder(target.folder, async (to) => {
        await refuseLink(to, target.name, names);
        await rename(draft, to.at(target.name));
      });
    } catch (thrown) {
      await rm(draft, { force: true });
      throw thrown;
    }
  });
}

async function append(root: string, names: readonly string[], data: Uint8Array): Promise<void> {
  const target = await findTarget(await makeRoot(root), names);
  await withFolder(target.folder, async (folder) => {
    const flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
    const handle = await open(folder.at(target.name), flags, 0o666);
    try {
      if (!(await handle.stat()).isFile()) throw notAFile(names);
      await handle.appendFile(data);
    } finally {
      await handle.close();
    }
  });
}

/** Removes the name itself: of a link, never what it points to. */
async function remove(root: string, names: readonly string[]): Promise<boolean> {
  const name = names.at(-1);
  if (name === undefined) throw notAFile(names);
  const base = await orUndefined(realpath(root));
  const real = base && (await orUndefined(resolveInside(base, names.slice(0, -1))));
  if (base === undefined || real === undefined) return false;
  assertInside(base, join(real, name), names);
  const removal = withFolder(real, async (folder) => {
    if ((await lstat(folder.at(name))).isDirectory()) throw notAFile(names);
    await unlink(folder.at(name));
    return true;
  });
  return (await orUndefined(removal)) ?? false;
}

/** Lists regular files only: a link could make the walk endless, or leave the storage. */
async function list(root: string, names: readonly string[]): Promise<string[]> {
  const base = await orUndefined(realpath(root));
  if (base === undefined) return [];
  const found: string[] = [];
  const folders = [names];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of (await orUndefined(entriesOf(base, next))) ?? []) {
      const path = [...next, entry.name];
      if (!isAddressable(path)) continue;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.push(formatPath(path));
    }
  }
  return found.sort();
}

async function entriesOf(base: string, names: readonly string[]): Promise<Dirent[]> {
  const real = await resolveInside(base, names);
  return withFolder(real, (folder) => readdir(folder.at("."), { withFileTypes: true }));
}

/** The host may have put files there whose names no path can say. */
function isAddressable(names: readonly string[]): boolean {
  try {
    return parsePath(formatPath(names)).length === names.length;
  } catch {
    return false;
  }
}

async function makeRoot(root: string): Promise<string> {
  // The host chose this path; what it goes through is the host's own business.
  await mkdir(root, { recursive: true });
  return realpath(root);
}

/** A file's real folder and its name there; the file need not exist. */
interface Place {
  readonly folder: string;
  readonly name: string;
}

/** Where something that exists really is; links are followed as long as they stay inside. */
async function findFile(base: string, names: readonly string[]): Promise<Place | undefined> {
  const real = await orUndefined(resolveInside(base, names));
  if (real === undefined) return undefined;
  // The root's own folder is the first one outside.
  if (real === base) throw notAFile(names);
  return { folder: dirname(real), name: basename(real) };
}

/** Where a file to be written is or will be; its folders are made. */
async function findTarget(base: string, names: readonly string[]): Promise<Place> {
  const place = await findFile(base, names);
  if (place !== undefined) return place;
  const name = names.at(-1);
  if (name === undefined) throw notAFile(names);
  const folder = await makeFolder(base, names.slice(0, -1));
  // Links to the root may have made this the name of what is private there.
  assertInside(base, join(folder, name), names);
  return { folder, name };
}

/** A link to nothing yet would be replaced by the file, though its owner meant another place. */
async function refuseLink(
  folder: HeldFolder,
  name: string,
  names: readonly string[],
): Promise<void> {
  const found = await orUndefined(lstat(folder.at(name)));
  if (found === undefined || found.isFile()) return;
  if (!found.isSymbolicLink()) throw notAFile(names);
  const shown = JSON.stringify(formatPath(names));
  throw new ThreadFileError("refused", `${shown} is a link that leads nowhere`);
}

function notAFile(names: readonly string[]): ThreadFileError {
  const shown = JSON.stringify(formatPath(names));
  return new ThreadFileError("not_a_file", `${shown} is not a regular file`);
}

async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((thrown) => {
    if (systemCode(thrown) === "ENOENT") return undefined;
    throw thrown;
  });
}
